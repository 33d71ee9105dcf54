import { paginate } from '../../../db/keyset.ts';
import { notFound } from '../../../lib/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../../lib/page.ts';
import { toIntegration, type IntegrationColumns, type IntegrationRow } from '../../../loaders/integrations.ts';
import { allowed, authorize, requireScope } from '../../../access/policy.ts';
import type { Context } from '../../core/context.ts';
import type { Organization } from '../../people/organizations/organizations.ts';
import { organizationPolicy } from '../../people/organizations/policy.ts';
import { integrationPolicy } from './policy.ts';
import { integrationsList, type IntegrationFilter } from './queries/integrations.ts';

export type Integration = IntegrationRow;

/** Gets an integration by name. Throws not_found when it is private to another organization. */
export const getIntegration = (ctx: Context, name: string): Promise<Integration> =>
  authorizedIntegration(ctx, name, 'read');

/** Gets an integration by id. Throws not_found. */
export async function getIntegrationById(ctx: Context, id: string): Promise<Integration> {
  const integration = await ctx.loaders.integration.load(id);
  if (integration === null) throw notFound('integration', id);
  authorize(integrationPolicy, 'read', ctx.actor, integration);
  return integration;
}

/** Gets an integration and authorizes an action on it. Throws not_found, forbidden, insufficient_scope. */
export async function authorizedIntegration(
  ctx: Context,
  name: string,
  action: 'read' | 'admin',
): Promise<Integration> {
  const integration = await ctx.loaders.namedIntegration.load(name);
  if (integration === null) throw notFound('integration', name);
  authorize(integrationPolicy, action, ctx.actor, { ...integration, id: integration.name });
  return integration;
}

/** Lists public integrations and those of the caller's organizations, newest first. */
export async function listIntegrations(
  ctx: Context,
  filter: IntegrationFilter,
  page: PageRequest,
): Promise<Page<Integration>> {
  requireScope(ctx.actor, 'integration:read');
  return mapPage(await paginate<IntegrationColumns>(ctx, integrationsList(ctx.actor, filter), page), toIntegration);
}

export const integrationPermissions = ({ actor }: Context, integration: Integration) => ({
  admin: allowed(integrationPolicy, 'admin', actor, integration),
  install: allowed(integrationPolicy, 'install', actor, integration),
});

/** Gets the organization that owns an integration. Callers who may not read it see only its name and logo. */
export async function getIntegrationOwner(ctx: Context, { organizationId }: Integration): Promise<Organization> {
  const owner = await ctx.loaders.organization.load(organizationId);
  if (owner === null) throw new Error(`The organization ${organizationId} of an integration does not exist`);
  if (allowed(organizationPolicy, 'view', ctx.actor, owner)) return owner;
  return {
    ...owner,
    membership: null,
    ownsTeam: false,
    hostname: null,
    emailDomains: [],
    useCase: null,
    communityType: null,
    defaultRole: null,
    defaultSiteId: null,
    sso: false,
    ai: false,
    inviteLinks: false,
  };
}
