import { sql, type Sql } from '../../../../db/sql.ts';

/** How many of the newest notifications of somebody are looked at. */
const watchedCount = 100;

/** What changes when somebody is notified, or when one of their newest notifications is read, by the id of the user. */
export async function listNotificationStates(reader: Sql, userIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await reader.rows<{ readonly id: string; readonly state: string }>(sql`
    select u.id, newest.state from unnest(${[...userIds]}::text[]) u (id) cross join lateral (
      select jsonb_build_array(max(n."updatedAt"), max(n."readAt"), count(*) filter (where n."readAt" is null))::text as state
      from (select "updatedAt", "readAt" from notifications where "userId" = u.id
        order by "updatedAt" desc limit ${watchedCount}::int) n) newest`);
  return new Map(rows.map(({ id, state }) => [id, state]));
}
