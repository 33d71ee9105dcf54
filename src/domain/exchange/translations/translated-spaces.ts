import { ofSpace } from '../../core/events/emit.ts';
import { paginate } from '../../../db/keyset.ts';
import { DomainError, failure, invalid, notFound } from '../../../lib/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../../lib/page.ts';
import type { TranslatedSpaceRow } from '../../../loaders/translations.ts';
import type { Context } from '../../core/context.ts';
import { lockTree } from '../../core/locks.ts';
import { duplicateSpace } from '../../authoring/spaces/duplicate.ts';
import { authorizedSpace, enterSpace, type Space } from '../../authoring/spaces/spaces.ts';
import { transact } from '../../core/transact.ts';
import { translatedSpacesList } from './queries/settings.ts';
import {
  authorizedSettings,
  getTranslationSettings,
  type TranslationSettings,
  type TranslationSettingsKey,
} from './translations.ts';

/** A space that is the translated copy of another one. */
export interface TranslatedSpace extends TranslatedSpaceRow {
  readonly settings: TranslationSettings;
}

export interface TranslatedSpaceKey extends TranslationSettingsKey {
  readonly translatedSpaceId: string;
}

/**
 * Lists the translated spaces of settings whose source the caller may read, newest first. Throws not_found, forbidden.
 */
export async function listTranslatedSpaces(
  ctx: Context,
  settings: TranslationSettings,
  page: PageRequest,
): Promise<Page<TranslatedSpace>> {
  const rows = await paginate<TranslatedSpaceRow>(ctx, translatedSpacesList(ctx.actor, settings), page);
  return mapPage(rows, (row) => ({ ...row, settings }));
}

/** Gets a translated space. Throws not_found, also when the caller cannot see its source or its copy; forbidden. */
export async function getTranslatedSpace(ctx: Context, key: TranslatedSpaceKey): Promise<TranslatedSpace> {
  const settings = await getTranslationSettings(ctx, key);
  const row = await ctx.loaders.translatedSpace.load(key.translatedSpaceId);
  const isOfSettings = row !== null && row.settingsId === settings.id;
  if (!isOfSettings || !(await isVisible(ctx, row))) throw notFound('translated space', key.translatedSpaceId);
  return { ...row, settings };
}

async function isVisible(ctx: Context, { sourceId, spaceId }: TranslatedSpaceRow): Promise<boolean> {
  try {
    const spaces = await Promise.all([enterSpace(ctx, sourceId), enterSpace(ctx, spaceId)]);
    return spaces.every(({ deletedAt }) => deletedAt === null);
  } catch (error) {
    if (error instanceof DomainError && error.type === 'not_found') return false;
    throw error;
  }
}

/** Gets a translated space of any organization of the caller by id. Throws not_found, forbidden. */
export async function getTranslatedSpaceById(ctx: Context, id: string): Promise<TranslatedSpace> {
  const row = await ctx.loaders.translatedSpace.load(id);
  const settings = row && (await ctx.loaders.translationSettings.load(row.settingsId));
  const organization = settings && (await ctx.loaders.organization.load(settings.organizationId));
  if (!settings || !organization || organization.membership === null) throw notFound('translated space', id);
  const { organizationId } = settings;
  return getTranslatedSpace(ctx, { organizationId, translationSettingsId: settings.id, translatedSpaceId: id });
}

/** Gets the source and the copy, if the caller may read both. Throws not_found, insufficient_scope. */
export async function spacesOf(
  ctx: Context,
  { sourceId, spaceId }: TranslatedSpace,
): Promise<{ readonly source: Space; readonly copy: Space }> {
  const source = await authorizedSpace(ctx, sourceId, 'readContent');
  return { source, copy: await authorizedSpace(ctx, spaceId, 'readContent') };
}

interface NewTranslation {
  readonly space: string;
  readonly language: string;
}

/**
 * Copies a space for a language of the settings and places the copy next to it. Requires the role `create` in the
 * organization, and the permissions to duplicate the space. Throws not_found, forbidden, reference_not_found,
 * validation_failed, already_exists, invalid_state.
 */
export function createTranslatedSpace(
  outer: Context,
  key: TranslationSettingsKey,
  { space: sourceId, language }: NewTranslation,
): Promise<TranslatedSpace> {
  const write = async (ctx: Context) => {
    const settings = await authorizedSettings(ctx, key, 'edit');
    if (!settings.languages.includes(language))
      throw invalid('input.language', `"${language}" is not a language of the settings`, 'enum');
    await authorizedSpace(ctx, sourceId, 'read', 'input.space');
    await lockTree(ctx, key.organizationId);
    const source = await authorizedSpace(ctx, sourceId, 'read', 'input.space');
    await refuseUnsuitable(ctx, source, { settings, language });
    const copy = await duplicateSpace(ctx, sourceId, { title: `${source.title} (${nameOf(language)})`, language });
    const id = ctx.newId('trs');
    const now = ctx.now();
    await ctx.db.translatedSpace.create({
      data: { id, settingsId: settings.id, sourceId, spaceId: copy.id, language, createdAt: now, updatedAt: now },
    });
    const subject = { ...ofSpace(source), id };
    ctx.emit('translated_space.created', subject, { translation: settings.id, language, copy: copy.id });
    return getTranslatedSpace(ctx, { ...key, translatedSpaceId: id });
  };
  return transact(outer, write, { isLong: true });
}

async function refuseUnsuitable(
  ctx: Context,
  source: Space,
  { settings, language }: { readonly settings: TranslationSettings; readonly language: string },
): Promise<void> {
  if (source.organizationId !== settings.organizationId)
    throw invalid('input.space', 'The space belongs to another organization', 'organization');
  if (source.language === language)
    throw invalid('input.language', 'The space is already written in this language', 'exclusive');
  if ((await ctx.db.translatedSpace.count({ where: { spaceId: source.id } })) > 0)
    throw failure('invalid_state', 'The space is a translation itself: translate its source');
  if ((await ctx.db.translatedSpace.count({ where: { sourceId: source.id, language } })) > 0)
    throw failure('already_exists', 'The space already has a translation into this language');
}

/** The name of a language in that language. */
const nameOf = (code: string) => new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;

/**
 * Ends a translation: the copy becomes an independent space. Requires the role `create` in the organization. Throws
 * not_found, forbidden.
 */
export function deleteTranslatedSpace(outer: Context, key: TranslatedSpaceKey): Promise<void> {
  return transact(outer, async (ctx) => {
    await authorizedSettings(ctx, key, 'edit');
    const { id, sourceId, language } = await getTranslatedSpace(ctx, key);
    await ctx.db.translatedSpace.deleteMany({ where: { id } });
    const subject = { organizationId: key.organizationId, id, spaceId: sourceId };
    ctx.emit('translated_space.deleted', subject, { translation: key.translationSettingsId, language });
  });
}

/** Language of a source; English by default. */
export const readSourceLanguage = ({ language }: Pick<Space, 'language'>): string => language ?? 'en';
