import type { Context } from '../context.ts';
import { analyzeAll, isAnalyzedInWorker, type Analysis } from './analyze.ts';
import { indexedPage, isSearchable, type IndexedChanges } from './index-changes.ts';

/**
 * Analyzes the pages whose new texts are long, before the transaction that writes them: a worker may take seconds, and a
 * transaction holds its locks meanwhile, on the embedded database everybody's connection. Returns the analyses by page id.
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
  const markdownOf = ({ documentId }: { readonly documentId: string | null }) => long.get(documentId ?? '') ?? '';
  const analyses = await analyzeAll(ctx, spaceId, pages, { markdownOf });
  return new Map(analyses.map((analysis) => [analysis.page.pageId, analysis]));
}
