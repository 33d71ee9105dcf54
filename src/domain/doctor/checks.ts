import { raw, sql, type Fragment } from '../../db/sql.ts';

/** A statement that gives what is wrong as rows of `id` and `detail`, and where it can be put right without a loss, how. */
export interface Check {
  readonly name: string;
  readonly find: Fragment;
  readonly fix?: Fragment;
}

/** Threads by what they are on. */
const threadsOn = (column: string, where: string) => sql`(select ${raw(column)} as id,
  count(*) filter (where status = 'open')::int as open, count(*)::int as total
  from comments where "parentId" is null and ${raw(where)} group by 1)`;

/** The counters of threads of a table, whose rows are `s`. */
function threadCounters(name: string, tableName: string, threads: Fragment): Check {
  const table = raw(tableName);
  const wrong = sql`(s.comments, s."commentsAll") is distinct from (coalesce(t.open, 0), coalesce(t.total, 0))`;
  return {
    name,
    find: sql`select s.id, format('has %s open of %s threads, says %s of %s', coalesce(t.open, 0), coalesce(t.total, 0),
        s.comments, s."commentsAll") as detail
      from ${table} s left join ${threads} t on t.id = s.id where ${wrong}`,
    fix: sql`update ${table} s set comments = coalesce(t.open, 0), "commentsAll" = coalesce(t.total, 0)
      from ${table} own left join ${threads} t on t.id = own.id where own.id = s.id and ${wrong}`,
  };
}

const replies = sql`(select "parentId", count(*)::int as total from comments where "parentId" is not null group by "parentId")`;

/** Counters are copies of what is counted: they can be counted again. */
const counters: readonly Check[] = [
  threadCounters('comment counters', 'spaces', threadsOn('"spaceId"', '"changeRequestId" is null')),
  threadCounters(
    'comment counters of change requests',
    'change_requests',
    threadsOn('"changeRequestId"', '"changeRequestId" is not null'),
  ),
  {
    name: 'reply counters',
    find: sql`select c.id, format('has %s replies, says %s', coalesce(r.total, 0), c.replies) as detail
      from comments c left join ${replies} r on r."parentId" = c.id
      where c."parentId" is null and c.replies <> coalesce(r.total, 0)`,
    fix: sql`update comments c set replies = coalesce(r.total, 0)
      from comments own left join ${replies} r on r."parentId" = own.id
      where own.id = c.id and c."parentId" is null and c.replies <> coalesce(r.total, 0)`,
  },
];

const trees: readonly Check[] = [
  {
    name: 'collection tree',
    find: sql`with recursive reached as (
        select id from collections where "parentId" is null
        union all select c.id from collections c join reached r on c."parentId" = r.id)
      select id, 'is its own ancestor' as detail from collections where id not in (select id from reached)`,
  },
  {
    name: 'page tree',
    find: sql`with recursive pages as (
        select line, "entryId" as id, "parentId" from content_entries
        where "toSeq" is null and kind = 'page' and not deleted and line = "spaceId"),
      reached as (
        select line, id from pages where "parentId" is null
        union all select p.line, p.id from pages p join reached r on r.line = p.line and p."parentId" = r.id)
      select id, format('has no way to the root of %s', line) as detail from pages
      where (line, id) not in (select line, id from reached)`,
  },
];

const history: readonly Check[] = [
  {
    name: 'revision numbers',
    find: sql`select line as id, format('has %s revisions numbered %s to %s', count(*), min(seq), max(seq)) as detail
      from revisions group by line having min(seq) <> 1 or max(seq) <> count(*)`,
  },
  {
    name: 'revision parents',
    find: sql`select r.id, format('does not follow %s', p.id) as detail
      from revisions r join revisions p on p.line = r.line and p.seq = r.seq - 1
      where r.line = r."spaceId" and not p.id = any(r.parents)`,
  },
  {
    name: 'active revision',
    find: sql`select s.id, format('is at %s, its newest revision is %s', s."revisionId", newest.id) as detail
      from spaces s left join lateral
        (select r.id from revisions r where r.line = s.id order by r.seq desc limit 1) newest on true
      where s."revisionId" is distinct from newest.id`,
  },
  {
    name: 'content intervals',
    find: sql`select "entryId" as id, format('is twice in revision %s of %s', next, line) as detail
      from (select line, "entryId", "toSeq",
          lead("fromSeq") over (partition by line, "entryId" order by "fromSeq") as next from content_entries) e
      where next is not null and ("toSeq" is null or "toSeq" > next)`,
  },
  {
    name: 'content beyond history',
    find: sql`select e."entryId" as id, format('begins at %s of %s, which ends at %s', e."fromSeq", e.line, r.seq) as detail
      from content_entries e join (select line, max(seq) as seq from revisions group by line) r on r.line = e.line
      where greatest(e."fromSeq", e."toSeq") > r.seq`,
  },
];

const belonging: readonly Check[] = [
  {
    name: 'parents in the organization',
    find: sql`select child.id, format('lies in %s of another organization', p.id) as detail
      from (select id, "parentId", "organizationId" from collections
        union all select id, "parentId", "organizationId" from spaces) child
      join collections p on p.id = child."parentId" where p."organizationId" <> child."organizationId"`,
  },
  {
    name: 'grants in the organization',
    find: sql`select g.id, 'is on something of another organization' as detail
      from grants g left join spaces s on s.id = g."spaceId" left join collections c on c.id = g."collectionId"
      where coalesce(s."organizationId", c."organizationId") <> g."organizationId"`,
  },
  {
    name: 'replies',
    find: sql`select r.id, format('answers %s', p.id) as detail from comments r join comments p on p.id = r."parentId"
      where p."spaceId" <> r."spaceId" or p."changeRequestId" is distinct from r."changeRequestId"
        or p."parentId" is not null`,
  },
  {
    name: 'organization admins',
    find: sql`select o.id, 'has no admin' as detail from organizations o where not exists
      (select from members m where m."organizationId" = o.id and m.role = 'admin' and not m.disabled)`,
  },
  {
    name: 'idempotency keys',
    find: sql`select scope as id, format('keeps %s keys older than two days', count(*)) as detail
      from idempotency_keys where "createdAt" < now() - interval '48 hours' group by scope`,
  },
];

/** What is true of every healthy installation. Quality O5. */
export const checks: readonly Check[] = [...counters, ...trees, ...history, ...belonging];
