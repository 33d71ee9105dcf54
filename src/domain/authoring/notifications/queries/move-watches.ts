import { sql, type Sql } from '../../../../db/sql.ts';
import { joinIds } from '../../../../lib/ids.ts';

/** Lets those who watch pages watch them in the space to which these were moved. */
export const moveWatches = (
  reader: Sql,
  { from, to, ids }: { readonly from: string; readonly to: string; readonly ids: readonly string[] },
): Promise<unknown> =>
  reader.rows(sql`
    update watches w set "nodeId" = moved.next, "spaceId" = ${to}
    from unnest(${ids.map((id) => joinIds(id, from))}::text[], ${ids.map((id) => joinIds(id, to))}::text[]) moved(id, next)
    where w."nodeId" = moved.id and not exists (
      select from watches o where o."nodeId" = moved.next and o."userId" = w."userId")`);
