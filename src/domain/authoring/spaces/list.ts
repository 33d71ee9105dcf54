import { paginate, type KeysetList } from '../../../db/keyset.ts';
import type { Page, PageRequest } from '../../../lib/page.ts';
import type { RankColumns } from '../../../access/queries/visible-resources.ts';
import { requireScope } from '../../../access/policy.ts';
import { roleOfRank } from '../../../access/roles.ts';
import { authorizedCollection } from '../collections/collections.ts';
import type { Context } from '../../core/context.ts';
import { authorizedOrganization, getOrganization } from '../../people/organizations/organizations.ts';
import { openSpacesPage } from './open-list.ts';
import { collectionSpacesList, countSpaces, deletedSpacesList, spacesList, type SpacesQuery } from './queries.ts';
import { loadSpace, type Space } from './spaces.ts';

/**
 * Lists the spaces of an organization that the caller may read, newest first by default. Throws not_found when the caller
 * is not a member.
 */
export async function listSpaces(
  ctx: Context,
  organizationId: string,
  page: PageRequest,
  query: SpacesQuery = {},
): Promise<Page<Space>> {
  requireScope(ctx.actor, 'space:read');
  const isPlain = Object.values(query).every(isAbsent);
  const open = isPlain ? await openSpacesPage(ctx, organizationId, page) : null;
  if (open) return open;
  const list = spacesList(ctx.actor, organizationId, query);
  const isWhole = Object.entries(query).every(([name, value]) => name === 'orderBy' || isAbsent(value));
  const count = () => countSpaces(ctx.sql, ctx.actor, organizationId);
  const spaces = await listVisible(ctx, isWhole ? { ...list, count } : list, page);
  // Only members see spaces, so membership must be checked only for an empty page.
  if (spaces.items.length === 0) await getOrganization(ctx, organizationId);
  return spaces;
}

const isAbsent = (value: unknown) => value === null || value === undefined;

/** Lists the deleted spaces of an organization, which can be restored, the last deleted first. For its admins. */
export async function listDeletedSpaces(ctx: Context, organizationId: string, page: PageRequest): Promise<Page<Space>> {
  await authorizedOrganization(ctx, organizationId, 'viewDeletedSpaces');
  const rows = await paginate<{ readonly id: string }>(ctx, deletedSpacesList(organizationId), page);
  return { ...rows, items: await Promise.all(rows.items.map(({ id }) => loadSpace(ctx, id))) };
}

/** Lists the spaces directly in a collection that the caller may read, newest first by default. */
export async function listSpacesInCollection(
  ctx: Context,
  id: string,
  page: PageRequest,
  query: SpacesQuery = {},
): Promise<Page<Space>> {
  const { organizationId } = await authorizedCollection(ctx, id, 'listSpaces');
  return listVisible(ctx, collectionSpacesList(ctx.actor, { organizationId, collectionId: id }, query), page);
}

async function listVisible(ctx: Context, list: KeysetList, page: PageRequest): Promise<Page<Space>> {
  const rows = await paginate<Space & RankColumns>(ctx, list, page);
  for (const row of rows.items) Object.assign(row, { role: roleOfRank(row.rank), level: roleOfRank(row.levelRank) });
  return rows;
}
