import { childrenAt, entriesById, entryAt, entryColumns, type ContentState } from '../../../../db/content/states.ts';
import { raw, sql, type Sql } from '../../../../db/sql.ts';
import type { EntryState } from '../../../../text/content/changes.ts';

/** Lists entries of a state in the form in which they are written. Unknown ids are skipped. */
export const listEntries = (reader: Sql, state: ContentState, ids: readonly string[]): Promise<EntryState[]> =>
  reader.rows<EntryState>(sql`
    select ${entryColumns}
    from ${entriesById(state, ids)}`);

/** Lists those ids that exist in any state of a space, including its history and its change requests. */
export async function listKnownEntries(reader: Sql, spaceId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await reader.rows<{ id: string }>(sql`
    select id from unnest(${ids}::text[]) wanted(id) cross join lateral (
      select from content_entries e where e."spaceId" = ${spaceId} and e."entryId" = wanted.id limit 1) known`);
  return rows.map(({ id }) => id);
}

/** Order key and slug of a page, for placing others beside it. */
export interface Sibling {
  readonly id: string;
  readonly position: string;
  readonly slug: string | null;
}

/** Lists the pages directly below a parent or at the top, in order. */
export const listSiblings = (reader: Sql, state: ContentState, parentId: string | null): Promise<Sibling[]> =>
  reader.rows<Sibling>(sql`
    select e."entryId" as id, e.position, e.slug
    from ${childrenAt(state, sql`${parentId}::text`)} order by e.position, e."entryId"`);

/** Lists the pages directly below several parents, in order; null is the top. */
export const listChildPages = (reader: Sql, state: ContentState, parentIds: readonly (string | null)[]) =>
  reader.rows<Sibling & { readonly parentId: string | null }>(sql`
    select e."entryId" as id, e."parentId", e.position, e.slug
    from unnest(${parentIds}::text[]) wanted(id) cross join lateral ${childrenAt(state, raw('wanted.id'))}
    order by e.position, e."entryId"`);

/** Lists pages and all their ancestors, each with its parent. */
export const listAncestors = (reader: Sql, state: ContentState, ids: readonly string[]) =>
  reader.rows<{ id: string; parentId: string | null }>(sql`
    with recursive chain(id, "parentId") as (
      select e."entryId", e."parentId"
      from ${entriesById(state, ids)}
      union
      select e."entryId", e."parentId" from chain cross join lateral ${entryAt(state, raw('chain."parentId"'))}
    )
    select id, "parentId" from chain`);

/** Lists all descendants of pages, each with its parent. */
export const listDescendants = (reader: Sql, state: ContentState, ids: readonly string[]) =>
  reader.rows<{ id: string; parentId: string }>(sql`
    with recursive below(id, "parentId") as (
      select e."entryId", e."parentId"
      from unnest(${ids}::text[]) wanted(id) cross join lateral ${childrenAt(state, raw('wanted.id'))}
      union
      select e."entryId", e."parentId" from below cross join lateral ${childrenAt(state, raw('below.id'))}
    )
    select id, "parentId" from below`);

interface MovedPages {
  readonly ids: readonly string[];
  readonly parentIds: readonly string[];
  /** A new page has no descendants except pages that are moved with it. */
  readonly areNew: readonly boolean[];
}

/** Finds the first page whose subtree, below its given parent, would exceed `maxDepth` levels. */
export async function findTooDeepPage(
  reader: Sql,
  state: ContentState,
  { ids, parentIds, areNew }: MovedPages,
  maxDepth: number,
): Promise<string | null> {
  const row = await reader.first<{ root: string }>(sql`
    with recursive above(root, "parentId", depth) as (
      select wanted.id, e."parentId", 1
      from ${entriesById(state, [...new Set(parentIds)])}
      union all
      select above.root, e."parentId", above.depth + 1
      from above cross join lateral ${entryAt(state, raw('above."parentId"'))} where above.depth <= ${maxDepth}::int
    ), level as (select root, max(depth) as depth from above group by root
    ), below(root, id, depth, "isNew") as (
      select placed.id, placed.id collate "C", level.depth + 1, placed."isNew"
      from unnest(${ids}::text[], ${parentIds}::text[],
        ${areNew}::boolean[]) placed(id, "parentId", "isNew")
      join level on level.root = placed."parentId"
      union all
      select below.root, e."entryId", below.depth + 1, false
      from below cross join lateral ${childrenAt(state, raw('below.id'))}
      where not below."isNew" and below.depth <= ${maxDepth}::int
    )
    select root from below where depth > ${maxDepth}::int order by root limit 1`);
  return row?.root ?? null;
}
