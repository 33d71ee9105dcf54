import { paginate } from '../../../db/keyset.ts';
import { invalid } from '../../../lib/errors.ts';
import type { Page, PageRequest } from '../../../lib/page.ts';
import { commitContent } from '../../authoring/content/commit.ts';
import { authorizeEdit } from '../../authoring/content/edits/authorize.ts';
import { pickContent, type Revision } from '../../authoring/content/revisions.ts';
import type { Context } from '../../core/context.ts';
import { transact } from '../../core/transact.ts';
import type { PageTranslationState } from './fields.ts';
import { mirrorChanges, loadMirroredTexts } from './mirror.ts';
import { listSourcePages, pageTranslationsList, upsertMarks, type PageTranslationRow } from './queries/pages.ts';
import { getTranslatedSpace, spacesOf, type TranslatedSpace, type TranslatedSpaceKey } from './translated-spaces.ts';

/** A source page with the state of its translation. */
export type PageTranslation = PageTranslationRow;

/** Lists source pages by title, with the state of their translation. Throws not_found, insufficient_scope. */
export async function listPageTranslations(
  ctx: Context,
  translated: TranslatedSpace,
  { state, ...page }: PageRequest & { readonly state: PageTranslationState | null },
): Promise<Page<PageTranslation>> {
  const { source } = await spacesOf(ctx, translated);
  return paginate<PageTranslation>(
    ctx,
    pageTranslationsList(await pickContent(ctx, source), translated.id, state),
    page,
  );
}

/**
 * Updates a copy to the current pages, files and order of its source. Requires `edit` on the copy. Throws not_found,
 * forbidden, insufficient_scope, space_locked.
 */
export async function updateTranslatedSpace(outer: Context, key: TranslatedSpaceKey): Promise<TranslatedSpace> {
  const translated = await getTranslatedSpace(outer, key);
  await spacesOf(outer, translated);
  await authorizeEdit(outer, { spaceId: translated.spaceId });
  const known = await loadMirroredTexts(outer, translated);
  await commitContent(
    outer,
    { spaceId: translated.spaceId },
    async (ctx, head) => {
      await spacesOf(ctx, translated);
      await authorizeEdit(ctx, { spaceId: translated.spaceId });
      return mirrorChanges(ctx, { translated, head, translations: new Map(), known });
    },
    { unlessSame: true },
  );
  return getTranslatedSpace(outer, key);
}

/**
 * Marks pages of the copy as translated from the current source, for translators who edit the copy. Requires `edit` on
 * the copy. Throws not_found, forbidden, insufficient_scope, validation_failed.
 */
export function markPagesTranslated(
  outer: Context,
  key: TranslatedSpaceKey,
  pageIds: readonly string[],
): Promise<TranslatedSpace> {
  return transact(outer, async (ctx) => {
    const translated = await getTranslatedSpace(ctx, key);
    const { source } = await spacesOf(ctx, translated);
    await authorizeEdit(ctx, { spaceId: translated.spaceId });
    const revision = await pickContent(ctx, source);
    const pages = await listSourcePages(ctx.sql, revision, translated.id, {
      pageIds,
      states: allStates,
      after: '',
      limit: pageIds.length,
    });
    const found = new Set(pages.map(({ id }) => id));
    const missing = pageIds.find((id) => !found.has(id));
    if (missing !== undefined) throw invalid('input.pages', `The source has no page "${missing}"`, 'reference');
    await upsertMarks(
      ctx.sql,
      translated.id,
      pages.map((page) => markOf(page, revision)),
      ctx.now(),
    );
    const subject = { organizationId: key.organizationId, id: translated.id, spaceId: source.id };
    ctx.emit('translated_space.marked', subject, { translation: key.translationSettingsId, pages: pages.length });
    return getTranslatedSpace(ctx, key);
  });
}

const allStates: readonly PageTranslationState[] = ['untranslated', 'translated', 'outdated'];

/** The mark that records the revision from which a page was translated. */
export const markOf = (
  { id, ...page }: { readonly id: string; title: string; description: string | null; documentId: string | null },
  revision: Pick<Revision, 'id' | 'seq'>,
) => ({
  pageId: id,
  revisionId: revision.id,
  seq: revision.seq,
  documentId: page.documentId,
  title: page.title,
  description: page.description,
});
