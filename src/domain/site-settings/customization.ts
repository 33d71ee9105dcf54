import type { Prisma } from '../../db/generated/client.ts';
import { invalid, notFound } from '../../lib/errors.ts';
import type { Context } from '../context.ts';
import { rowsOf, type PartOfSite } from '../sites/change.ts';
import { defaultCustomization } from '../sites/customization-defaults.ts';
import { changed, inheriting, isUnset, type Customization } from '../sites/merge-customization.ts';
import { touchSite } from '../sites/queries.ts';
import { authorizedSite, lockSite, type ReadSite } from '../sites/sites.ts';
import { readStructure } from '../sites/structure.ts';
import { transact } from '../transact.ts';
import { CustomizationForm, maxCustomizationBytes } from './customization-form.ts';

/** A site, or one of its site spaces. */
export interface CustomizedPart extends PartOfSite {
  readonly siteSpaceId?: string | null | undefined;
}

/**
 * The complete appearance of a site or of one of its site spaces, and whether the site space overrides settings. For
 * members of the site. Throws not_found.
 */
export async function getCustomization(ctx: Context, part: CustomizedPart): Promise<Customization> {
  const site = await authorizedSite(ctx, { id: part.siteId, organizationId: part.organizationId }, 'readStructure');
  return read(ctx, site, await siteSpaceOf(ctx, site, part));
}

interface CustomizationChange extends CustomizedPart {
  readonly settings: Customization;
}

/**
 * Replaces the settings of a site or site space: what is left out is inherited. For members who may edit the site. Throws
 * not_found, forbidden, validation_failed.
 */
export const setCustomization = (ctx: Context, { settings, ...part }: CustomizationChange): Promise<Customization> =>
  change(ctx, part, () => changed({}, formOf(settings)));

/** Changes the given settings of a site or site space; null makes one inherited. Throws as `setCustomization`. */
export const updateCustomization = (ctx: Context, { settings, ...part }: CustomizationChange): Promise<Customization> =>
  change(ctx, part, (stored) => changed(stored, formOf(settings)));

/** Removes the settings of a site or site space. Returns its id. For members who may edit the site. */
export async function deleteCustomization(ctx: Context, part: CustomizedPart): Promise<string> {
  await change(ctx, part, () => ({}));
  return part.siteSpaceId ?? part.siteId;
}

function formOf(settings: Customization): Customization {
  const parsed = CustomizationForm.safeParse(settings);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = ['input', ...(issue?.path ?? [])].join('.');
  throw invalid(path, `${path}: ${issue?.message}`);
}

async function change(
  outer: Context,
  part: CustomizedPart,
  changeOf: (stored: unknown) => Customization,
): Promise<Customization> {
  return transact(outer, async (ctx) => {
    const site = await lockSite(ctx, { id: part.siteId, organizationId: part.organizationId }, 'edit');
    const siteSpaceId = await siteSpaceOf(ctx, site, part);
    const stored = await rowsOf(ctx, site.id);
    const settings = changeOf(siteSpaceId === null ? stored.settings : stored.siteSpaceSettings[siteSpaceId]);
    if (Buffer.byteLength(JSON.stringify(settings)) > maxCustomizationBytes)
      throw invalid('input', `input: must have at most ${maxCustomizationBytes} bytes as JSON`, 'maxLength');
    await write(ctx, { siteId: site.id, siteSpaceId }, settings);
    await touchSite(ctx.sql, site.id, ctx.now());
    return read(ctx, site, siteSpaceId);
  });
}

interface SettingsKey {
  readonly siteId: string;
  readonly siteSpaceId: string | null;
}

/** A row exists only where something is set. */
async function write(ctx: Context, { siteId, siteSpaceId }: SettingsKey, settings: Customization): Promise<void> {
  const { siteCustomization, siteSpaceCustomization } = ctx.db;
  if (isUnset(settings)) {
    if (siteSpaceId === null) await siteCustomization.deleteMany({ where: { siteId } });
    else await siteSpaceCustomization.deleteMany({ where: { siteSpaceId } });
    return;
  }
  // The settings are JSON: they come from a body.
  const data = { settings: settings as Prisma.InputJsonObject, updatedAt: ctx.now() };
  if (siteSpaceId === null)
    await siteCustomization.upsert({ where: { siteId }, create: { siteId, ...data }, update: data });
  else await siteSpaceCustomization.upsert({ where: { siteSpaceId }, create: { siteSpaceId, ...data }, update: data });
}

async function siteSpaceOf(ctx: Context, site: ReadSite, { siteSpaceId }: CustomizedPart): Promise<string | null> {
  if (!siteSpaceId) return null;
  const { siteSpaces } = await readStructure(ctx, site);
  if (!siteSpaces.some(({ id }) => id === siteSpaceId)) throw notFound('site space', siteSpaceId);
  return siteSpaceId;
}

async function read(ctx: Context, { id }: ReadSite, siteSpaceId: string | null): Promise<Customization> {
  const { settings, siteSpaceSettings } = await rowsOf(ctx, id);
  const ofSite = inheriting(defaultCustomization, settings);
  if (siteSpaceId === null) return ofSite;
  const own = siteSpaceSettings[siteSpaceId];
  return { ...inheriting(ofSite, own), hasOverrides: own !== undefined };
}
