import { ofSite } from '../../core/events/emit.ts';
import type * as z from 'zod';
import type { Prisma } from '../../../db/generated/client.ts';
import { invalid, notFound } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { loadStructureRows, type PartOfSite } from '../structure/change.ts';
import { defaultCustomization } from './defaults.ts';
import { changed, mergeSettings, isUnset, type Customization } from './merge.ts';
import { touchSite } from '../sites/queries.ts';
import { authorizedSite, lockSite, type ReadSite } from '../sites/sites.ts';
import { loadStructure } from '../structure/structure.ts';
import { transact } from '../../core/transact.ts';
import { maxCustomizationBytes, type SiteCustomizationInput } from './form.ts';

/** Identifies a site or one of its site spaces. */
export interface CustomizedPart extends PartOfSite {
  readonly siteSpaceId?: string | null | undefined;
}

/**
 * Gets the effective appearance of a site or site space, and whether the site space overrides settings. For members of
 * the site. Throws not_found.
 */
export async function getCustomization(ctx: Context, part: CustomizedPart): Promise<Customization> {
  const site = await authorizedSite(ctx, { id: part.siteId, organizationId: part.organizationId }, 'readStructure');
  return read(ctx, site, await loadSiteSpace(ctx, site, part));
}

interface CustomizationChange extends CustomizedPart {
  readonly settings: z.output<typeof SiteCustomizationInput>;
}

/**
 * Replaces the settings of a site or site space. Omitted settings are inherited. Requires `edit` on the site. Throws
 * validation_failed.
 */
export const setCustomization = (ctx: Context, { settings, ...part }: CustomizationChange): Promise<Customization> =>
  change(ctx, part, () => changed({}, settings));

/**
 * Updates the provided settings of a site or site space. Null makes a setting inherited. Throws as `setCustomization`.
 */
export const updateCustomization = (ctx: Context, { settings, ...part }: CustomizationChange): Promise<Customization> =>
  change(ctx, part, (stored) => changed(stored, settings));

/** Deletes the settings of a site or site space and returns its id. Requires `edit` on the site. */
export async function deleteCustomization(ctx: Context, part: CustomizedPart): Promise<string> {
  await change(ctx, part, () => ({}));
  return part.siteSpaceId ?? part.siteId;
}

async function change(
  outer: Context,
  part: CustomizedPart,
  changeOf: (stored: unknown) => Customization,
): Promise<Customization> {
  return transact(outer, async (ctx) => {
    const site = await lockSite(ctx, { id: part.siteId, organizationId: part.organizationId }, 'edit');
    const siteSpaceId = await loadSiteSpace(ctx, site, part);
    const stored = await loadStructureRows(ctx, site.id);
    const settings = changeOf(siteSpaceId === null ? stored.settings : stored.siteSpaceSettings[siteSpaceId]);
    if (Buffer.byteLength(JSON.stringify(settings)) > maxCustomizationBytes)
      throw invalid('input', `input: must have at most ${maxCustomizationBytes} bytes as JSON`, 'maxLength');
    await write(ctx, { siteId: site.id, siteSpaceId }, settings);
    await touchSite(ctx.sql, site.id, ctx.now());
    ctx.emit('site.customized', ofSite(site), { siteSpace: siteSpaceId });
    return read(ctx, site, siteSpaceId);
  });
}

interface SettingsKey {
  readonly siteId: string;
  readonly siteSpaceId: string | null;
}

/** Writes the settings, or deletes the row when nothing is set. */
async function write(ctx: Context, { siteId, siteSpaceId }: SettingsKey, settings: Customization): Promise<void> {
  const { siteCustomization, siteSpaceCustomization } = ctx.db;
  if (isUnset(settings)) {
    if (siteSpaceId === null) await siteCustomization.deleteMany({ where: { siteId } });
    else await siteSpaceCustomization.deleteMany({ where: { siteSpaceId } });
    return;
  }
  // The settings come from a request body, so they are JSON.
  const data = { settings: settings as Prisma.InputJsonObject, updatedAt: ctx.now() };
  if (siteSpaceId === null)
    await siteCustomization.upsert({ where: { siteId }, create: { siteId, ...data }, update: data });
  else await siteSpaceCustomization.upsert({ where: { siteSpaceId }, create: { siteSpaceId, ...data }, update: data });
}

async function loadSiteSpace(ctx: Context, site: ReadSite, { siteSpaceId }: CustomizedPart): Promise<string | null> {
  if (!siteSpaceId) return null;
  const { siteSpaces } = await loadStructure(ctx, site);
  if (!siteSpaces.some(({ id }) => id === siteSpaceId)) throw notFound('site space', siteSpaceId);
  return siteSpaceId;
}

async function read(ctx: Context, { id }: ReadSite, siteSpaceId: string | null): Promise<Customization> {
  const { settings, siteSpaceSettings } = await loadStructureRows(ctx, id);
  const forSite = mergeSettings(defaultCustomization, settings);
  if (siteSpaceId === null) return forSite;
  const own = siteSpaceSettings[siteSpaceId];
  return { ...mergeSettings(forSite, own), hasOverrides: own !== undefined };
}
