import type { Context } from '../../core/context.ts';
import { analysisSource, type Analysis, type IndexedPage } from '../../../text/search/analyze.ts';
import { analyzeAll } from './analyze-all.ts';
import { batchSize, deletePages, findMarkdown, findSources, upsertIndex } from './queries/write.ts';

/** The fields of an entry that decide whether and how it is indexed. */
interface IndexedEntry {
  readonly id: string;
  readonly kind: string;
  readonly type: string;
  readonly title: string;
  readonly documentId: string | null;
  readonly attributes: { readonly noIndex?: boolean; readonly description?: string };
}

export interface IndexedChanges {
  readonly put: readonly IndexedEntry[];
  readonly remove: readonly string[];
  /** Texts that are already loaded. */
  readonly texts: readonly { readonly id: string; readonly markdown: string }[];
  /**
   * Content embedded from OpenAPI specifications, as Markdown by page id. It is searchable, but not shown in excerpts.
   */
  readonly shown?: ReadonlyMap<string, string>;
  /** Whether to analyze pages whose title, description and text are unchanged. */
  readonly again?: boolean;
  /** The result of `prepareIndex` or `analyzeAhead`. */
  readonly analyses?: ReadonlyMap<string, Analysis>;
}

/**
 * Updates the index for the changes of the next main revision, in the caller's transaction. Skips pages whose title,
 * description and text are unchanged, such as moved pages.
 */
export async function indexChanges(
  ctx: Context,
  spaceId: string,
  { put, remove, texts: newTexts, analyses = new Map(), shown = new Map(), again = false }: IndexedChanges,
): Promise<void> {
  const pages = put.filter(isSearchable).map(indexedPage);
  await deletePages(ctx.sql, spaceId, [...remove, ...put.filter((entry) => !isSearchable(entry)).map(({ id }) => id)]);
  const texts = new Map(newTexts.map(({ id, markdown }) => [id, markdown]));
  for (let at = 0; at < pages.length; at += batchSize) {
    // A transaction has one connection.
    await indexBatch(ctx, spaceId, pages.slice(at, at + batchSize), { texts, analyses, shown, again });
  }
}

/** Whether an entry is a page with a text that is not marked `noIndex`. */
export const isSearchable = ({ kind, type, attributes }: IndexedEntry) =>
  kind === 'page' && type === 'document' && attributes.noIndex !== true;

export const indexedPage = ({ id, title, documentId, attributes }: IndexedEntry): IndexedPage => ({
  id,
  title,
  documentId,
  description: attributes.description ?? '',
});

/** Loaded data: texts by document id, analyses by page id. */
interface IndexData {
  readonly texts: ReadonlyMap<string, string>;
  readonly analyses: ReadonlyMap<string, Analysis>;
  readonly shown: ReadonlyMap<string, string>;
  readonly again: boolean;
}

async function indexBatch(
  ctx: Context,
  spaceId: string,
  pages: readonly IndexedPage[],
  { texts, analyses: prepared, shown, again }: IndexData,
): Promise<void> {
  const stored = await findSources(
    ctx.sql,
    spaceId,
    pages.map(({ id }) => id),
  );
  const changed = pages.filter((page) => again || stored.get(page.id) !== analysisSource(page));
  if (changed.length === 0) return;
  const ready = changed.flatMap((page) => {
    const analysis = prepared.get(page.id);
    return analysis?.page.source === analysisSource(page) && !shown.has(page.id) ? [analysis] : [];
  });
  const isReady = new Set(ready.map(({ page }) => page.pageId));
  const rest = changed.filter(({ id }) => !isReady.has(id));
  const missing = rest.flatMap(({ documentId }) => (documentId === null || texts.has(documentId) ? [] : [documentId]));
  const read = await findMarkdown(ctx.sql, missing);
  const analyses = await analyzeAll(ctx, spaceId, rest, {
    markdownOf: (page) => findText(page, texts) ?? findText(page, read) ?? '',
    shownOf: (page) => shown.get(page.id) ?? '',
  });
  await upsertIndex(ctx.sql, spaceId, [...ready, ...analyses]);
}

const findText = ({ documentId }: IndexedPage, texts: ReadonlyMap<string, string>) =>
  documentId === null ? '' : texts.get(documentId);
