import { paginate } from '../../db/keyset.ts';
import { sql, type Fragment } from '../../db/sql.ts';
import type { Page, PageRequest } from '../../lib/page.ts';
import { accessTree, collectionRankColumns, collectionTreeJoin, collectionVisible } from '../../loaders/access.ts';
import { requireScope } from '../access/policy.ts';
import { roleOfRank } from '../access/roles.ts';
import type { Context } from '../context.ts';
import { getOrganization } from '../organizations/organizations.ts';
import { listedSpaces } from '../spaces/spaces.ts';
import type { Space } from '../spaces/spaces.ts';
import { authorizedCollection, getCollection, type Collection } from './collections.ts';

interface OfOrganization {
  readonly organizationId: string;
  /** False: only those at the top. */
  readonly nested: boolean;
}

/** The collections of an organization that the caller may read, newest first. Contract 4.3. */
export async function listCollections(
  ctx: Context,
  { organizationId, nested }: OfOrganization,
  page: PageRequest,
): Promise<Page<Collection>> {
  requireScope(ctx.actor, 'collection:read');
  await getOrganization(ctx, organizationId);
  return collectionsWhere(
    ctx,
    {
      organizationId,
      name: 'collections',
      filters: [organizationId, nested],
      where: nested ? null : sql`c."parentId" is null`,
      sort: { by: 'c."createdAt"', type: 'timestamptz', direction: 'desc' },
    },
    page,
  );
}

/** The readable collections right inside a collection, in their order. */
export async function listChildren(ctx: Context, id: string, page: PageRequest): Promise<Page<Collection>> {
  const { organizationId } = await getCollection(ctx, id);
  return collectionsWhere(
    ctx,
    {
      organizationId,
      name: 'children',
      filters: [id],
      where: sql`c."parentId" = ${id}`,
      sort: { by: 'c.position collate "C"', type: 'text', direction: 'asc' },
    },
    page,
  );
}

/** The readable spaces right inside a collection, newest first. Contract 4.3. */
export async function listSpacesIn(ctx: Context, id: string, page: PageRequest): Promise<Page<Space>> {
  const { organizationId } = await authorizedCollection(ctx, id, 'listSpaces');
  return listedSpaces(
    ctx,
    organizationId,
    { name: 'collection-spaces', filters: [id], where: sql`s."parentId" = ${id}` },
    page,
  );
}

interface CollectionList {
  readonly organizationId: string;
  readonly name: string;
  readonly filters: unknown;
  readonly where: Fragment | null;
  readonly sort: { readonly by: string; readonly type: 'timestamptz' | 'text'; readonly direction: 'asc' | 'desc' };
}

async function collectionsWhere(ctx: Context, list: CollectionList, page: PageRequest): Promise<Page<Collection>> {
  const { organizationId, name, filters, where, sort } = list;
  const found = await paginate<Collection & { rank: number; levelRank: number }>(
    ctx,
    {
      name,
      filters,
      with: accessTree(organizationId, ctx.actor),
      select: sql`c.*, ${collectionRankColumns}`,
      from: sql`from collections c ${collectionTreeJoin}`,
      where: [sql`c."organizationId" = ${organizationId}`, collectionVisible, where],
      sort: { by: sort.by, type: sort.type, id: 'c.id' },
      direction: sort.direction,
    },
    page,
  );
  for (const row of found.items) Object.assign(row, { role: roleOfRank(row.rank), level: roleOfRank(row.levelRank) });
  return found;
}
