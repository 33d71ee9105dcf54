import { failure } from '../../../../lib/errors.ts';
import type { Context } from '../../../core/context.ts';
import { parseText } from '../../../core/parse-text.ts';
import { describeChanges, type ChangeStates, type ContentChange } from './describe.ts';
import { diffContent } from './diff-content.ts';
import { diffLines, type TextHunk } from '../../../../text/content/diff-lines.ts';

/** The differences between two states, described for readers. */
export interface ChangeList {
  readonly changes: readonly ContentChange[];
  /** Number of further entries that differ. */
  readonly more: number;
}

/** Lists the differences between two states, up to `limit` entries. */
export async function changesBetween(
  ctx: Context,
  { limit, ...states }: ChangeStates & { readonly limit: number },
): Promise<ChangeList> {
  const { changes, total } = await diffContent(ctx, states.before, states.after, limit);
  const described = describeChanges(changes).map((change) => ({ ...change, states }));
  return { changes: described, more: total - changes.length };
}

/** Compares the texts of a changed entry line by line; empty when the text is unchanged. */
export async function diffLinesOfChange(
  ctx: Context,
  { type, before, after }: ContentChange,
): Promise<readonly TextHunk[]> {
  const ids = [before?.documentId ?? null, after?.documentId ?? null];
  if (type === 'page_moved' || ids[0] === ids[1]) return [];
  const [then, now] = await Promise.all(ids.map(async (id) => (id === null ? null : ctx.loaders.storedText.load(id))));
  const texts: [string, string] = [then?.markdown ?? '', now?.markdown ?? ''];
  const read = await parseText(ctx, { name: 'diffLines', run: diffLines }, texts, { isAnswered: true });
  if ('problem' in read) throw failure('query_too_complex', `A text cannot be compared: ${read.problem}`);
  return read.value;
}
