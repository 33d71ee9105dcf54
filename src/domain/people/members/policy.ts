import type { Membership } from '../../../access/effective-role.ts';
import { rule, type Policy } from '../../../access/policy.ts';
import { atLeast } from '../../../access/roles.ts';

export interface MemberFacts {
  /** The caller's membership. */
  readonly membership: Membership;
  /** Whether the caller is the member. */
  readonly isSelf: boolean;
}

const isAdmin = (_actor: unknown, { membership }: MemberFacts) => membership?.role === 'admin';

/** Who may do what with a member. See docs/reference/access.md. */
export const memberPolicy = {
  kind: 'member',
  rules: {
    view: rule('org:members:read', (_actor, { membership }) => membership !== null),
    read: rule(
      'org:members:read',
      (_actor, { membership, isSelf }) => isSelf || atLeast(membership?.role ?? null, 'read'),
    ),
    readAccess: rule('org:members:read', (actor, facts) => facts.isSelf || isAdmin(actor, facts)),
    update: rule('org:members:write', isAdmin),
    remove: rule('org:members:write', (actor, facts) => facts.isSelf || isAdmin(actor, facts)),
  },
} satisfies Policy<string, MemberFacts>;

export type MemberAction = Exclude<keyof typeof memberPolicy.rules, 'view'>;
