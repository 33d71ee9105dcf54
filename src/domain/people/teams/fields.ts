import * as z from 'zod';
import { choice, Id, named } from '../../../lib/form-types.ts';
import { notBlank } from '../../../lib/not-blank.ts';

export const maxTeamTitle = 64;

export const TeamTitle = z
  .string()
  .min(1, { abort: true })
  .max(maxTeamTitle)
  .refine(...notBlank);

const teamRoles = {
  owner: 'Manages the members of the team.',
  member: 'Has the access that is granted to the team.',
} as const;
export type TeamRole = keyof typeof teamRoles;
export const TeamMemberRole = choice('TeamMemberRole', 'Role of a member in a team.', teamRoles);

/** Maximum number of users in one request. */
const maxNamed = 1_000;

/** Users by id or email address. */
export const UserNames = z.array(z.string().max(254)).max(maxNamed);

/** Users by id. */
export const UserIds = z.array(Id.max(254)).max(maxNamed);

/** Roles in the team by user id or email address. */
export const Memberships = named(
  {
    name: 'TeamMembership',
    description: 'The role of a user in a team.',
    entry: { key: ['user', 'Id or email address of the user.'] },
  },
  z.record(z.string().max(254), z.object({ role: TeamMemberRole.describe('Role of the user in the team.') })),
).refine((map) => Object.keys(map).length <= maxNamed, `must name at most ${maxNamed} users`);
