import { failure } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { readFacts } from '../content/read-facts.ts';
import { mayLink } from '../content/write-links.ts';
import { readText } from '../../core/read-text.ts';
import type { MergeSide } from '../../../text/three-way-merge/conflict.ts';
import type { TextIds, MergedTextOf } from '../../../text/three-way-merge/merge-fields.ts';
import { mergeText, type MergedText } from '../../../text/three-way-merge/merge-text.ts';

/** Merges texts, given their ids. */
export type MergeTexts = (ctx: Context, triples: readonly TextIds[]) => Promise<MergedTextOf>;

/** Merges texts for a query, within its budget of computing time. Throws query_too_complex when that is exceeded. */
export const mergeTextsInTurn: MergeTexts = async (ctx, triples) => lookup(await mergeAll(ctx, triples));

/** Creates a function that merges texts for a write and resolves conflicts in favor of a side. */
export const mergeTextsPreferring =
  (prefer: MergeSide | null): MergeTexts =>
  async (ctx, triples) =>
    lookup(await mergeAll(ctx, triples, { maxMergeMs, prefer }));

/** Aborts a transaction that needs texts which have not been merged yet. */
class TextsNotMerged extends Error {
  readonly triples: readonly TextIds[];
  constructor(triples: readonly TextIds[]) {
    super(`${triples.length} texts are not merged yet`);
    this.triples = triples;
  }
}

const maxAttempts = 3;

/**
 * Maximum computing time that a write spends on merging texts, in milliseconds. It exceeds that of a query, so that a
 * merge can succeed whose preview is refused.
 */
const maxMergeMs = 8_000;

/**
 * Runs a transaction that needs merged texts. If texts are missing, it rolls back, merges them without holding locks,
 * and retries. Stored texts are immutable, so a merged text stays valid. The last attempt merges inside the
 * transaction.
 */
export async function withMergedTexts<Result>(
  outer: Context,
  run: (mergeTexts: MergeTexts) => Promise<Result>,
): Promise<Result> {
  const known = new Map<string, MergedText>();
  const add = async (ctx: Context, triples: readonly TextIds[]) => {
    for (const [key, merged] of await mergeAll(ctx, triples, { maxMergeMs })) {
      known.set(key, merged);
      // Cached by content, so that the transaction that writes the text does not wait for a worker.
      // oxlint-disable-next-line no-await-in-loop -- one text at a time
      if (!ctx.inTransaction && mayLink.test(merged.text)) await readFacts(ctx, merged.text);
    }
  };
  for (let attempt = 1; ; attempt += 1) {
    const isLast = outer.inTransaction || attempt === maxAttempts;
    try {
      return await run(async (ctx, triples) => {
        const missing = triples.filter((ids) => !known.has(keyOf(ids)));
        if (missing.length > 0 && !isLast) throw new TextsNotMerged(missing);
        await add(ctx, missing);
        return lookup(known);
      });
    } catch (error) {
      if (!(error instanceof TextsNotMerged)) throw error;
      await add(outer, error.triples);
    }
  }
}

interface MergeOptions {
  readonly maxMergeMs?: number;
  readonly prefer?: MergeSide | null;
}

const keyOf = ({ base, main, changeRequest }: TextIds) => [base, main, changeRequest].join(' ');

async function mergeAll(
  ctx: Context,
  triples: readonly TextIds[],
  { maxMergeMs: limitMs, prefer = null }: MergeOptions = {},
): Promise<Map<string, MergedText>> {
  const textOf = await readTexts(
    ctx,
    triples.flatMap(({ base, main, changeRequest }) => [base, main, changeRequest]),
  );
  const texts = new Map<string, MergedText>();
  for (const ids of triples) {
    const sides = { base: textOf(ids.base), main: textOf(ids.main), changeRequest: textOf(ids.changeRequest) };
    // oxlint-disable-next-line no-await-in-loop -- yields to other requests between texts
    const read = await readText(ctx, mergeTask, [sides, prefer], limitMs === undefined ? {} : { longestMs: limitMs });
    if ('problem' in read) throw failure('query_too_complex', `A text cannot be merged: ${read.problem}`);
    texts.set(keyOf(ids), read.value);
  }
  return texts;
}

const mergeTask = { name: 'mergeText', run: mergeText };

const lookup =
  (texts: ReadonlyMap<string, MergedText>): MergedTextOf =>
  (ids) => {
    const text = texts.get(keyOf(ids));
    if (text === undefined) throw new Error(`The texts ${keyOf(ids)} were not merged`);
    return text;
  };

/** Reads texts by id. The id null stands for an empty text. */
async function readTexts(ctx: Context, ids: readonly (string | null)[]): Promise<(id: string | null) => string> {
  const distinct = [...new Set(ids)].filter((id) => id !== null);
  const stored = await ctx.loaders.storedText.loadMany(distinct);
  const texts = new Map(stored.flatMap((text) => (text && 'markdown' in text ? [[text.id, text.markdown]] : [])));
  return (id) => {
    const text = id === null ? '' : texts.get(id);
    if (text === undefined) throw new Error(`There is no stored text ${id}`);
    return text;
  };
}
