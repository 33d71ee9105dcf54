import { paginate } from '../../db/keyset.ts';
import { sql } from '../../db/sql.ts';
import { mapPage, type Page, type PageRequest } from '../../lib/page.ts';
import { accessTree, spaceRankColumns, spaceTreeJoin, spaceVisible } from '../../loaders/access.ts';
import { roleOfRank, type Role } from '../access/roles.ts';
import type { Context } from '../context.ts';
import type { Space } from '../spaces/spaces.ts';
import { authorizedMember, type MemberKey } from './members.ts';

/** A space a member may read, and as what. */
export interface MemberSpace {
  readonly permission: Role;
  readonly space: Space;
}

type RankedRow = Omit<Space, 'role' | 'level'> & { readonly rank: number; readonly levelRank: number };

/** The spaces a member may read, newest first. For the member and for admins. Throws not_found, forbidden. */
export async function listMemberSpaces(
  ctx: Context,
  { member: key, order }: { readonly member: MemberKey; readonly order?: 'asc' | 'desc' | null | undefined },
  page: PageRequest,
): Promise<Page<MemberSpace>> {
  await authorizedMember(ctx, key, 'readAccess');
  const isSelf = key.userId === ctx.actor.userId;
  const found = await paginate<RankedRow>(
    ctx,
    {
      name: 'member-spaces',
      filters: [key.organizationId, key.userId, order ?? 'desc'],
      with: accessTree(key.organizationId, { ...ctx.actor, userId: key.userId }),
      select: sql`s.*, ${spaceRankColumns}`,
      from: sql`from spaces s ${spaceTreeJoin}`,
      where: [sql`s."organizationId" = ${key.organizationId} and s."deletedAt" is null`, spaceVisible],
      sort: { by: 's."createdAt"', type: 'timestamptz', id: 's.id' },
      direction: order ?? 'desc',
    },
    page,
  );
  return mapPage(found, ({ rank, levelRank, ...space }) => {
    const permission = roleOfRank(rank) ?? 'read';
    // Who asks is the member, or an admin: nobody else gets here, and admins are admin everywhere.
    return { permission, space: { ...space, role: isSelf ? permission : 'admin', level: roleOfRank(levelRank) } };
  });
}
