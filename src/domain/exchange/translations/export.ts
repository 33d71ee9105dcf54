import type * as z from 'zod';
import { createHash } from 'node:crypto';
import { pickContent, type Revision } from '../../authoring/content/revisions.ts';
import type { Context } from '../../core/context.ts';
import { parseText, unreadable } from '../../core/parse-text.ts';
import { maxXliffCharacters, maxXliffPages } from './fields.ts';
import { listTermsBetween } from './glossary.ts';
import { listLanguageSettings } from './language-settings.ts';
import { listSegments, listSourcePages, type SourcePage } from './queries/pages.ts';
import type { Unit } from '../../../text/translations/tokens.ts';
import { listUnits } from '../../../text/translations/units.ts';
import { getTranslatedSpace, readSourceLanguage, spacesOf, type TranslatedSpaceKey } from './translated-spaces.ts';
import { descriptionUnit, titleUnit } from '../../../text/xliff/names.ts';
import { segmentKey, writeXliff, type XliffFile } from '../../../text/xliff/write-xliff.ts';
import type { ExportTranslationInput } from './inputs.ts';

type ExportRequest = z.output<typeof ExportTranslationInput>;

export interface TranslationExport {
  readonly xliff: string;
  readonly pages: number;
  /** Cursor of the next export; null when this one is the last. */
  readonly next: string | null;
}

/** Maximum computing time for reading the texts of one export, in milliseconds. */
const longestMs = 30_000;

/**
 * Exports source pages as an XLIFF 2.1 document, with the known translations. Throws not_found, insufficient_scope,
 * query_too_complex.
 */
export async function exportTranslation(
  ctx: Context,
  key: TranslatedSpaceKey,
  { pages, states, after }: ExportRequest,
): Promise<TranslationExport> {
  const translated = await getTranslatedSpace(ctx, key);
  const { source } = await spacesOf(ctx, translated);
  const revision = await pickContent(ctx, source);
  const rows = await listSourcePages(ctx.sql, revision, translated.id, {
    pageIds: pages ?? null,
    states: states ?? ['untranslated', 'outdated'],
    after: after ?? '',
    limit: maxXliffPages + 1,
  });
  const { files, isCut } = await loadFiles(ctx, rows, revision);
  const last = isCut ? (files.at(-1)?.pageId ?? null) : null;
  const { language, settings } = translated;
  const head = {
    sourceLanguage: readSourceLanguage(source),
    targetLanguage: language,
    instructions: listLanguageSettings(settings).find((one) => one.language === language)?.instructions ?? '',
    terms: await listTermsBetween(ctx, settings.organizationId, { from: readSourceLanguage(source), to: language }),
  };
  const known = await knownTargets(ctx, translated.id, files);
  const filled = files.map((file) => ({
    ...file,
    units: file.units.map((unit) => ({ ...unit, target: known.get(digestOf(unit)) ?? null })),
  }));
  return { xliff: writeXliff(head, filled), pages: files.length, next: last };
}

type UntranslatedFile = Omit<XliffFile, 'units'> & { readonly units: readonly Unit[] };

async function loadFiles(
  ctx: Context,
  rows: readonly SourcePage[],
  revision: Revision,
): Promise<{ files: UntranslatedFile[]; isCut: boolean }> {
  const files: UntranslatedFile[] = [];
  let characters = 0;
  for (const row of rows) {
    if (files.length === maxXliffPages || characters > maxXliffCharacters) return { files, isCut: true };
    // The total length so far decides whether this text is read.
    const markdown = await textOf(ctx, row.documentId);
    characters += markdown.length;
    const units = await unitsOfPage(ctx, row, markdown);
    files.push({ pageId: row.id, revisionId: revision.id, original: row.title, units });
  }
  return { files, isCut: false };
}

/** Reads a stored text; empty for null. */
export async function textOf(ctx: Context, documentId: string | null): Promise<string> {
  if (documentId === null) return '';
  const text = await ctx.loaders.storedText.load(documentId);
  if (text === null) throw new Error(`The text ${documentId} is missing`);
  return text.markdown;
}

async function unitsOfPage(ctx: Context, { id, title, description }: SourcePage, markdown: string): Promise<Unit[]> {
  const read = await parseText(ctx, { name: 'unitsOf', run: listUnits }, [markdown], { longestMs });
  if (!('value' in read)) throw unreadable(`The text of ${id} cannot be exported`, read.problem);
  return [
    { id: titleUnit, name: titleUnit, source: [title] },
    ...(description === null || description === ''
      ? []
      : [{ id: descriptionUnit, name: descriptionUnit, source: [description] }]),
    ...read.value,
  ];
}

/** Hash that identifies a segment in the translation memory. */
export const digestOf = ({ source }: Pick<Unit, 'source'>): string =>
  createHash('sha256').update(segmentKey(source)).digest('base64url');

async function knownTargets(ctx: Context, translatedSpaceId: string, files: readonly UntranslatedFile[]) {
  const digests = new Set(files.flatMap(({ units }) => units.map(digestOf)));
  const rows = await listSegments(ctx.sql, translatedSpaceId, [...digests]);
  return new Map(rows.map(({ digest, target }) => [digest, target]));
}
