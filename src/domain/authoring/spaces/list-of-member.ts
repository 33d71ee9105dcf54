import { paginate } from '../../../db/keyset.ts';
import { mapPage, type Page, type PageRequest } from '../../../lib/page.ts';
import type { RankColumns } from '../../../access/queries/visible-resources.ts';
import { roleOfRank, type Role } from '../../../access/roles.ts';
import type { Context } from '../../core/context.ts';
import { countSpaces } from './queries.ts';
import type { Space } from './spaces.ts';
import { authorizedMember, type MemberKey } from '../../people/members/members.ts';
import { memberSpacesList } from '../../people/members/queries.ts';

/** A space that a member may read. */
export interface MemberSpace {
  /** The member's effective role on the space. */
  readonly permission: Role;
  /** The space with the caller's access. */
  readonly space: Space;
}

type RankedSpace = Omit<Space, 'role' | 'level'> & RankColumns;

/** Lists the spaces that a member may read, newest first. Requires `admin`, or to be the member. */
export async function listMemberSpaces(
  ctx: Context,
  { member: key, order }: { readonly member: MemberKey; readonly order?: 'asc' | 'desc' | null | undefined },
  page: PageRequest,
): Promise<Page<MemberSpace>> {
  await authorizedMember(ctx, key, 'readAccess');
  const isSelf = key.userId === ctx.actor.userId;
  const member = { ...ctx.actor, userId: key.userId };
  const count = () => countSpaces(ctx.sql, member, key.organizationId);
  const list = { ...memberSpacesList(member, key.organizationId, order ?? 'desc'), count };
  return mapPage(await paginate<RankedSpace>(ctx, list, page), ({ rank, levelRank, ...space }) => {
    const permission = roleOfRank(rank) ?? 'read';
    // Admins of the organization are admins of every space.
    return { permission, space: { ...space, role: isSelf ? permission : 'admin', level: roleOfRank(levelRank) } };
  });
}
