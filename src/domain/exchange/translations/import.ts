import type * as z from 'zod';
import { DomainError, invalid, referenceNotFound, type ErrorType } from '../../../lib/errors.ts';
import { storedTextOf, type EntryState } from '../../../text/content/changes.ts';
import { commitContent } from '../../authoring/content/commit.ts';
import { authorizeEdit } from '../../authoring/content/edits/authorize.ts';
import { PageDescription, PageTitle } from '../../../text/content/edit-fields.ts';
import { listEntries } from '../../authoring/content/queries/entries.ts';
import { withFacts } from '../../authoring/content/parse-facts.ts';
import type { Revision } from '../../authoring/content/revisions.ts';
import type { Context } from '../../core/context.ts';
import { parseText } from '../../core/parse-text.ts';
import { digestOf, textOf } from './export.ts';
import { maxXliffPages } from './fields.ts';
import { mirrorChanges, loadMirroredTexts, type PageTranslation } from './mirror.ts';
import { listMarks, upsertMarks, upsertSegments, type TranslationMark } from './queries/pages.ts';
import { markOf } from './pages.ts';
import { wordsIn, type Token } from '../../../text/translations/tokens.ts';
import { applyTranslations } from '../../../text/translations/units.ts';
import { getTranslatedSpace, spacesOf, type TranslatedSpace, type TranslatedSpaceKey } from './translated-spaces.ts';
import { descriptionUnit, titleUnit } from '../../../text/xliff/names.ts';
import { readXliff, type ReadFile, type ReadUnit, type ReadXliff } from '../../../text/xliff/read-xliff.ts';
import { tokensXml } from '../../../text/xliff/write-xliff.ts';

export interface TranslationImport {
  readonly translated: TranslatedSpace;
  /** Ids of pages whose translation was written. */
  readonly written: readonly string[];
  /** Ids of pages with an untranslated segment. Their other segments are kept in the translation memory. */
  readonly incomplete: readonly string[];
  /** Ids of pages whose translation is based on a later revision, or that were deleted from the source. */
  readonly skipped: readonly string[];
  readonly refused: readonly RefusedPage[];
}

/** A page that was not written because something in its part of the document does not fit. */
export interface RefusedPage {
  readonly pageId: string;
  readonly problem: string;
}

/** Maximum computing time for the texts of one import, in milliseconds. */
const longestMs = 60_000;

/**
 * Imports the translations of an XLIFF document into the copy, in one revision, together with the current pages, files
 * and order of the source. A page that does not fit is refused alone. Requires `edit` on the copy. Throws not_found,
 * forbidden, insufficient_scope, space_locked; validation_failed or reference_not_found when no page fits.
 */
export async function importTranslation(
  outer: Context,
  key: TranslatedSpaceKey,
  xliff: string,
): Promise<TranslationImport> {
  const translated = await getTranslatedSpace(outer, key);
  await spacesOf(outer, translated);
  await authorizeEdit(outer, { spaceId: translated.spaceId });
  const { files, unread } = await parseFiles(outer, translated, xliff);
  const refusals: Refusal[] = unread.map(({ pageId, problem }) => ({
    pageId,
    error: refuse(`The page "${pageId}" cannot be read: ${problem}`),
  }));
  const pages = await loadPages(outer, translated, { files, refusals });
  const done: Awaited<ReturnType<typeof translate>>[] = [];
  for (const page of pages)
    // The texts of one operation are processed in turn.
    await keepRefusal(refusals, page.file.pageId, async () => done.push(await translate(outer, page)));
  const [first] = refusals;
  if (first && done.length === 0) throw first.error;
  const known = await loadMirroredTexts(outer, translated);
  let written: readonly string[] = [];
  await commitContent(
    outer,
    { spaceId: translated.spaceId },
    async (ctx, head) => {
      await spacesOf(ctx, translated);
      await authorizeEdit(ctx, { spaceId: translated.spaceId });
      const current = await stillCurrent(
        ctx,
        translated,
        done.flatMap((page) => (page.translation ? [page] : [])),
      );
      const translations = new Map(current.map(({ mark, translation }) => [mark.pageId, translation]));
      written = [...translations.keys()];
      await upsertSegments(ctx.sql, translated.id, listSegments(files), ctx.now());
      const changes = await mirrorChanges(ctx, { translated, head, translations, known });
      await upsertMarks(
        ctx.sql,
        translated.id,
        current.map(({ mark }) => mark),
        ctx.now(),
      );
      return changes;
    },
    { unlessSame: true },
  );
  const incomplete = done.flatMap(({ mark, translation }) => (translation === null ? [mark.pageId] : []));
  const refused = refusals.map(({ pageId, error }) => ({ pageId, problem: error.message }));
  const handledPages = new Set([...written, ...incomplete, ...refused.map(({ pageId }) => pageId)]);
  return {
    translated: await getTranslatedSpace(outer, key),
    written,
    incomplete,
    skipped: files.map(({ pageId }) => pageId).filter((id) => !handledPages.has(id)),
    refused,
  };
}

interface Refusal {
  readonly pageId: string;
  readonly error: DomainError;
}

/** Runs a step of one page. An error of the caller, or one of time, costs this page alone. */
async function keepRefusal(refusals: Refusal[], pageId: string, step: () => Promise<unknown>): Promise<void> {
  try {
    await step();
  } catch (error) {
    if (!(error instanceof DomainError) || !ofOnePage.has(error.type)) throw error;
    refusals.push({ pageId, error });
  }
}

const ofOnePage: ReadonlySet<ErrorType> = new Set(['validation_failed', 'reference_not_found', 'query_too_complex']);

const refuse = (message: string) => invalid('input.xliff', message, 'xliff');

async function parseFiles(ctx: Context, { language }: TranslatedSpace, xliff: string): Promise<ReadXliff> {
  const read = await parseText(ctx, { name: 'readXliff', run: readXliff }, [xliff], { isKept: false, longestMs });
  if (!('value' in read)) throw refuse(`The document cannot be read: ${read.problem}`);
  const { files, unread, targetLanguage } = read.value;
  // A document may name a region that the space does not: `de-DE` for `de`.
  if (targetLanguage !== null && !`${targetLanguage.toLowerCase()}-`.startsWith(`${language}-`))
    throw refuse(`The document is in "${targetLanguage}", but the space is translated into "${language}"`);
  const ids = [...files, ...unread].map(({ pageId }) => pageId);
  if (ids.length > maxXliffPages) throw refuse(`The document has more than ${maxXliffPages} files`);
  if (new Set(ids).size < ids.length) throw refuse('The document has a page twice');
  return read.value;
}

/** A page of the document in the revision from which it was exported. */
interface PageAt {
  readonly file: ReadFile;
  readonly entry: EntryState;
  readonly revision: Revision;
}

async function loadPages(
  ctx: Context,
  { sourceId }: TranslatedSpace,
  { files, refusals }: { readonly files: readonly ReadFile[]; readonly refusals: Refusal[] },
): Promise<readonly PageAt[]> {
  const ids = [...new Set(files.map(({ revisionId }) => revisionId))];
  if (ids.length > maxRevisions) throw refuse(`The document names more than ${maxRevisions} revisions`);
  const revisions = await Promise.all(ids.map((id) => ctx.loaders.revision.load(id)));
  const pages = await Promise.all(
    ids.map(async (id, at) => {
      const revision = revisions[at] as Revision | null | undefined;
      const own = files.filter(({ revisionId }) => revisionId === id);
      const entries =
        revision?.line === sourceId
          ? await listEntries(
              ctx.sql,
              revision,
              own.map(({ pageId }) => pageId),
            )
          : null;
      const byId = new Map(entries?.map((entry) => [entry.id, entry]));
      return own.flatMap((file): PageAt[] => {
        const entry = byId.get(file.pageId);
        if (revision && entry && entry.attributes.generatedBy === undefined) return [{ file, entry, revision }];
        const [kind, missing] = entries ? (['page', file.pageId] as const) : (['revision', id] as const);
        refusals.push({ pageId: file.pageId, error: referenceNotFound('input.xliff', kind, missing) });
        return [];
      });
    }),
  );
  return pages.flat();
}

/** Maximum number of distinct revisions in one document, because tools merge files. */
const maxRevisions = 20;

interface TranslatedPage {
  readonly mark: TranslationMark;
  readonly translation: PageTranslation;
}

/** Translates a page; null while one of its units has no target. */
async function translate(
  ctx: Context,
  { file, entry, revision }: PageAt,
): Promise<Omit<TranslatedPage, 'translation'> & { readonly translation: PageTranslation | null }> {
  const { title, attributes, documentId } = entry;
  const own = attributes.computed ? null : documentId;
  const description = attributes.description ?? null;
  const mark = markOf({ id: entry.id, title, description, documentId: own }, revision);
  const { [titleUnit]: titleOf, [descriptionUnit]: descriptionOf, ...units } = file.units;
  const isWhole = Object.values(file.units).every(({ target }) => target !== null) && titleOf !== undefined;
  if (!isWhole || (description && descriptionOf === undefined)) return { mark, translation: null };
  const targets = Object.fromEntries(
    Object.entries(units).map(([id, { source, target }]) => [id, { source, target: target ?? [] }]),
  );
  const markdown = await textOf(ctx, own);
  const written = await parseText(ctx, { name: 'applyTranslations', run: applyTranslations }, [markdown, targets], {
    isKept: false,
    longestMs,
  });
  if (!('value' in written)) throw refuse(`The page "${entry.id}" cannot be translated: ${written.problem}`);
  const text = storedTextOf(written.value);
  return {
    mark,
    translation: {
      title: plainOf(PageTitle, titleOf, `the title of ${entry.id}`),
      description: description && plainOf(PageDescription, descriptionOf, `the description of ${entry.id}`),
      text: text && (await withFacts(ctx, text)),
    },
  };
}

/** Reads the target of a title or description, which must not contain codes. */
function plainOf(limit: z.ZodType<string>, unit: ReadUnit | undefined, place: string): string {
  const code = unit?.target?.find((token) => typeof token !== 'string');
  if (code)
    throw refuse(`The target of ${place} has the code ${code.code.slice(0, 100)}, which the source does not have`);
  const checked = limit.safeParse(
    wordsIn(unit?.target ?? [])
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
  if (!checked.success) throw refuse(`The target of ${place} ${checked.error.issues[0]?.message ?? 'is not valid'}`);
  return checked.data;
}

/** Selects the pages that still exist in the source and have no translation of a later revision. */
async function stillCurrent(
  ctx: Context,
  translated: TranslatedSpace,
  pages: readonly { readonly mark: TranslationMark; readonly translation: PageTranslation | null }[],
): Promise<TranslatedPage[]> {
  const ids = pages.map(({ mark }) => mark.pageId);
  const source = await ctx.loaders.space.load(translated.sourceId);
  const revision = source && (await ctx.loaders.revision.load(source.revisionId));
  const there = new Set(revision ? (await listEntries(ctx.sql, revision, ids)).map(({ id }) => id) : []);
  const later = new Map((await listMarks(ctx.sql, translated.id, ids)).map(({ pageId, seq }) => [pageId, seq]));
  return pages.flatMap(({ mark, translation }) =>
    translation && there.has(mark.pageId) && (later.get(mark.pageId) ?? 0) <= mark.seq ? [{ mark, translation }] : [],
  );
}

/** Maps the hashes of translated segments of a document to their targets. */
function listSegments(files: readonly ReadFile[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const { units } of files)
    for (const { source, target } of Object.values(units))
      if (target !== null) found.set(digestOf({ source }), targetXml(target));
  return found;
}

const targetXml = (target: readonly Token[]): string => tokensXml(target);
