import type { Membership } from '../../../access/effective-role.ts';
import { rule, type Policy } from '../../../access/policy.ts';
import { atLeast } from '../../../access/roles.ts';
import type { TeamRole } from './fields.ts';

export interface TeamFacts {
  /** The caller's membership in the organization. */
  readonly membership: Membership;
  /** The caller's role in the team; null when the caller is not in it. */
  readonly teamRole: TeamRole | null;
}

const isAdmin = (_actor: unknown, { membership }: TeamFacts) => membership?.role === 'admin';

/** Who may do what with a team. See docs/reference/access.md. */
export const teamPolicy = {
  kind: 'team',
  rules: {
    view: rule('org:teams:read', (_actor, { membership }) => membership !== null),
    read: rule(
      'org:teams:read',
      (_actor, { membership, teamRole }) =>
        membership !== null && (teamRole !== null || atLeast(membership.role, 'read')),
    ),
    /** Includes managing the members. */
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
