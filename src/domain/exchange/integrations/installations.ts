import { paginate } from '../../../db/keyset.ts';
import { allowed, authorize } from '../../../access/policy.ts';
import { notFound } from '../../../lib/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../../lib/page.ts';
import { toInstallation, type InstallationColumns, type InstallationRow } from '../../../loaders/integrations.ts';
import type { Context } from '../../core/context.ts';
import { authorizedOrganization } from '../../people/organizations/organizations.ts';
import { isConfigured } from './configuration.ts';
import type { ConfigurationValues, InstallationStatus } from './fields.ts';
import { authorizedIntegration, getIntegration, type Integration } from './integrations.ts';
import { installationPolicy, type InstallationAction } from './policy.ts';
import {
  integrationInstallationsList,
  lockInstallationRow,
  organizationInstallationsList,
} from './queries/integrations.ts';

export type Installation = InstallationRow;

/** Identifies an installation of an integration. */
export interface InstallationKey {
  readonly integrationName: string;
  readonly installationId: string;
}

export const getInstallation = (ctx: Context, key: InstallationKey): Promise<Installation> =>
  authorizedInstallation(ctx, key, 'read');

/** Gets an installation by id. Throws not_found. */
export async function getInstallationById(ctx: Context, id: string): Promise<Installation> {
  const installation = await ctx.loaders.installation.load(id);
  if (installation === null) throw notFound('installation', id);
  authorize(installationPolicy, 'read', ctx.actor, installation);
  return installation;
}

/** Gets an installation and authorizes an action on it. Throws not_found, forbidden, insufficient_scope. */
export async function authorizedInstallation(
  ctx: Context,
  { integrationName, installationId }: InstallationKey,
  action: InstallationAction,
): Promise<Installation> {
  const installation = await ctx.loaders.installation.load(installationId);
  if (installation === null || installation.integrationName !== integrationName)
    throw notFound('installation', installationId);
  authorize(installationPolicy, action, ctx.actor, installation);
  return installation;
}

/** Locks an installation and authorizes again, because access may have changed while it waited. */
export async function lockInstallation(
  ctx: Context,
  key: InstallationKey,
  action: InstallationAction,
): Promise<Installation> {
  await authorizedInstallation(ctx, key, action);
  await lockInstallationRow(ctx.sql, key.installationId);
  return authorizedInstallation(ctx, key, action);
}

/**
 * Lists the installations of an integration, newest first. The integration and the admins of its owner see all; an
 * installation sees only itself.
 */
export async function listInstallations(
  ctx: Context,
  { name, externalId }: { readonly name: string; readonly externalId?: string | null | undefined },
  page: PageRequest,
): Promise<Page<Installation>> {
  const integration = await innerIntegration(ctx, name);
  const list = integrationInstallationsList(ctx.actor, {
    integrationId: integration.id,
    externalId: externalId ?? null,
  });
  return mapPage(await paginate<InstallationColumns>(ctx, list, page), toInstallation);
}

/** Gets an integration for itself, its installations and the admins of its owner. Throws not_found, forbidden. */
export async function innerIntegration(ctx: Context, name: string): Promise<Integration> {
  const { integration: caller } = ctx.actor;
  if (!caller) return authorizedIntegration(ctx, name, 'admin');
  const integration = await getIntegration(ctx, name);
  if (caller.integrationId !== integration.id) throw notFound('integration', name);
  return integration;
}

/** Lists the installations of an organization, newest first. Throws not_found, forbidden. */
export async function listOrganizationInstallations(
  ctx: Context,
  organizationId: string,
  page: PageRequest,
): Promise<Page<Installation>> {
  await authorizedOrganization(ctx, organizationId, 'listInstallations');
  const list = organizationInstallationsList(ctx.actor, organizationId);
  return mapPage(await paginate<InstallationColumns>(ctx, list, page), toInstallation);
}

export function installationStatus({ paused, configurations, configuration }: Installation): InstallationStatus {
  if (paused) return 'paused';
  return isConfigured(configurations, 'account', configuration) ? 'active' : 'pending';
}

/** The configuration, or none for callers who may not configure the installation. */
export const visibleConfiguration = ({ actor }: Context, installation: Installation): ConfigurationValues =>
  allowed(installationPolicy, 'readConfiguration', actor, installation)
    ? (installation.configuration as ConfigurationValues)
    : {};
