import { updateContent } from '../../authoring/content/edits/update-content.ts';
import { flatten } from '../../authoring/content/page.ts';
import { loadTree } from '../../authoring/content/pages.ts';
import { getContent } from '../../authoring/content/revisions.ts';
import type { Context } from '../../core/context.ts';
import { markPagesTranslated } from '../../exchange/translations/pages.ts';
import { createTranslatedSpace } from '../../exchange/translations/translated-spaces.ts';
import { createTranslationSettings, updateTranslationSettings } from '../../exchange/translations/translations.ts';
import { contestedPath, editWith } from './proposal.ts';

const welcome = `# Willkommen

Octavo verwaltet Dokumentation und liefert sie über eine Programmierschnittstelle aus. Dieses Handbuch ist selbst ein
Bereich der Beispielorganisation.
`;

/** Translates the start of a space to German, and returns the id of the translation. */
export async function translate(ctx: Context, organizationId: string, sourceId: string): Promise<string> {
  const { id } = await createTranslationSettings(ctx, { organizationId, title: 'German' });
  const key = { organizationId, translationSettingsId: id };
  await updateTranslationSettings(ctx, key, { values: { languages: ['de'] } });
  const translated = await createTranslatedSpace(ctx, key, { space: sourceId, language: 'de' });
  const { spaceId } = translated;
  const pages = flatten(await loadTree(ctx, await getContent(ctx, spaceId)));
  const [first] = pages;
  if (first)
    await updateContent(ctx, {
      spaceId,
      operations: editWith([
        { operation: 'update_page', page: first.id, title: 'Willkommen', document: { markdown: welcome } },
      ]),
    });
  const done = pages.filter(({ path }) => path === first?.path || path === contestedPath).map((page) => page.id);
  await markPagesTranslated(ctx, { ...key, translatedSpaceId: translated.id }, done);
  return spaceId;
}
