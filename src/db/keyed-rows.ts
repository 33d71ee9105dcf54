import { raw, sql, type Fragment } from './sql.ts';

interface KeyedRows {
  readonly table: 'content_entries' | 'search_pages';
  readonly column: 'entryId' | 'pageId';
  readonly keys: readonly string[];
  /** SQL condition on the row `x` beside its key, which an index has before the key. */
  readonly where: Fragment;
}

/**
 * SQL condition for writing to those rows of a table that have one of some keys within a group, such as pages of a space. Each is looked
 * up by index. `= any(…)` beside a condition on the group is planned for a group of average size, of which reading all is no dearer:
 * then the write of one page reads the whole of a large space.
 */
export const isKeyedRow = ({ table, column, keys, where }: KeyedRows): Fragment => sql`ctid = any(array(
    select found.ctid from unnest(${keys}::text[]) wanted(id)
    cross join lateral (select x.ctid from ${raw(table)} x where x.${raw(`"${column}"`)} = wanted.id and ${where} offset 0) found))`;
