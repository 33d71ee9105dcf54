import { raw, sql, type Fragment } from '../../db/sql.ts';
import type { Check } from './check.ts';
import { history } from './history.ts';

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

const requests = sql`(select "spaceId" as id, count(*) filter (where status = 'open')::int as open,
  count(*) filter (where status = 'draft')::int as draft from change_requests group by 1)`;
const requestsWrong = sql`(s."changeRequestsOpen", s."changeRequestsDraft")
  is distinct from (coalesce(r.open, 0), coalesce(r.draft, 0))`;

/** Counters are copies of what is counted: they can be counted again. */
const counters: readonly Check[] = [
  threadCounters('comment counters', 'spaces', threadsOn('"spaceId"', '"changeRequestId" is null')),
  threadCounters(
    'comment counters of change requests',
    'change_requests',
    threadsOn('"changeRequestId"', '"changeRequestId" is not null'),
  ),
  {
    name: 'change request counters',
    find: sql`select s.id, format('has %s open and %s draft change requests, says %s and %s', coalesce(r.open, 0),
        coalesce(r.draft, 0), s."changeRequestsOpen", s."changeRequestsDraft") as detail
      from spaces s left join ${requests} r on r.id = s.id where ${requestsWrong}`,
    fix: sql`update spaces s
      set "changeRequestsOpen" = coalesce(r.open, 0), "changeRequestsDraft" = coalesce(r.draft, 0)
      from spaces own left join ${requests} r on r.id = own.id where own.id = s.id and ${requestsWrong}`,
  },
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
    name: 'reviews',
    find: sql`select r.id, format('speaks of %s, which its space does not have', r."revisionId") as detail
      from change_request_reviews r join change_requests cr on cr.id = r."changeRequestId"
      where not exists (select from revisions v where v.id = r."revisionId" and v."spaceId" = cr."spaceId")
      union all
      select c.id, format('comes with %s of another change request', r.id)
      from comments c join change_request_reviews r on r.id = c."reviewId"
      where c."changeRequestId" is distinct from r."changeRequestId" or c."parentId" is not null`,
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
