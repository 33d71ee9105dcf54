import { aSpace } from './factories.ts';
import type { Harness } from './harness.ts';
import { insert } from './insert.ts';

/** Creates translation settings with these languages. */
export async function aTranslation(
  server: Harness,
  organizationId: string,
  languages: readonly string[] = ['de', 'fr'],
): Promise<{ id: string }> {
  const id = server.platform.services.newId('tr');
  const row = { id, organizationId, title: 'Languages', languages: [...languages] };
  await insert(server.platform, 'translation_settings', row);
  return { id };
}

/** Creates an empty space with an empty German translation. */
export async function aTranslatedSpace(
  server: Harness,
  organizationId: string,
  settingsId: string,
): Promise<{ id: string; sourceId: string; spaceId: string }> {
  const id = server.platform.services.newId('trs');
  const { id: sourceId } = await aSpace(server, organizationId);
  const { id: spaceId } = await aSpace(server, organizationId, { language: 'de' });
  await insert(server.platform, 'translated_spaces', { id, settingsId, sourceId, spaceId, language: 'de' });
  return { id, sourceId, spaceId };
}

/** Creates an entry of a glossary. */
export async function aGlossaryEntry(server: Harness, organizationId: string): Promise<{ id: string }> {
  const id = server.platform.services.newId('gls');
  const translations = { en: 'space', de: 'Bereich' };
  await insert(server.platform, 'glossary_entries', { id, organizationId, translations });
  return { id };
}

/** Returns all path parameters of translations for a translated space. */
export async function translationIds(server: Harness, organizationId: string): Promise<Record<string, string>> {
  const { id: translationSettingsId } = await aTranslation(server, organizationId);
  return {
    translationSettingsId,
    translatedSpaceId: (await aTranslatedSpace(server, organizationId, translationSettingsId)).id,
    glossaryEntryId: (await aGlossaryEntry(server, organizationId)).id,
    language: 'de',
  };
}

/** Adds a target to every segment without one: its source in capitals. */
export const filled = (xliff: string) =>
  xliff.replaceAll(
    /<segment><source>(.*?)<\/source><\/segment>/gs,
    (_whole, text: string) => `<segment><source>${text}</source><target>${shouted(text)}</target></segment>`,
  );
const shouted = (xml: string) => xml.replaceAll(/(^|>)([^<]*)/g, (_all, before, text) => before + upper(text));
const upper = (text: string) =>
  text
    .split(/(&\w+;)/)
    .map((part, at) => (at % 2 ? part : part.toUpperCase()))
    .join('');
