import type * as z from 'zod';
import { ofInstallation } from './events.ts';
import type { Prisma } from '../../../db/generated/client.ts';
import { authorize } from '../../../access/policy.ts';
import { failure, invalid, referenceNotFound } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { requireVersion, type Expected } from '../../core/locks.ts';
import { lockOrganization } from '../../people/organizations/organizations.ts';
import { transact } from '../../core/transact.ts';
import { checkConfiguration, withDefaults } from './configuration.ts';
import type { ConfigurationValues, IntegrationTarget } from './fields.ts';
import { getInstallation, lockInstallation, type Installation, type InstallationKey } from './installations.ts';
import { connect } from './queries/events.ts';
import { getIntegration, type Integration } from './integrations.ts';
import { installationPolicy } from './policy.ts';
import type { InstallIntegrationInput, UpdateInstallationInput } from './inputs.ts';

export type NewInstallation = z.output<typeof InstallIntegrationInput> & { readonly name: string };

/**
 * Installs an integration in an organization. Requires `admin`. The installation gets the current scopes of the
 * integration, and starts without spaces unless they are selected. Throws reference_not_found, forbidden,
 * already_exists.
 */
export function installIntegration(outer: Context, input: NewInstallation): Promise<Installation> {
  return transact(outer, async (ctx) => {
    const integration = await getIntegration(ctx, input.name);
    const organizationId = await installingOrganization(ctx, input.organization, integration);
    const key = { integrationId_organizationId: { integrationId: integration.id, organizationId } };
    if (await ctx.db.installation.findUnique({ where: key, select: { id: true } }))
      throw failure('already_exists', 'The integration is already installed in this organization');
    requireTargets(integration, input);
    const values = input.configuration ?? {};
    checkConfiguration(integration.configurations, 'account', values);
    const id = ctx.newId('inst');
    const now = ctx.now();
    await ctx.db.installation.create({
      data: {
        id,
        integrationId: integration.id,
        organizationId,
        spaceSelection: input.space_selection ?? 'selected',
        siteSelection: input.site_selection ?? 'selected',
        scopes: integration.scopes,
        configuration: json(withDefaults(integration.configurations, 'account', values)),
        externalIds: [],
        createdAt: now,
        updatedAt: now,
      },
    });
    await connect(ctx.sql, { integrationId: integration.id, installationId: id, now });
    const installation = await getInstallation(ctx, { integrationName: integration.name, installationId: id });
    ctx.emit('installation.created', ofInstallation(installation), { integration: integration.id });
    return installation;
  });
}

const json = (values: ConfigurationValues) => values as Prisma.InputJsonValue;

async function installingOrganization(ctx: Context, id: string, { visibility, ...integration }: Integration) {
  const organization = await ctx.loaders.organization.load(id);
  if (organization === null || organization.membership === null)
    throw referenceNotFound('input.organization', 'organization', id);
  await lockOrganization(ctx, id, 'installIntegration');
  if (visibility === 'private' && integration.organizationId !== id)
    throw failure('forbidden', 'A private integration can be installed in the organization that owns it only');
  return id;
}

/** Whether an integration can be added to spaces or to sites. */
export const supportsTarget = (target: string, kind: Exclude<IntegrationTarget, 'all'>) =>
  target === 'all' || target === kind;

type Selections = Pick<InstallationChanges, 'space_selection' | 'site_selection'>;

/** Throws validation_failed when all spaces or sites are selected for an integration that does not support them. */
function requireTargets({ target }: Pick<Integration, 'target'>, selections: Selections): void {
  if (selections.space_selection === 'all' && !supportsTarget(target, 'space'))
    throw invalid('input.spaceSelection', 'This integration cannot be added to spaces', 'target');
  if (selections.site_selection === 'all' && !supportsTarget(target, 'site'))
    throw invalid('input.siteSelection', 'This integration cannot be added to sites', 'target');
}

export type InstallationChanges = z.output<typeof UpdateInstallationInput>;

/**
 * Updates an installation. The integration itself may change the configuration and the external ids; everything else
 * requires `admin` of the organization. Throws not_found, forbidden, precondition_failed, validation_failed.
 */
export async function updateInstallation(
  outer: Context,
  key: InstallationKey,
  { changes, expectedVersion }: Expected & { readonly changes: InstallationChanges },
): Promise<Installation> {
  const updated = await transact(outer, async (ctx) => {
    const installation = await lockInstallation(ctx, key, 'configure');
    requireVersion(installation.version, expectedVersion);
    const {
      configuration,
      externalIds,
      acceptScopes,
      space_selection: spaceSelection,
      site_selection: siteSelection,
    } = changes;
    const choices = { spaceSelection, siteSelection, paused: changes.paused };
    if (acceptScopes || Object.values(choices).some((choice) => choice !== undefined))
      authorize(installationPolicy, 'admin', ctx.actor, installation);
    if (configuration) checkConfiguration(installation.configurations, 'account', configuration);
    const integration = await ctx.loaders.integration.load(installation.integrationId);
    if (integration) requireTargets(integration, changes);
    await ctx.db.installation.update({
      where: { id: installation.id },
      data: {
        ...choices,
        ...(configuration && {
          configuration: json(withDefaults(installation.configurations, 'account', configuration)),
        }),
        ...(externalIds && { externalIds: [...new Set(externalIds)] }),
        ...(acceptScopes && { scopes: integration?.scopes ?? [] }),
        version: { increment: 1 },
        updatedAt: ctx.now(),
      },
    });
    ctx.emit('installation.updated', ofInstallation(installation), { integration: installation.integrationId });
    return getInstallation(ctx, key);
  });
  outer.forgetTokens();
  return updated;
}

/** Uninstalls an integration and revokes its tokens. Requires `admin` of the organization. */
export async function uninstallIntegration(
  outer: Context,
  key: InstallationKey,
  expectedVersion?: number | null,
): Promise<void> {
  await transact(outer, async (ctx) => {
    const installation = await lockInstallation(ctx, key, 'admin');
    requireVersion(installation.version, expectedVersion);
    await ctx.db.installation.delete({ where: { id: installation.id } });
    ctx.emit('installation.deleted', ofInstallation(installation), { integration: installation.integrationId });
  });
  outer.forgetTokens();
}
