import type { Context } from '../../core/context.ts';
import { parseText, unreadable } from '../../core/parse-text.ts';
import type { MergeSide } from '../../../text/three-way-merge/conflict.ts';
import type { LookUpText, TextIds } from '../../../text/three-way-merge/merge-fields.ts';
import { mergeText, type MergedText } from '../../../text/three-way-merge/merge-text.ts';

/**
 * Maximum computing time that a write spends on merging texts, in milliseconds. It exceeds that of a query, so that a
 * merge can succeed whose preview is refused.
 */
export const maxMergeMs = 8_000;

export interface MergeOptions {
  /** Maximum computing time in milliseconds; that of a query by default. */
  readonly longestMs?: number;
  /** The side that wins conflicts. Null keeps the conflicting lines of both sides between markers. */
  readonly prefer?: MergeSide | null;
}

/** Merges stored texts, given their ids. Throws query_too_complex when that takes too much computing time. */
export async function mergeStoredTexts(
  ctx: Context,
  triples: readonly TextIds[],
  { prefer = null, ...limits }: MergeOptions = {},
): Promise<LookUpText> {
  const textOf = await loadTexts(
    ctx,
    triples.flatMap(({ base, main, changeRequest }) => [base, main, changeRequest]),
  );
  const merged = new Map<string, MergedText>();
  for (const ids of triples) {
    const sides = { base: textOf(ids.base), main: textOf(ids.main), changeRequest: textOf(ids.changeRequest) };
    // Yields to other requests between texts.
    const read = await parseText(ctx, mergeTask, [sides, prefer], limits);
    if ('problem' in read) throw unreadable('A text cannot be merged', read.problem);
    merged.set(keyOf(ids), read.value);
  }
  return (ids) => {
    const text = merged.get(keyOf(ids));
    if (text === undefined) throw new Error(`The texts ${keyOf(ids)} were not merged`);
    return text;
  };
}

const keyOf = ({ base, main, changeRequest }: TextIds) => [base, main, changeRequest].join(' ');

const mergeTask = { name: 'mergeText', run: mergeText };

/** Reads texts by id. The id null stands for an empty text. */
async function loadTexts(ctx: Context, ids: readonly (string | null)[]): Promise<(id: string | null) => string> {
  const distinct = [...new Set(ids)].filter((id) => id !== null);
  const stored = await ctx.loaders.storedText.loadMany(distinct);
  const texts = new Map(stored.flatMap((text) => (text && 'markdown' in text ? [[text.id, text.markdown]] : [])));
  return (id) => {
    const text = id === null ? '' : texts.get(id);
    if (text === undefined) throw new Error(`There is no stored text ${id}`);
    return text;
  };
}
