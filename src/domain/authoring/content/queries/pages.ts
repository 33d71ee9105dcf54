import { childBySlug, pageIdByPath } from '../../../../db/content/pages.ts';
import { entryAt, isCurrentUnder, isPage, type ContentState } from '../../../../db/content/states.ts';
import { raw, sql, type Fragment, type Sql } from '../../../../db/sql.ts';

/** Finds the id of the page at a path of slugs. */
export async function findPageIdByPath(reader: Sql, state: ContentState, slugs: readonly string[]) {
  const row = await reader.first<{ id: string }>(pageIdByPath(state, sql`${slugs}::text[]`));
  return row?.id ?? null;
}

/** Lists the slugs of the pages at the top of a space that begin with one of the texts, in lower case. */
export async function listTopSlugs(reader: Sql, spaceId: string, starts: readonly string[]): Promise<string[]> {
  const rows = await reader.rows<{ slug: string }>(sql`
    select lower(e.slug) as slug from content_entries e
    where ${isCurrentUnder(spaceId, raw('null::text'))} and ${isPage} and e.slug is not null
      and exists (select from unnest(${[...starts]}::text[]) start where starts_with(lower(e.slug), start))`);
  return rows.map(({ slug }) => slug);
}

/**
 * Finds the id of the page that had a path before pages were moved or renamed. Each step follows the current tree or a
 * redirect; a redirect at the top may replace several slugs. The result with the fewest redirects wins.
 */
export async function findPageIdByFormerPath(reader: Sql, state: ContentState, slugs: readonly string[]) {
  const longer = slugs.map((_none, at) => slugs.slice(0, at + 1).join('/')).slice(1);
  const row = await reader.first<{ id: string }>(sql`
  with recursive walk(depth, id, moved) as (
    (select 1, step.id, step.moved from ${stepTo(state, raw('null::text'), sql`(${slugs}::text[])[1]`)}
    union
    select cardinality(string_to_array(r.slug, '/')), e."entryId", 1
    from page_redirects r cross join lateral ${entryAt(state, raw('r."pageId"'))}
    where r."spaceId" = ${state.spaceId} and r."parentId" = '' and r.slug = any(${longer}::text[]))
    union
    select walk.depth + 1, step.id, walk.moved + step.moved from walk
    cross join lateral ${stepTo(state, raw('walk.id'), sql`(${slugs}::text[])[walk.depth + 1]`)}
    where walk.depth < ${slugs.length}::int
  )
  select id from walk where depth = ${slugs.length}::int order by moved, id limit 1`);
  return row?.id ?? null;
}

/**
 * FROM item `step`: the pages that a slug below a parent leads to, in the current tree or by a redirect (`moved` 1).
 */
const stepTo = (state: ContentState, parentId: Fragment, slug: Fragment) => sql`(
    select e."entryId" as id, 0 as moved from ${childBySlug(state, parentId, slug)}
    union all
    select e."entryId", 1 from page_redirects r cross join lateral ${entryAt(state, raw('r."pageId"'))}
    where r."spaceId" = ${state.spaceId} and r."parentId" = coalesce(${parentId}, '') and r.slug = ${slug}
  ) step`;
