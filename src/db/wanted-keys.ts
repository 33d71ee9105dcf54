import { sql, type Fragment } from './sql.ts';

/**
 * Relation `wanted` of keys within a group, such as pages of a space, with columns `group` and `id`. A statement that writes to the rows
 * of these keys joins it, and so looks each up by index. `= any(…)` beside a condition on the group is planned for a group of average
 * size, of which reading all is no dearer: then the write of one page reads the whole of a large space. `offset 0` keeps the
 * planner from seeing one group in all rows.
 */
export const wantedKeys = (group: string, ids: readonly string[]): Fragment =>
  sql`(select ${group}::text as "group", id from unnest(${ids}::text[]) id offset 0) wanted`;
