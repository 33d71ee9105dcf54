import type * as z from 'zod';
import { ofInstallation, targetData } from './events.ts';
import type { Prisma } from '../../../db/generated/client.ts';
import { paginate } from '../../../db/keyset.ts';
import { failure, notFound, referenceNotFound } from '../../../lib/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../../lib/page.ts';
import type { InstallationSiteRow } from '../../../loaders/integrations.ts';
import type { Context } from '../../core/context.ts';
import { transact } from '../../core/transact.ts';
import { checkConfiguration, isConfigured, withDefaults } from './configuration.ts';
import type { InstallationStatus } from './fields.ts';
import { supportsTarget } from './install.ts';
import { authorizedInstallation, getInstallation, lockInstallation, visibleConfiguration } from './installations.ts';
import type { Installation, InstallationKey } from './installations.ts';
import { findInstallationSite, installationSitesList } from './queries/integrations.ts';
import type { UpdateInstallationSiteInput } from './inputs.ts';

/** A site to which an installation was added. */
export interface InstallationSite extends InstallationSiteRow {
  readonly installation: Installation;
}

export interface InstallationSiteKey extends InstallationKey {
  readonly siteId: string;
}

/** Lists the sites to which an installation was added, newest first. An installation for all sites has none. */
export async function listInstallationSites(
  ctx: Context,
  key: InstallationKey,
  page: PageRequest,
): Promise<Page<InstallationSite>> {
  const installation = await getInstallation(ctx, key);
  const rows = await paginate<InstallationSiteRow>(ctx, installationSitesList(installation.id), page);
  return mapPage(rows, (row) => ({ ...row, installation }));
}

/** Gets a site of an installation. Throws not_found when the installation was not added to it. */
export async function getInstallationSite(ctx: Context, key: InstallationSiteKey): Promise<InstallationSite> {
  const installation = await authorizedInstallation(ctx, key, 'read');
  const row = await findInstallationSite(ctx.sql, installation.id, key.siteId);
  if (row === null) throw notFound('site of the installation', key.siteId);
  return { ...row, installation };
}

type SiteValues = z.output<typeof UpdateInstallationSiteInput>;

/**
 * Adds an installation to a site of its organization. Requires `admin` of the organization. Throws reference_not_found,
 * already_exists; invalid_state when the integration does not support sites.
 */
export function addInstallationSite(
  outer: Context,
  key: InstallationKey,
  { siteId, configuration }: SiteValues & { readonly siteId: string },
): Promise<InstallationSite> {
  return transact(outer, async (ctx) => {
    const installation = await lockInstallation(ctx, key, 'admin');
    await requireSuitable(ctx, installation, siteId);
    const { id: installationId, configurations } = installation;
    checkConfiguration(configurations, 'site', configuration ?? {});
    const values = withDefaults(configurations, 'site', configuration ?? {}) as Prisma.InputJsonValue;
    const [createdAt, updatedAt] = [ctx.now(), ctx.now()];
    await ctx.db.installationSite.create({
      data: { installationId, siteId, configuration: values, externalIds: [], createdAt, updatedAt },
    });
    ctx.emit('installation_site.added', { ...ofInstallation(installation), id: siteId }, targetData(installation));
    return getInstallationSite(ctx, { ...key, siteId });
  });
}

async function requireSuitable(ctx: Context, installation: Installation, siteId: string): Promise<void> {
  const integration = await ctx.loaders.integration.load(installation.integrationId);
  if (!integration || !supportsTarget(integration.target, 'site'))
    throw failure('invalid_state', 'This integration cannot be added to sites');
  // An admin of the organization sees all of its sites, so no further check is needed.
  const site = await ctx.loaders.site.load(siteId);
  if (site?.organizationId !== installation.organizationId) throw referenceNotFound('input.siteId', 'site', siteId);
  if ((await findInstallationSite(ctx.sql, installation.id, siteId)) !== null)
    throw failure('already_exists', 'The installation is already on this site');
}

/** Updates the configuration and external ids of an installation on a site. */
export function updateInstallationSite(
  outer: Context,
  key: InstallationSiteKey,
  changes: SiteValues,
): Promise<InstallationSite> {
  return transact(outer, async (ctx) => {
    const installation = await lockInstallation(ctx, key, 'configure');
    const { id: installationId, configurations } = installation;
    await getInstallationSite(ctx, key);
    const data: Prisma.InstallationSiteUncheckedUpdateInput = { updatedAt: ctx.now() };
    if (changes.configuration) {
      checkConfiguration(configurations, 'site', changes.configuration);
      data.configuration = withDefaults(configurations, 'site', changes.configuration) as Prisma.InputJsonValue;
    }
    if (changes.externalIds) data.externalIds = [...new Set(changes.externalIds)];
    await ctx.db.installationSite.update({
      where: { installationId_siteId: { installationId, siteId: key.siteId } },
      data,
    });
    const subject = { ...ofInstallation(installation), id: key.siteId };
    ctx.emit('installation_site.updated', subject, targetData(installation));
    return getInstallationSite(ctx, key);
  });
}

/** Removes an installation from a site. Requires `admin` of the organization. */
export function removeInstallationSite(outer: Context, key: InstallationSiteKey): Promise<void> {
  return transact(outer, async (ctx) => {
    const installation = await lockInstallation(ctx, key, 'admin');
    const installationId = installation.id;
    await getInstallationSite(ctx, key);
    await ctx.db.installationSite.deleteMany({ where: { installationId, siteId: key.siteId } });
    const subject = { ...ofInstallation(installation), id: key.siteId };
    ctx.emit('installation_site.removed', subject, targetData(installation));
  });
}

export const installationSiteStatus = ({ installation, configuration }: InstallationSite): InstallationStatus => {
  if (installation.paused) return 'paused';
  return isConfigured(installation.configurations, 'site', configuration) ? 'active' : 'pending';
};

/** The configuration, or none for callers who may not configure the installation. */
export const visibleSiteConfiguration = (ctx: Context, { installation, configuration }: InstallationSite) =>
  visibleConfiguration(ctx, { ...installation, configuration });
