import { rule, type Policy } from '../access/policy.ts';
import type { Membership } from '../access/effective.ts';
import { atLeast, type Role } from '../access/roles.ts';

export interface OrganizationFacts {
  readonly membership: Membership;
  readonly ownsTeam: boolean;
}

const isMember = (_actor: unknown, { membership }: OrganizationFacts) => membership !== null;

const needs =
  (needed: Role) =>
  (_actor: unknown, { membership }: OrganizationFacts) =>
    atLeast(membership?.role ?? null, needed);

/** Contract 2.14 `permissions`; decisions 5.2. Guests see the organization, little more. */
export const organizationPolicy = {
  kind: 'organization',
  rules: {
    view: rule('org:read', isMember),
    admin: rule('org:write', needs('admin')),
    ownTeam: rule('org:teams:write', (actor, facts) => facts.ownsTeam || needs('admin')(actor, facts)),
    createContent: rule('space:write', needs('create')),
    createCollection: rule('collection:write', needs('create')),
    createOpenAPISpec: rule('openapi:write', needs('create')),
    ingestConversations: rule('org:write', needs('admin')),
    viewBilling: rule('org:read', needs('admin')),
    listMembers: rule('org:members:read', needs('read')),
    listTeams: rule('org:teams:read', needs('read')),
    listIntegrations: rule('integration:read', needs('read')),
    listInstallations: rule('integration:read', needs('read')),
    installIntegration: rule('integration:write', needs('admin')),
    manageMembers: rule('org:members:write', needs('admin')),
    manageTeams: rule('org:teams:write', needs('admin')),
    viewInviteLinks: rule('org:read', needs('admin')),
    manageInviteLinks: rule('org:write', needs('admin')),
  },
} satisfies Policy<string, OrganizationFacts>;

/** The flags of the contract's `permissions` object, with the two that newer clients read (disagreement 29). */
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
