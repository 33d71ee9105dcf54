import * as z from 'zod';
import { roles } from '../../domain/access/roles.ts';
import { teamRoles, type TeamRole } from '../../domain/teams/fields.ts';
import type { MemberFragment, MemberSpaceFragment, MemberTeamFragment } from '../__generated__/operations.ts';
import type { Resource } from '../route.ts';
import { given, RoleOrNull, Timestamp } from '../shared/schemas.ts';
import { Space, space } from '../spaces/resource.ts';
import { Team, team } from '../teams/resource.ts';
import { User, user } from '../users/resource.ts';

/** Contract 2.15. */
export const Member = z
  .strictObject({
    object: z.literal('member'),
    id: z.string(),
    role: RoleOrNull,
    user: User,
    disabled: z.boolean(),
    joinedAt: Timestamp,
    lastSeenAt: Timestamp.optional(),
    sso: z.boolean(),
    spaces: z.int(),
    teams: z.int(),
  })
  .meta({ id: 'Member' });

export const member: Resource<MemberFragment, z.infer<typeof Member>> = {
  schema: Member,
  present: (node) => ({
    object: 'member',
    id: node.id,
    role: given(node.role) ?? null,
    user: user.present(node.user),
    disabled: node.disabled,
    joinedAt: node.joinedAt,
    lastSeenAt: given(node.lastSeenAt),
    sso: node.sso,
    spaces: node.spaceCount,
    teams: node.teamCount,
  }),
};

/** Contract 4.12: item of a member's spaces. */
export const MemberSpace = z.strictObject({ permission: z.enum(roles), space: Space }).meta({ id: 'MemberSpace' });

export const memberSpace: Resource<MemberSpaceFragment, z.infer<typeof MemberSpace>> = {
  schema: MemberSpace,
  present: (node) => ({ permission: node.permission, space: space.present(node.space) }),
};

/** Contract 2.16. */
export const TeamRoleSchema = z.enum(Object.keys(teamRoles) as [TeamRole, ...TeamRole[]]);

/** Contract 4.12: item of a member's teams. */
export const MemberTeam = z
  .strictObject({ team: Team, member: z.strictObject({ role: TeamRoleSchema }) })
  .meta({ id: 'MemberTeam' });

export const memberTeam: Resource<MemberTeamFragment, z.infer<typeof MemberTeam>> = {
  schema: MemberTeam,
  present: (node) => ({ team: team.present(node.team), member: { role: node.role } }),
};

/** Contract 4.12. */
export const PingResult = z.strictObject({ serviceVisitorClaims: z.string().optional() }).meta({ id: 'PingResult' });
