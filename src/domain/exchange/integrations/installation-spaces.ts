import type * as z from 'zod';
import { ofInstallation, targetData } from './events.ts';
import type { Prisma } from '../../../db/generated/client.ts';
import { paginate } from '../../../db/keyset.ts';
import { failure, notFound, referenceNotFound } from '../../../lib/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../../lib/page.ts';
import type { InstallationSpaceRow } from '../../../loaders/integrations.ts';
import type { Context } from '../../core/context.ts';
import { transact } from '../../core/transact.ts';
import { checkConfiguration, isConfigured, withDefaults } from './configuration.ts';
import type { ConfigurationValues, InstallationStatus } from './fields.ts';
import { supportsTarget } from './install.ts';
import { authorizedInstallation, getInstallation, lockInstallation, visibleConfiguration } from './installations.ts';
import type { Installation, InstallationKey } from './installations.ts';
import { findInstallationSpace, installationSpacesList } from './queries/integrations.ts';
import type { UpdateInstallationSpaceInput } from './inputs.ts';

/** A space to which an installation was added. */
export interface InstallationSpace extends InstallationSpaceRow {
  readonly installation: Installation;
}

export interface InstallationSpaceKey extends InstallationKey {
  readonly spaceId: string;
}

/** Lists the spaces to which an installation was added, newest first. An installation for all spaces has none. */
export async function listInstallationSpaces(
  ctx: Context,
  key: InstallationKey,
  page: PageRequest,
): Promise<Page<InstallationSpace>> {
  const installation = await getInstallation(ctx, key);
  const rows = await paginate<InstallationSpaceRow>(ctx, installationSpacesList(installation.id), page);
  return mapPage(rows, (row) => ({ ...row, installation }));
}

/** Gets a space of an installation. Throws not_found when the installation was not added to it. */
export async function getInstallationSpace(ctx: Context, key: InstallationSpaceKey): Promise<InstallationSpace> {
  const installation = await authorizedInstallation(ctx, key, 'read');
  const row = await findInstallationSpace(ctx.sql, installation.id, key.spaceId);
  if (row === null) throw notFound('space of the installation', key.spaceId);
  return { ...row, installation };
}

type SpaceValues = z.output<typeof UpdateInstallationSpaceInput>;

/**
 * Adds an installation to a space of its organization. Requires `admin` of the organization. Throws
 * reference_not_found, already_exists; invalid_state when the integration does not support spaces.
 */
export function addInstallationSpace(
  outer: Context,
  key: InstallationKey,
  { space: spaceId, configuration }: SpaceValues & { readonly space: string },
): Promise<InstallationSpace> {
  return transact(outer, async (ctx) => {
    const installation = await lockInstallation(ctx, key, 'admin');
    const integration = await ctx.loaders.integration.load(installation.integrationId);
    if (!integration || !supportsTarget(integration.target, 'space'))
      throw failure('invalid_state', 'This integration cannot be added to spaces');
    // An admin of the organization sees all of its spaces, so no further check is needed.
    const space = await ctx.loaders.space.load(spaceId);
    if (space === null || space.deletedAt !== null || space.organizationId !== installation.organizationId)
      throw referenceNotFound('input.space', 'space', spaceId);
    const where = { installationId_spaceId: { installationId: installation.id, spaceId } };
    if (await ctx.db.installationSpace.findUnique({ where, select: { spaceId: true } }))
      throw failure('already_exists', 'The installation is already in this space');
    const values = configuration ?? {};
    checkConfiguration(installation.configurations, 'space', values);
    const now = ctx.now();
    await ctx.db.installationSpace.create({
      data: {
        installationId: installation.id,
        spaceId,
        configuration: json(withDefaults(installation.configurations, 'space', values)),
        externalIds: [],
        createdAt: now,
        updatedAt: now,
      },
    });
    ctx.emit('installation_space.added', { ...ofInstallation(installation), id: spaceId }, targetData(installation));
    return getInstallationSpace(ctx, { ...key, spaceId });
  });
}

const json = (values: ConfigurationValues) => values as Prisma.InputJsonValue;

/** Updates the configuration and external ids of an installation in a space. */
export function updateInstallationSpace(
  outer: Context,
  key: InstallationSpaceKey,
  changes: SpaceValues,
): Promise<InstallationSpace> {
  return transact(outer, async (ctx) => {
    const installation = await lockInstallation(ctx, key, 'configure');
    await getInstallationSpace(ctx, key);
    const { configuration, externalIds } = changes;
    if (configuration) checkConfiguration(installation.configurations, 'space', configuration);
    await ctx.db.installationSpace.update({
      where: { installationId_spaceId: { installationId: installation.id, spaceId: key.spaceId } },
      data: {
        ...(configuration && {
          configuration: json(withDefaults(installation.configurations, 'space', configuration)),
        }),
        ...(externalIds && { externalIds: [...new Set(externalIds)] }),
        updatedAt: ctx.now(),
      },
    });
    const subject = { ...ofInstallation(installation), id: key.spaceId };
    ctx.emit('installation_space.updated', subject, targetData(installation));
    return getInstallationSpace(ctx, key);
  });
}

/** Removes an installation from a space. Requires `admin` of the organization. */
export function removeInstallationSpace(outer: Context, key: InstallationSpaceKey): Promise<void> {
  return transact(outer, async (ctx) => {
    const installation = await lockInstallation(ctx, key, 'admin');
    const installationId = installation.id;
    await getInstallationSpace(ctx, key);
    const { spaceId } = key;
    await ctx.db.installationSpace.delete({ where: { installationId_spaceId: { installationId, spaceId } } });
    ctx.emit('installation_space.removed', { ...ofInstallation(installation), id: spaceId }, targetData(installation));
  });
}

export const installationSpaceStatus = ({ installation, configuration }: InstallationSpace): InstallationStatus => {
  if (installation.paused) return 'paused';
  return isConfigured(installation.configurations, 'space', configuration) ? 'active' : 'pending';
};

/** The configuration, or none for callers who may not configure the installation. */
export const visibleSpaceConfiguration = (ctx: Context, { installation, configuration }: InstallationSpace) =>
  visibleConfiguration(ctx, { ...installation, configuration });
