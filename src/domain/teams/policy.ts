import type { Membership } from '../access/effective.ts';
import { rule, type Policy } from '../access/policy.ts';
import { atLeast } from '../access/roles.ts';
import type { TeamRole } from './fields.ts';

export interface TeamFacts {
  /** The caller in the organization. */
  readonly membership: Membership;
  /** The caller in the team. */
  readonly teamRole: TeamRole | null;
}

const isAdmin = (_actor: unknown, { membership }: TeamFacts) => membership?.role === 'admin';

/** Rows 114 to 122 of the authorisation matrix. */
export const teamPolicy = {
  kind: 'team',
  rules: {
    view: rule('org:teams:read', (_actor, { membership }) => membership !== null),
    read: rule(
      'org:teams:read',
      (_actor, { membership, teamRole }) =>
        membership !== null && (teamRole !== null || atLeast(membership.role, 'read')),
    ),
    /** Contract 2.16 `permissions.admin`: manage the members. */
    admin: rule(
      'org:teams:write',
      (actor, facts) => isAdmin(actor, facts) || (facts.membership !== null && facts.teamRole === 'owner'),
    ),
    leave: rule(
      'org:teams:write',
      (actor, facts) => isAdmin(actor, facts) || (facts.membership !== null && facts.teamRole !== null),
    ),
    update: rule('org:teams:write', isAdmin),
    delete: rule('org:teams:write', isAdmin),
  },
} satisfies Policy<string, TeamFacts>;

export type TeamAction = Exclude<keyof typeof teamPolicy.rules, 'view'>;
