import { raw, sql, type Fragment } from '../../../../db/sql.ts';
import type { Check } from './check.ts';

/** Counts threads grouped by a column. */
const threadsOn = (column: string, where: string) => sql`(select ${raw(column)} as id,
  count(*) filter (where status = 'open')::int as open, count(*)::int as total
  from comments where "parentId" is null and ${raw(where)} group by 1)`;

/** Checks the thread counters of a table with the alias `s`. */
function threadCounters(name: string, tableName: string, threads: Fragment): Check {
  const table = raw(tableName);
  const wrong = sql`(s.comments, s."commentsAll") is distinct from (coalesce(t.open, 0), coalesce(t.total, 0))`;
  return {
    name,
    find: sql`select s.id, format('has %s open of %s threads, stores %s of %s', coalesce(t.open, 0), coalesce(t.total, 0),
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

/** Stored counters equal the number of rows they count. Recounting cannot lose data. */
export const counterChecks: readonly Check[] = [
  threadCounters('comment counters', 'spaces', threadsOn('"spaceId"', '"changeRequestId" is null')),
  threadCounters(
    'comment counters of change requests',
    'change_requests',
    threadsOn('"changeRequestId"', '"changeRequestId" is not null'),
  ),
  {
    name: 'change request counters',
    find: sql`select s.id, format('has %s open and %s draft change requests, stores %s and %s', coalesce(r.open, 0),
        coalesce(r.draft, 0), s."changeRequestsOpen", s."changeRequestsDraft") as detail
      from spaces s left join ${requests} r on r.id = s.id where ${requestsWrong}`,
    fix: sql`update spaces s
      set "changeRequestsOpen" = coalesce(r.open, 0), "changeRequestsDraft" = coalesce(r.draft, 0)
      from spaces own left join ${requests} r on r.id = own.id where own.id = s.id and ${requestsWrong}`,
  },
  {
    name: 'reply counters',
    find: sql`select c.id, format('has %s replies, stores %s', coalesce(r.total, 0), c.replies) as detail
      from comments c left join ${replies} r on r."parentId" = c.id
      where c."parentId" is null and c.replies <> coalesce(r.total, 0)`,
    fix: sql`update comments c set replies = coalesce(r.total, 0)
      from comments own left join ${replies} r on r."parentId" = own.id
      where own.id = c.id and c."parentId" is null and c.replies <> coalesce(r.total, 0)`,
  },
];
