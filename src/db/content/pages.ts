import { raw, sql, type Fragment } from '../sql.ts';
import { currentEntry, entriesAt, entriesById, entryAt, isPage, maxWalkDepth, type ContentState } from './states.ts';

/** A stored page. `PageAttributes` of the domain describes `attributes`. */
export interface PageRow {
  readonly id: string;
  readonly parentId: string | null;
  readonly type: string;
  readonly title: string;
  readonly slug: string | null;
  readonly documentId: string | null;
  readonly attributes: unknown;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A page with its path: the slugs from the top of the tree, joined by `/`. */
export type PageWithPath = PageRow & { readonly path: string };

/** SQL columns of `PageRow`, from entry `e`. */
export const pageColumns = raw(`e."entryId" as id, e."parentId", e.type, e.title, e.slug, e."documentId", e.attributes,
  e."createdAt", e."updatedAt"`);

/** Selects pages with their paths, by id. */
export const pagesById = (state: ContentState, ids: readonly string[]) => sql`
  with recursive chain(root, depth, "parentId", slug) as (
    select e."entryId", 0, e."parentId", e.slug
    from ${entriesById(state, ids)}
    union all
    select chain.root, chain.depth + 1, e."parentId", e.slug
    from chain cross join lateral ${entryAt(state, raw('chain."parentId"'))}
    where chain.depth < ${maxWalkDepth}::int
  ), paths as (select root, string_agg(slug, '/' order by depth desc) as path from chain group by root)
  select ${pageColumns}, paths.path from paths cross join lateral ${entryAt(state, raw('paths.root'))}
  where e.kind = 'page'`;

/** FROM item `e`: the page with a slug under a parent. Uses the expression of the index by parent. */
export const childBySlug = (state: ContentState, parentId: Fragment, slug: Fragment) =>
  entriesAt(state, {
    under: parentId,
    where: sql`coalesce(e.slug, e."entryId") = ${slug} and e.slug is not null and ${isPage}`,
  });

/** Selects the id of the page at a path, from the top down. `slugs` is SQL for a text array. */
export const pageIdByPath = (state: ContentState, slugs: Fragment) => sql`
  with recursive given as materialized (select ${slugs} as slugs
  ), walk(depth, id) as (
    select 1, e."entryId" from ${childBySlug(state, raw('null::text'), raw('(select slugs[1] from given)'))}
    union all
    select walk.depth + 1, e."entryId" from walk
    cross join lateral ${childBySlug(state, raw('walk.id'), raw('(select slugs from given)[walk.depth + 1]'))}
  )
  select id from walk where depth = (select cardinality(slugs) from given)`;

/**
 * CTEs `chain` and `paths` (spaceId, root, path) of a `with recursive`: the current paths of main pages. `wanted` is a
 * FROM item of that name with the columns spaceId and pageId.
 */
export const currentPaths = (wanted: Fragment) => sql`chain("spaceId", root, depth, "parentId", slug) as (
    select e.line, e."entryId", 0, e."parentId", e.slug
    from ${wanted} cross join lateral ${currentEntry('wanted."spaceId"', 'wanted."pageId"')} where ${isPage}
    union all
    select chain."spaceId", chain.root, chain.depth + 1, e."parentId", e.slug
    from chain cross join lateral ${currentEntry('chain."spaceId"', 'chain."parentId"')}
    where chain.depth < ${maxWalkDepth}::int
  ), paths as (
    select "spaceId", root, string_agg(slug, '/' order by depth desc) as path from chain group by "spaceId", root
  )`;
