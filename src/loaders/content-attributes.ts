import { raw, sql, type Sql } from '../db/sql.ts';
import type { PageAttributes } from '../domain/content/fields.ts';
import { byState, entryAt } from './content.ts';

/** What entries hold beside their texts, by their ids. */
export const attributesLoader = (reader: Sql) =>
  byState(async (state, ids) => {
    const rows = await reader.rows<{ id: string; attributes: PageAttributes }>(sql`
      select wanted.id, e.attributes
      from unnest(${ids}::text[]) wanted(id) cross join lateral ${entryAt(state, raw('wanted.id'))}`);
    const found = new Map(rows.map(({ id, attributes }) => [id, attributes]));
    return (id) => found.get(id) ?? null;
  });
