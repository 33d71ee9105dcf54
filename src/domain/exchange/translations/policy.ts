import type { Membership } from '../../../access/effective-role.ts';
import { needsRole, rule, type Policy } from '../../../access/policy.ts';

export interface TranslationFacts {
  /** The caller's membership in the organization. */
  readonly membership: Membership;
}

const needs = needsRole(({ membership }: TranslationFacts) => membership?.role ?? null);

/** Who may do what with translations. See docs/reference/access.md. */
export const translationPolicy = {
  kind: 'translation settings',
  rules: {
    view: rule('org:translations:read', (_actor, { membership }) => membership !== null),
    read: rule('org:translations:read', needs('read')),
    edit: rule('org:translations:write', needs('create')),
  },
} satisfies Policy<string, TranslationFacts>;
