import { paginate } from '../../../db/keyset.ts';
import { mapPage, type Page, type PageRequest } from '../../../lib/page.ts';
import { requireScope } from '../../../access/policy.ts';
import { findCollection, getCollection, type Collection } from '../collections/collections.ts';
import type { Context } from '../../core/context.ts';
import { getOrganization } from '../../people/organizations/organizations.ts';
import type { ChildrenQuery } from '../tree/list-query.ts';
import { childrenList, type ChildrenPlace, type ChildRow } from './queries.ts';
import { findSpace, type Space } from './spaces.ts';

/** An item of the sidebar: a space or a collection. */
export type Child = Space | Collection;

export const isSpace = (child: Child): child is Space => 'revisionId' in child;

/** Lists the spaces and collections at the top level of an organization that the caller may read, by position by default. */
export async function listTopLevel(
  ctx: Context,
  organizationId: string,
  page: PageRequest,
  query: ChildrenQuery,
): Promise<Page<Child>> {
  await getOrganization(ctx, organizationId);
  return listUnder(ctx, { organizationId, parentId: null, query }, page);
}

/** Lists the spaces and collections directly in a collection. Throws as `listTopLevel`. */
export async function listChildren(
  ctx: Context,
  id: string,
  page: PageRequest,
  query: ChildrenQuery,
): Promise<Page<Child>> {
  const { organizationId } = await getCollection(ctx, id);
  return listUnder(ctx, { organizationId, parentId: id, query }, page);
}

async function listUnder(
  ctx: Context,
  { query, ...place }: ChildrenPlace & { readonly query: ChildrenQuery },
  page: PageRequest,
): Promise<Page<Child>> {
  requireScope(ctx.actor, 'space:read');
  requireScope(ctx.actor, 'collection:read');
  const rows = await paginate<ChildRow>(ctx, childrenList(ctx.actor, place, query), page);
  const found = await Promise.all(
    rows.items.map(
      async ({ id, kind }) => [id, await (kind === 'space' ? findSpace : findCollection)(ctx, id)] as const,
    ),
  );
  const children = new Map(found);
  const isHere = ({ id }: ChildRow) => (children.get(id) ?? null) !== null;
  return mapPage({ ...rows, items: rows.items.filter(isHere) }, ({ id }) => children.get(id) as Child);
}
