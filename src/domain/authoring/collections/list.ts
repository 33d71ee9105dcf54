import { paginate, type KeysetList } from '../../../db/keyset.ts';
import type { Page, PageRequest } from '../../../lib/page.ts';
import type { RankColumns } from '../../../access/queries/visible-resources.ts';
import { requireScope } from '../../../access/policy.ts';
import { roleOfRank } from '../../../access/roles.ts';
import type { Context } from '../../core/context.ts';
import { getOrganization } from '../../people/organizations/organizations.ts';
import type { Collection } from './collections.ts';
import { collectionsList, type CollectionsQuery } from './queries.ts';

/** The collections of an organization that the caller may read, newest first by default. */
export async function listCollections(
  ctx: Context,
  query: CollectionsQuery,
  page: PageRequest,
): Promise<Page<Collection>> {
  requireScope(ctx.actor, 'collection:read');
  await getOrganization(ctx, query.organizationId);
  return listVisible(ctx, collectionsList(ctx.actor, query), page);
}

async function listVisible(ctx: Context, list: KeysetList, page: PageRequest): Promise<Page<Collection>> {
  const rows = await paginate<Collection & RankColumns>(ctx, list, page);
  for (const row of rows.items) Object.assign(row, { role: roleOfRank(row.rank), level: roleOfRank(row.levelRank) });
  return rows;
}
