import { awaitTurn } from '../../core/budget.ts';
import type { Context } from '../../core/context.ts';
import { parseText } from '../../core/parse-text.ts';
import { analyze, maxInlineCharacters, type Analysis, type IndexedPage } from '../../../text/search/analyze.ts';

const analyzeTask = { name: 'analyze', run: analyze, inlineCharacters: maxInlineCharacters };

/** Texts of pages, and content that their blocks embed from other sources. */
interface TextsOf {
  readonly markdownOf: (page: IndexedPage) => string;
  readonly shownOf?: (page: IndexedPage) => string;
}

/** Computes the rows of many pages without blocking other requests. */
export async function analyzeAll(
  ctx: Context,
  spaceId: string,
  pages: readonly IndexedPage[],
  { markdownOf, shownOf = () => '' }: TextsOf,
): Promise<Analysis[]> {
  const analyses: Analysis[] = [];
  for (const page of pages) {
    const input: Parameters<typeof analyze> = [spaceId, page, markdownOf(page), shownOf(page)];
    // One text after the other.
    const read = await parseText(ctx, analyzeTask, input, { longestMs: Number.POSITIVE_INFINITY, isKept: false });
    // A page whose text cannot be analyzed is still searchable by title.
    analyses.push('value' in read ? read.value : analyze(spaceId, page, ''));
    // Yields to other requests.
    await awaitTurn(ctx);
  }
  return analyses;
}
