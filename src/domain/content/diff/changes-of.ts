import type { ContentState } from '../../../loaders/content.ts';
import { inTurn } from '../../budget.ts';
import type { Context } from '../../context.ts';
import { describeChanges, type ContentChange } from './describe.ts';
import { diffContent } from './diff-content.ts';
import { hunksOf, type TextHunk } from './hunks.ts';

/** What differs between two states, as somebody reads it. */
export interface ChangeList {
  readonly changes: readonly ContentChange[];
  /** How many pages, files and others differ beside these. */
  readonly more: number;
}

/** The differences of two states; of the first so many pages, files and others. */
export async function changesBetween(
  ctx: Context,
  { before, after, limit }: { readonly before: ContentState; readonly after: ContentState; readonly limit: number },
): Promise<ChangeList> {
  const { changes, total } = await diffContent(ctx, before, after, limit);
  return { changes: describeChanges(changes), more: total - changes.length };
}

/** What differs in the text of a change, line by line; nothing where the text is the same. */
export async function hunksOfChange(
  ctx: Context,
  { type, before, after }: ContentChange,
): Promise<readonly TextHunk[]> {
  const ids = [before?.documentId ?? null, after?.documentId ?? null];
  if (type === 'page_moved' || ids[0] === ids[1]) return [];
  const [then, now] = await Promise.all(ids.map(async (id) => (id === null ? null : ctx.loaders.document.load(id))));
  return inTurn(ctx, () => hunksOf(then?.markdown ?? '', now?.markdown ?? ''));
}
