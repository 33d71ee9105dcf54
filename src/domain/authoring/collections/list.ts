import { paginate, type KeysetList } from '../../../db/keyset.ts';
import type { Page, PageRequest } from '../../../lib/page.ts';
import type { RankColumns } from '../../../access/queries/visible-resources.ts';
import { requireScope } from '../../../access/policy.ts';
import { roleOfRank } from '../../../access/roles.ts';
import type { Context } from '../../core/context.ts';
import { getOrganization } from '../../people/organizations/organizations.ts';
import type { Collection } from './collections.ts';
import { collectionsList } from './queries.ts';

interface CollectionsFilter {
  readonly organizationId: string;
  /** False lists only collections at the top level. */
  readonly nested: boolean;
}

/** The collections of an organization that the caller may read, newest first. */
export async function listCollections(
  ctx: Context,
  { organizationId, nested }: CollectionsFilter,
  page: PageRequest,
): Promise<Page<Collection>> {
  requireScope(ctx.actor, 'collection:read');
  await getOrganization(ctx, organizationId);
  return listVisible(ctx, collectionsList(ctx.actor, organizationId, nested), page);
}

async function listVisible(ctx: Context, list: KeysetList, page: PageRequest): Promise<Page<Collection>> {
  const rows = await paginate<Collection & RankColumns>(ctx, list, page);
  for (const row of rows.items) Object.assign(row, { role: roleOfRank(row.rank), level: roleOfRank(row.levelRank) });
  return rows;
}
