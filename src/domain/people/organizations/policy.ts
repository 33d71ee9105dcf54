import { needsRole, needsRoleOrInstallation, rule, type Policy } from '../../../access/policy.ts';
import type { Membership } from '../../../access/effective-role.ts';

export interface OrganizationFacts {
  readonly membership: Membership;
  readonly ownsTeam: boolean;
}

const isMember = (_actor: unknown, { membership }: OrganizationFacts) => membership !== null;

const needs = needsRole(({ membership }: OrganizationFacts) => membership?.role ?? null);

/** Who may do what with an organization. See docs/reference/access.md. */
export const organizationPolicy = {
  kind: 'organization',
  rules: {
    view: rule('org:read', isMember),
    admin: rule('org:write', needs('admin')),
    export: rule('space:content:read', needs('admin')),
    import: rule('space:write', needs('admin')),
    ownTeam: rule('org:teams:write', (actor, facts) => facts.ownsTeam || needs('admin')(actor, facts)),
    viewDeletedSpaces: rule('space:read', needs('admin')),
    createContent: rule('space:write', needs('create')),
    createCollection: rule('collection:write', needs('create')),
    createSite: rule('site:write', needs('create')),
    createOpenAPISpec: rule('openapi:write', needsRoleOrInstallation('create')),
    ingestConversations: rule('org:write', needs('admin')),
    viewBilling: rule('org:read', needs('admin')),
    listMembers: rule('org:members:read', needs('read')),
    listTeams: rule('org:teams:read', needs('read')),
    listIntegrations: rule('integration:read', needs('read')),
    listInstallations: rule('integration:read', needs('read')),
    publishIntegration: rule('integration:write', needs('admin')),
    installIntegration: rule('integration:write', needs('admin')),
    manageMembers: rule('org:members:write', needs('admin')),
    viewSessions: rule('org:members:read', needs('admin')),
    manageSessions: rule('org:members:write', needs('admin')),
    manageTeams: rule('org:teams:write', needs('admin')),
    viewSsoLogins: rule('org:sso:read', isMember),
    viewSamlProviders: rule('org:sso:read', needs('admin')),
    manageSamlProviders: rule('org:sso:write', needs('admin')),
    viewOidcProviders: rule('org:sso:read', needs('admin')),
    manageOidcProviders: rule('org:sso:write', needs('admin')),
    viewProvisioning: rule('org:sso:read', needs('admin')),
    manageProvisioning: rule('org:sso:write', needs('admin')),
    viewEmailDomains: rule('org:read', needs('admin')),
    viewAuditLog: rule('org:read', needs('admin')),
    viewInviteLinks: rule('org:read', needs('admin')),
    manageInviteLinks: rule('org:write', needs('admin')),
    viewRenderers: rule('org:read', needs('admin')),
    manageRenderers: rule('org:write', needs('admin')),
    manageWebhooks: rule('org:write', needs('admin')),
  },
} satisfies Policy<string, OrganizationFacts>;

/** The flags of the `permissions` object. */
export const organizationFlags = [
  'view',
  'admin',
  'ownTeam',
  'createContent',
  'createOpenAPISpec',
  'ingestConversations',
  'viewBilling',
  'listMembers',
  'listTeams',
  'listIntegrations',
  'listInstallations',
  'installIntegration',
] as const;
