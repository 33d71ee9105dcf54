import type { Context } from '../../core/context.ts';
import { isAnalyzedInWorker, type Analysis } from '../../../text/search/analyze.ts';
import { analyzeAll } from './analyze-all.ts';
import { indexedPage, isSearchable, type IndexedChanges } from './index-changes.ts';

/**
 * Analyzes pages with long new texts before the transaction that writes them. A worker may take seconds, during which a
 * transaction would hold its locks, and on the embedded database the only connection. Returns the analyses by page id.
 */
export async function analyzeAhead(
  ctx: Context,
  spaceId: string,
  { put, texts }: Pick<IndexedChanges, 'put' | 'texts'>,
): Promise<ReadonlyMap<string, Analysis>> {
  const long = new Map(texts.filter(isAnalyzedInWorker).map(({ id, markdown }) => [id, markdown]));
  const pages = put
    .filter(isSearchable)
    .map(indexedPage)
    .filter(({ documentId }) => documentId !== null && long.has(documentId));
  const readMarkdown = ({ documentId }: { readonly documentId: string | null }) => long.get(documentId ?? '') ?? '';
  const analyses = await analyzeAll(ctx, spaceId, pages, { markdownOf: readMarkdown });
  return new Map(analyses.map((analysis) => [analysis.page.pageId, analysis]));
}
