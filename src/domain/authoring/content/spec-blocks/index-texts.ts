import type { Context } from '../../../core/context.ts';
import type { ContentChanges } from '../../../../text/content/changes.ts';
import type { SpecLink } from '../queries/links.ts';
import { renderSpecBlocks, type LinkedText } from './texts.ts';

/**
 * Lists the texts that specification blocks show on pages, for the search index. Takes no statement when no page links
 * to a specification.
 */
export async function listSpecTextsToIndex(
  ctx: Context,
  spaceId: string,
  { put, texts, toSpecs }: Pick<ContentChanges, 'put' | 'texts'> & { readonly toSpecs: readonly SpecLink[] },
): Promise<ReadonlyMap<string, string>> {
  if (toSpecs.length === 0) return new Map();
  const specsOf = new Map<string, Set<string>>();
  for (const { pageId, slug } of toSpecs) specsOf.set(pageId, (specsOf.get(pageId) ?? new Set()).add(slug));
  const known = new Map(texts.map(({ id, markdown }) => [id, markdown]));
  const pages = put.filter(({ id, kind, documentId }) => kind === 'page' && documentId !== null && specsOf.has(id));
  const missing = pages.flatMap(({ documentId }) => (documentId === null || known.has(documentId) ? [] : [documentId]));
  const rows = await ctx.loaders.storedText.loadMany(missing);
  const read = new Map(rows.flatMap((row) => (row === null || row instanceof Error ? [] : [[row.id, row.markdown]])));
  const linked = pages.map(({ id, documentId }): readonly [string, LinkedText] => [
    id,
    {
      markdown: known.get(documentId ?? '') ?? read.get(documentId ?? '') ?? '',
      specs: specsOf.get(id) ?? new Set(),
    },
  ]);
  return renderSpecBlocks(ctx, spaceId, new Map(linked));
}
