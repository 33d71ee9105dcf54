import { sql } from '../../../../db/sql.ts';
import type { Check } from './check.ts';

/** Every line of history is numbered without gaps or forks, and every reference to a revision resolves. */
export const historyChecks: readonly Check[] = [
  {
    name: 'revision numbers',
    find: sql`select line as id, format('has %s revisions numbered %s to %s', count(*), min(seq), max(seq)) as detail
      from revisions group by line having min(seq) <> 1 or max(seq) <> count(*)`,
  },
  {
    name: 'revision parents',
    find: sql`select r.id, format('should follow %s first, and follows %s', p.id, coalesce(r.parents[1], 'nothing')) as detail
      from revisions r join revisions p on p.line = r.line and p.seq = r.seq - 1
      where r.parents[1] is distinct from p.id`,
  },
  {
    name: 'first revisions',
    find: sql`select r.id, case when r.line = r."spaceId" then 'is the first of its space but has a parent'
        else format('is based on revision %s of the space but has another parent', r."baseSeq") end as detail
      from revisions r where r.seq = 1 and case when r.line = r."spaceId" then cardinality(r.parents) > 0
        else not exists (select from revisions base
          where base.line = r."spaceId" and base.seq = r."baseSeq" and base.id = any(r.parents)) end`,
  },
  {
    name: 'revisions in their space',
    find: sql`select r.id, format('belongs to %s, which is not a change request of %s', r.line, r."spaceId") as detail
      from revisions r left join change_requests c on c.id = r.line and c."spaceId" = r."spaceId"
      where r.line <> r."spaceId" and c.id is null`,
  },
  {
    name: 'change request numbers',
    find: sql`select s.id, format('has %s change requests numbered %s to %s, and assigned %s numbers', count(c.id),
        coalesce(min(c.number), 0), coalesce(max(c.number), 0), s."changeRequests") as detail
      from spaces s left join change_requests c on c."spaceId" = s.id group by s.id
      having (count(c.id), count(distinct c.number), coalesce(max(c.number), 0))
        is distinct from (s."changeRequests"::bigint, s."changeRequests"::bigint, s."changeRequests")
        or min(c.number) <> 1`,
  },
  {
    name: 'active revision',
    find: sql`select s.id, format('is at %s, its newest revision is %s', s."revisionId", newest.id) as detail
      from spaces s left join lateral
        (select r.id from revisions r where r.line = s.id order by r.seq desc limit 1) newest on true
      where s."revisionId" is distinct from newest.id`,
  },
  {
    name: 'active revision of change requests',
    find: sql`select c.id, format('is at %s, its newest revision is %s', c."revisionId",
        coalesce(newest.id, 'one of the space')) as detail
      from change_requests c left join lateral
        (select r.id from revisions r where r.line = c.id order by r.seq desc limit 1) newest on true
      where case when newest.id is not null then c."revisionId" <> newest.id else not exists
        (select from revisions main where main.id = c."revisionId" and main.line = c."spaceId") end`,
  },
  {
    name: 'merged change requests',
    find: sql`select c.id, format('is %s, and was merged by %s', c.status, coalesce(c."revisionMergedId", 'nothing')) as detail
      from change_requests c left join revisions r
        on r.id = c."revisionMergedId" and r.line = c."spaceId" and r.type = 'merge' and c."revisionId" = any(r.parents)
      where (c.status = 'merged') <> (r.id is not null) or (c."revisionMergedId" is not null) <> (r.id is not null)`,
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
