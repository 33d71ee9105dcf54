import { raw, sql } from '../../../../db/sql.ts';
import { isFileAt } from '../../../../loaders/git.ts';
import type { Check } from './check.ts';

/** Sources `s` of the repository `r` of a space. Those of other imports are of no sync. */
const sourcesOfRepositories = raw(
  `imported_sources s join git_repositories r on r."spaceId" = s."spaceId" and r."importId" = s."importId"`,
);

/** The path of a source in its repository. Reusable contents have theirs from the directory, all others from the folder of the pages. */
const pathOf = `case when s.kind = 'reusable-content' then s.key else r.root || s.key end`;

/** Sources of one entry, the one whose file the repository has first. */
const ranked = sql`(select s.*, row_number() over (
    partition by s."spaceId", s.line, s."importId", s.kind, s."entryId" order by (f.path is null), s.key) as rank
  from ${sourcesOfRepositories}
    left join lateral (select f.path from git_files f where f."spaceId" = s."spaceId" and ${isFileAt(pathOf)} offset 0) f on true)`;

const isAgain = sql`s."spaceId" = again."spaceId" and s.line = again.line and s."importId" = again."importId"
  and s.kind = again.kind and s.key = again.key`;

const isOfNoLine = raw(
  `s.line <> s."spaceId" and not exists (select from change_requests cr where cr.id = s.line and cr."spaceId" = s."spaceId")`,
);

const isOfNoEntry = raw(
  `not exists (select from content_entries e where e."spaceId" = s."spaceId" and e."entryId" = s."entryId")`,
);

/** The pages of main content of spaces with repositories, by their addresses. */
const addresses = raw(`pages as (
    select e.line, e."entryId", e.slug as address from content_entries e join git_repositories r on r."spaceId" = e.line
      where e."toSeq" is null and e.kind = 'page' and not e.deleted and e."parentId" is null
    union all select e.line, e."entryId", p.address || '/' || e.slug from content_entries e
      join pages p on p.line = e.line and p."entryId" = e."parentId"
      where e."toSeq" is null and e.kind = 'page' and not e.deleted)`);

/**
 * Documents without a source whose address is the path of a file without one. A sync would write such a page beside its file.
 */
const lost = sql`with recursive ${addresses}
  select e."spaceId", e."entryId", r."importId", substr(f.path, length(r.root) + 1) as key, f.path,
    jsonb_build_object('parentId', e."parentId", 'type', e.type, 'title', e.title, 'slug', e.slug, 'documentId', null,
      'blobHash', null, 'attributes', e.attributes) as state
  from git_repositories r join git_files f on f."spaceId" = r."spaceId" and starts_with(f.path, r.root)
    join pages p on p.line = r."spaceId"
      and p.address = regexp_replace(substr(f.path, length(r.root) + 1), '(/(README|index))?\.mdx?$', '', 'i')
    join content_entries e on e.line = p.line and e."entryId" = p."entryId" and e."toSeq" is null and e.type = 'document'
  where f.path ~* '\.mdx?$'
    and not exists (select from imported_sources s where s."spaceId" = r."spaceId" and s.line = r."spaceId"
      and s."importId" = r."importId"
      and (s."entryId" = e."entryId" or (s.kind = 'page' and s.key = substr(f.path, length(r.root) + 1))))`;

/**
 * What was noted of repositories agrees with the space. Repairs make the next sync compare an entry with its file again, and take away what
 * leads nowhere; no content is changed.
 */
export const gitChecks: readonly Check[] = [
  {
    name: 'git files',
    find: sql`select "spaceId" as id, format('has %s files of a repository that is not noted', count(*)) as detail
      from git_files f where not exists (select from git_repositories r where r."spaceId" = f."spaceId") group by 1`,
    fix: sql`delete from git_files f where not exists (select from git_repositories r where r."spaceId" = f."spaceId")`,
  },
  {
    name: 'git revisions',
    find: sql`select r."spaceId" as id, format('was equal to its repository in %s, which it does not have', r."revisionId") as detail
      from git_repositories r where not exists (select from revisions v where v.id = r."revisionId" and v."spaceId" = r."spaceId")`,
    // The next sync compares with the newest revision that has a commit; with the first one where none is known.
    fix: sql`update git_repositories r set "revisionId" = coalesce(
        (select v.id from revisions v join revision_commits c on c."revisionId" = v.id
          where v.line = r."spaceId" order by (c.oid = r.commit) desc, v.seq desc limit 1),
        (select v.id from revisions v where v.line = r."spaceId" order by v.seq limit 1))
      where not exists (select from revisions v where v.id = r."revisionId" and v."spaceId" = r."spaceId")`,
  },
  {
    name: 'git sources',
    find: sql`select s."entryId" as id, format('is not in %s, but is the source %s', s."spaceId", s.key) as detail
      from ${sourcesOfRepositories} where ${isOfNoEntry}
      union all select s."spaceId", format('has the source %s of %s, which is none of its change requests', s.key, s.line)
      from ${sourcesOfRepositories} where ${isOfNoLine}
      union all select again."entryId", format('is the source %s of %s once more', again.key, again."spaceId")
      from ${ranked} again where again.rank > 1`,
    fix: sql`with again as (select * from ${ranked} again where again.rank > 1)
      delete from imported_sources s using git_repositories r where r."spaceId" = s."spaceId" and r."importId" = s."importId"
        and (${isOfNoEntry} or ${isOfNoLine} or exists (select from again where ${isAgain}))`,
  },
  {
    name: 'lost git sources',
    find: sql`select "entryId" as id, format('is the file %s of the repository of %s, which is not noted', path, "spaceId") as detail
      from (${lost}) lost`,
    fix: sql`insert into imported_sources ("spaceId", line, "importId", kind, key, "entryId", place, state, "updatedAt")
      select "spaceId", "spaceId", "importId", 'page', key, "entryId", 0, state, now() from (${lost}) lost
      on conflict do nothing`,
  },
];
