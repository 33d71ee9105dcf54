import * as z from 'zod';
import type { EffectiveAccessFragment, TeamGrantFragment, UserGrantFragment } from '../__generated__/operations.ts';
import type { Resource } from '../route.ts';
import { given, RoleOrNull } from '../shared/schemas.ts';
import { Team, team } from '../teams/resource.ts';
import { User, user } from '../users/resource.ts';

/** What a user may do with a space or collection. */
const UserContentPermission = z
  .strictObject({ permission: RoleOrNull, user: User })
  .meta({ id: 'UserContentPermission' });

type UserPermission = z.infer<typeof UserContentPermission>;

/** The role is null for a guest. */
export const userPermission: Resource<UserGrantFragment | EffectiveAccessFragment, UserPermission> = {
  schema: UserContentPermission,
  present: (node) => {
    if (!node.user) throw new Error('A grant of a user is without its user');
    return { permission: given(node.role) ?? null, user: user.present(node.user) };
  },
};

/** What a team was given on a space or collection. */
export const TeamContentPermission = z
  .strictObject({ permission: RoleOrNull, team: Team })
  .meta({ id: 'TeamContentPermission' });

export const teamPermission: Resource<TeamGrantFragment, z.infer<typeof TeamContentPermission>> = {
  schema: TeamContentPermission,
  present: (node) => {
    if (!node.team) throw new Error('A grant of a team is without its team');
    return { permission: given(node.role) ?? null, team: team.present(node.team) };
  },
};
