import * as z from 'zod';

/** Contract part 8. */
export const TeamTitle = z.string().min(1).max(64);

/** Contract 2.16. */
export const teamRoles = {
  owner: 'Can manage the members of the team.',
  member: 'Is in the team.',
} as const;
export type TeamRole = keyof typeof teamRoles;

/** People one request may name. */
const maxNamed = 1_000;

/** Users by id or address. */
export const UserNames = z.array(z.string().max(254)).max(maxNamed);

/** Contract 4.13 `memberships`: users, by id or address, to their role in the team. */
export const Memberships = z
  .record(z.string().max(254), z.object({ role: z.enum(Object.keys(teamRoles) as [TeamRole, ...TeamRole[]]) }))
  .refine((map) => Object.keys(map).length <= maxNamed, `must name ${maxNamed} users at most`);
