import { paginate } from '../../db/keyset.ts';
import { raw, sql } from '../../db/sql.ts';
import { mapPage, type Page, type PageRequest } from '../../lib/page.ts';
import { effectiveRanks } from '../../loaders/access.ts';
import { roleOfRank, type Role } from '../access/roles.ts';
import type { Context } from '../context.ts';
import { grantTarget, type ContentReference } from './target.ts';

/** What a member may do with a space or collection, wherever the right comes from. */
export interface EffectiveAccess {
  readonly userId: string;
  readonly role: Role;
}

interface AccessList extends ContentReference {
  /** Only members with exactly this role; null for all with any. */
  readonly role: Role | null;
}

/** Every member of the organization with access to a space or collection, last joined first. Needs admin on it. */
export async function listEffectiveAccess(
  ctx: Context,
  { role, ...content }: AccessList,
  page: PageRequest,
): Promise<Page<EffectiveAccess>> {
  const { organizationId, on } = await grantTarget(ctx, content, 'viewGrants');
  const found = await paginate<{ userId: string; rank: number }>(
    ctx,
    {
      name: 'effective-access',
      filters: [on, role],
      ...effectiveRanks(organizationId, on),
      select: raw('held."userId", held.rank'),
      where: [role === null ? sql`held.rank >= 1` : sql`held.rank = role_rank(${role})`],
      sort: { by: 'held."joinedAt"', type: 'timestamptz', id: 'held."userId"' },
      direction: 'desc',
    },
    page,
  );
  return mapPage(found, ({ userId, rank }) => ({ userId, role: roleOfRank(rank) ?? 'read' }));
}
