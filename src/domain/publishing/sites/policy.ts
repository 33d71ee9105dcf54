import { needsRole, rule, type Policy } from '../../../access/policy.ts';
import type { Role } from '../../../access/roles.ts';

export interface SiteFacts {
  /** The caller's effective role: granted on the site, or that of the membership. */
  readonly role: Role | null;
}

const needs = needsRole(({ role }: SiteFacts) => role);

/** Who may do what with a site, among members. For other readers see visibility.ts and docs/reference/sites.md. */
export const sitePolicy = {
  kind: 'site',
  rules: {
    view: rule('site:read', needs('read')),
    readStructure: rule('site:read', needs('read')),
    edit: rule('site:write', needs('create')),
    admin: rule('site:write', needs('admin')),
    viewGrants: rule('site:read', needs('admin')),
    viewInsights: rule('site:read', needs('create')),
    viewAudience: rule('site:read', needs('admin')),
  },
} satisfies Policy<string, SiteFacts>;

export type SiteAction = keyof typeof sitePolicy.rules;

/** The flags of the `permissions` object. */
export const siteFlags = ['view', 'edit', 'admin'] as const;
