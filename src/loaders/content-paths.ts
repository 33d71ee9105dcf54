import { raw, sql, type Fragment } from '../db/sql.ts';
import { childOfSlug, entryAt, isPage, maxDepth, type ContentState } from './content.ts';

/** What a slug under a parent leads to, and whether it does so by a redirect: an item of FROM named `step`. */
const stepTo = (state: ContentState, parentId: Fragment, slug: Fragment) => sql`(
    select e."entryId" as id, 0 as moved from ${childOfSlug(state, parentId, slug)}
    union all
    select e."entryId", 1 from page_redirects r cross join lateral ${entryAt(state, raw('r."pageId"'))}
    where r."spaceId" = ${state.spaceId} and r."parentId" = coalesce(${parentId}, '') and r.slug = ${slug}
  ) step`;

/**
 * The id of the page that slugs led to before pages moved: step by step, by what is there or by what was. Of several
 * ways the one with the fewest redirects counts.
 */
export const formerPageIdAt = (state: ContentState, slugs: readonly string[]) => sql`
  with recursive walk(depth, id, moved) as (
    select 1, step.id, step.moved from ${stepTo(state, raw('null::text'), sql`(${slugs}::text[])[1]`)}
    union
    select walk.depth + 1, step.id, walk.moved + step.moved from walk
    cross join lateral ${stepTo(state, raw('walk.id'), sql`(${slugs}::text[])[walk.depth + 1]`)}
    where walk.depth < ${slugs.length}::int
  )
  select id from walk where depth = ${slugs.length}::int order by moved, id limit 1`;

/** What main content has of an entry `e` as it is now. */
export const isNow = raw('e."toSeq" is null and not e.deleted');

/**
 * Tables `chain` and `paths` (spaceId, root, path) of a `with recursive`: where pages of main content are as it is now.
 * `wanted` is an item of FROM of that name with their spaceId and pageId.
 */
export const pathsNow = (wanted: Fragment) => sql`chain("spaceId", root, depth, "parentId", slug) as (
    select e.line, e."entryId", 0, e."parentId", e.slug
    from ${wanted} join content_entries e
      on e.line = wanted."spaceId" and e."entryId" = wanted."pageId" and ${isNow} and ${isPage}
    union all
    select chain."spaceId", chain.root, chain.depth + 1, e."parentId", e.slug
    from chain join content_entries e on e.line = chain."spaceId" and e."entryId" = chain."parentId" and ${isNow}
    where chain.depth < ${maxDepth}::int
  ), paths as (
    select "spaceId", root, string_agg(slug, '/' order by depth desc) as path from chain group by "spaceId", root
  )`;
