import type { Membership } from '../../../access/effective-role.ts';
import { needsRoleOrInstallation, rule, type Policy } from '../../../access/policy.ts';
import type { SpecVisibility } from './fields.ts';

export interface OpenApiSpecFacts {
  /** The caller's membership in the organization. */
  readonly membership: Membership;
  readonly visibility: SpecVisibility;
}

/**
 * Who may do what with a specification. `read` also applies to the pages computed from it. See
 * docs/reference/access.md.
 */
export const openApiSpecPolicy = {
  kind: 'OpenAPI spec',
  rules: {
    view: rule('openapi:read', (_actor, { membership }) => membership !== null),
    read: rule(
      'openapi:read',
      (actor, facts) =>
        facts.membership !== null && (facts.visibility === 'public' || needsRoleOrInstallation('read')(actor, facts)),
    ),
    edit: rule('openapi:write', needsRoleOrInstallation('create')),
  },
} satisfies Policy<string, OpenApiSpecFacts>;

export type OpenApiSpecAction = Exclude<keyof typeof openApiSpecPolicy.rules, 'view'>;
