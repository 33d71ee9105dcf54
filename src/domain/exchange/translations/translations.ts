import { paginate } from '../../../db/keyset.ts';
import { allowed, authorize } from '../../../access/policy.ts';
import { notFound } from '../../../lib/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../../lib/page.ts';
import type { TranslationSettingsRow } from '../../../loaders/translations.ts';
import type { Context } from '../../core/context.ts';
import { lockTree, requireVersion, type Expected } from '../../core/locks.ts';
import { getOrganization, type Organization } from '../../people/organizations/organizations.ts';
import { transact } from '../../core/transact.ts';
import { translationPolicy } from './policy.ts';
import { translationSettingsList } from './queries/settings.ts';

/** Translation settings, with the organization as the caller may see it. `instructions` are by language. */
export interface TranslationSettings extends TranslationSettingsRow {
  readonly organization: Organization;
}

export interface TranslationSettingsKey {
  readonly organizationId: string;
  readonly translationSettingsId: string;
}

type Action = 'read' | 'edit';

export async function authorizedIn(ctx: Context, organizationId: string, action: Action): Promise<Organization> {
  const organization = await getOrganization(ctx, organizationId);
  authorize(translationPolicy, action, ctx.actor, organization);
  return organization;
}

/** Gets settings and authorizes an action on them. Throws not_found; forbidden for guests. */
export async function authorizedSettings(ctx: Context, key: TranslationSettingsKey, action: Action) {
  const organization = await authorizedIn(ctx, key.organizationId, action);
  const row = await ctx.loaders.translationSettings.load(key.translationSettingsId);
  if (row === null || row.organizationId !== key.organizationId)
    throw notFound('translation settings', key.translationSettingsId);
  return { ...row, organization };
}

export const getTranslationSettings = (ctx: Context, key: TranslationSettingsKey): Promise<TranslationSettings> =>
  authorizedSettings(ctx, key, 'read');

/** Gets settings of any organization of the caller by id. Throws not_found, forbidden. */
export async function getTranslationSettingsById(ctx: Context, id: string): Promise<TranslationSettings> {
  const row = await ctx.loaders.translationSettings.load(id);
  const organization = row && (await ctx.loaders.organization.load(row.organizationId));
  if (!row || !organization || organization.membership === null) throw notFound('translation settings', id);
  return getTranslationSettings(ctx, { organizationId: row.organizationId, translationSettingsId: id });
}

/** Lists the translation settings of an organization, newest first. Throws not_found, forbidden. */
export async function listTranslationSettings(
  ctx: Context,
  organizationId: string,
  page: PageRequest,
): Promise<Page<TranslationSettings>> {
  const organization = await authorizedIn(ctx, organizationId, 'read');
  const rows = await paginate<TranslationSettingsRow>(ctx, translationSettingsList(organizationId), page);
  return mapPage(rows, (row) => ({ ...row, organization }));
}

export const translationPermissions = ({ actor }: Context, { organization }: TranslationSettings) => ({
  view: allowed(translationPolicy, 'read', actor, organization),
  edit: allowed(translationPolicy, 'edit', actor, organization),
});

/** Creates translation settings without languages. Requires the role `create`. */
export function createTranslationSettings(
  outer: Context,
  { organizationId, title }: { readonly organizationId: string; readonly title: string },
): Promise<TranslationSettings> {
  return transact(outer, async (ctx) => {
    await authorizedIn(ctx, organizationId, 'edit');
    const id = ctx.newId('tr');
    const now = ctx.now();
    await ctx.db.translationSettings.create({ data: { id, organizationId, title, createdAt: now, updatedAt: now } });
    ctx.emit('translation.created', { organizationId, id, label: title });
    return getTranslationSettings(ctx, { organizationId, translationSettingsId: id });
  });
}

/** Translation settings as the subject of an event. */
const ofSettings = ({ organizationId, id, title }: TranslationSettings) => ({ organizationId, id, label: title });

interface Changes extends Expected {
  readonly values: {
    readonly title?: string;
    readonly languages?: readonly string[];
    readonly instructions?: Readonly<Record<string, string>>;
  };
}

/** Updates translation settings. Requires the role `create`. Throws not_found, forbidden, precondition_failed. */
export function updateTranslationSettings(
  outer: Context,
  key: TranslationSettingsKey,
  { values: { title, languages, instructions }, expectedVersion }: Changes,
): Promise<TranslationSettings> {
  return transact(outer, async (ctx) => {
    await lockSettings(ctx, key, expectedVersion);
    await ctx.db.translationSettings.update({
      where: { id: key.translationSettingsId },
      data: {
        ...(title !== undefined && { title }),
        ...(languages && { languages: [...languages] }),
        ...(instructions && { instructions }),
        version: { increment: 1 },
        updatedAt: ctx.now(),
      },
    });
    const settings = await getTranslationSettings(ctx, key);
    ctx.emit('translation.updated', ofSettings(settings));
    return settings;
  });
}

export async function lockSettings(
  ctx: Context,
  key: TranslationSettingsKey,
  expectedVersion: Changes['expectedVersion'],
) {
  await authorizedSettings(ctx, key, 'edit');
  await lockTree(ctx, key.organizationId);
  const settings = await authorizedSettings(ctx, key, 'edit');
  requireVersion(settings.version, expectedVersion);
  return settings;
}

/** Deletes translation settings. Requires the role `create`. Throws not_found, forbidden, precondition_failed. */
export function deleteTranslationSettings(
  outer: Context,
  key: TranslationSettingsKey,
  expectedVersion?: number | null,
): Promise<void> {
  return transact(outer, async (ctx) => {
    const settings = await lockSettings(ctx, key, expectedVersion);
    await ctx.db.translationSettings.delete({ where: { id: settings.id } });
    ctx.emit('translation.deleted', ofSettings(settings));
  });
}
