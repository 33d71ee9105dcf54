import { raw, sql, type Fragment } from '../../../../db/sql.ts';
import type { Actor } from '../../../../access/actor.ts';
import { accessTree, spaceTreeJoin, spaceVisible } from '../../../../access/queries/visible-resources.ts';
import { keyPlaceholder } from '../../../../text/search/vector.ts';
import type { SearchView } from '../ts-queries.ts';
import { isStored, viewedPages } from './tables.ts';

/**
 * The spaces to search: those of an organization that the caller may read, or given spaces of an organization that the caller is
 * known to read.
 */
export type SearchScope = { readonly organizationId: string } & (
  | { readonly actor: Actor }
  | { readonly spaceIds: readonly string[] }
);

/** Maximum number of spaces that are asked by their own keys. Of more, the words are asked by the key of the organization. */
export const maxFew = 40;

/**
 * Start of a statement that searches a scope. It defines the CTE `few`, some spaces of the scope: all of them unless `isMany`, which
 * are those that `inScope` tells.
 */
export const searchedSpaces = (scope: SearchScope | { readonly spaceId: string }): Fragment => {
  if ('spaceId' in scope) return sql`with recursive few as materialized (select ${scope.spaceId}::text as id)`;
  if ('spaceIds' in scope)
    return sql`with recursive given as materialized (select id from unnest(${scope.spaceIds}::text[]) given(id)
      ), few as materialized (select id from given limit ${maxFew + 1}::int)`;
  return sql`${accessTree(scope.organizationId, scope.actor)}, few as materialized (
    select s.id from ${visibleSpaces(scope)} order by s."createdAt", s.id limit ${maxFew + 1}::int)`;
};

/** SQL condition: the scope has more spaces than `few`. Nothing that it precedes is read when it is false. */
export const isMany = raw(`((select count(*) from few) > ${maxFew})`);

/** Selects the spaces that are searched by their own keys. */
export const fewSpaces = sql`select id from few where not ${isMany}`;

/** FROM item and conditions: the spaces `s` of an organization that the caller may read. An index alone answers it. */
const visibleSpaces = ({ organizationId }: SearchScope) => sql`spaces s ${spaceTreeJoin}
    where s."organizationId" = ${organizationId} and s."deletedAt" is null and ${spaceVisible}`;

/** SQL condition: a space is in the scope. `spaceId` is an SQL expression. */
export const inScope = (scope: SearchScope, spaceId: string): Fragment =>
  'spaceIds' in scope
    ? isAmong(spaceId, raw('select id from given'))
    : sql`exists (select from ${visibleSpaces(scope)} and s.id = ${raw(spaceId)} offset 0)`;

/**
 * SQL condition: an id is among those that a statement selects, which is read once. Planned as a join, either side could be asked
 * again for each row of the other.
 */
export const isAmong = (id: string, ids: Fragment): Fragment => sql`(${raw(id)} in (${ids})) is true`;

/** Most pages whose spaces are looked up one by one. */
const maxLookedUp = 500;

/**
 * Defines `hits`, the spaces that a statement selects, and `found_of_many`, those of them that are in the scope. The statement may
 * name a space several times.
 */
export const foundOfMany = (scope: SearchScope, hits: Fragment): Fragment => {
  const all = raw('select id from hits');
  const areFew = raw('(select are_few from hit_count)');
  const found =
    'spaceIds' in scope
      ? sql`select id from given where ${isAmong('id', all)}`
      : sql`select id from (select distinct id from hits where ${areFew}) hits where ${inScope(scope, 'hits.id')}
      union all
      select s.id from ${visibleSpaces(scope)} and not ${areFew} and ${isAmong('s.id', all)}`;
  return sql`hits as materialized (${hits}
  ), hit_count as materialized (select count(*) <= ${maxLookedUp}::int as are_few from hits
  ), found_of_many as (${found})`;
};

interface OrganizationPages {
  readonly view: SearchView | undefined;
  /** SQL condition on the whole: whether the index is asked at all. */
  readonly isAsked: Fragment;
  /** SQL condition on page `p`, besides the words. */
  readonly condition?: Fragment | undefined;
}

/**
 * Selects the pages (spaceId, words) of the organization of a scope that match a tsquery, in which `keyPlaceholder` stands for the
 * key. The caller may not see all of them.
 */
export const pagesOfOrganization = (
  { organizationId }: SearchScope,
  query: Fragment,
  { view, isAsked, condition }: OrganizationPages,
): Fragment => {
  const ofPage = sql`exists (select from search_pages p
      where p."spaceId" = w."spaceId" and p."pageId" = w."pageId" and ${condition ?? raw('true')})`;
  const stored = sql`select w."spaceId", w.words from search_page_words w
    where ${isAsked} and w.words @@ replace(${query}, ${keyPlaceholder}, right(${organizationId}, 10))::tsquery
      and ${condition === undefined ? raw('true') : ofPage}`;
  if (view === undefined) return stored;
  return sql`${stored} and ${isStored('w', view)}
    union all
    select p."spaceId", p.words from ${viewedPages(view)} p
    where ${isAsked} and p.words @@ replace(${query}, ${keyPlaceholder}, right(p."spaceId", 10))::tsquery and ${condition ?? raw('true')}`;
};
