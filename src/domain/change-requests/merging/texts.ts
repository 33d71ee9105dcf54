import { inTurn } from '../../budget.ts';
import type { Context } from '../../context.ts';
import type { MergeSide } from '../../merge/conflict.ts';
import type { DocumentIds, MergedTextOf } from '../../merge/fields.ts';
import { mergeText, type MergedText } from '../../merge/text.ts';

/** Merges texts that are given by their documents. */
export type MergeTexts = (ctx: Context, wanted: readonly DocumentIds[]) => Promise<MergedTextOf>;

/** For those who read: others get their turn between the texts. Throws query_too_complex for too many. */
export const readMerged: MergeTexts = async (ctx, wanted) => found(await merged(ctx, wanted));

/** As a side has what is in conflict. */
export const preferring =
  (prefer: MergeSide | null): MergeTexts =>
  async (ctx, wanted) =>
    found(await merged(ctx, wanted, { longestMs, prefer }));

/** Texts that were wanted in a transaction, which was given up for them. */
class Wanted extends Error {
  readonly texts: readonly DocumentIds[];
  constructor(texts: readonly DocumentIds[]) {
    super(`${texts.length} texts are to be merged`);
    this.texts = texts;
  }
}

const maxAttempts = 3;

/** Milliseconds of merging texts for a write: most of what an operation has. What cannot be read may still be merged. */
const longestMs = 8_000;

/**
 * Runs a transaction that merges texts before it writes. It is given up for texts that are not merged yet, and run
 * again with them: comparing texts takes long, and others wait for its locks. A text has one id for ever, so what was
 * merged stays right.
 */
export async function withMergedTexts<Result>(
  outer: Context,
  run: (mergeTexts: MergeTexts) => Promise<Result>,
): Promise<Result> {
  const known = new Map<string, MergedText>();
  const add = async (ctx: Context, wanted: readonly DocumentIds[]) => {
    for (const [key, text] of await merged(ctx, wanted, { longestMs })) known.set(key, text);
  };
  for (let attempt = 1; ; attempt += 1) {
    const isLast = outer.inTransaction || attempt === maxAttempts;
    try {
      return await run(async (ctx, wanted) => {
        const missing = wanted.filter((ids) => !known.has(keyOf(ids)));
        if (missing.length > 0 && !isLast) throw new Wanted(missing);
        await add(ctx, missing);
        return found(known);
      });
    } catch (error) {
      if (!(error instanceof Wanted)) throw error;
      await add(outer, error.texts);
    }
  }
}

interface Merging {
  readonly longestMs?: number;
  readonly prefer?: MergeSide | null;
}

const keyOf = ({ base, main, changeRequest }: DocumentIds) => [base, main, changeRequest].join(' ');

async function merged(
  ctx: Context,
  wanted: readonly DocumentIds[],
  { longestMs: limit, prefer = null }: Merging = {},
): Promise<Map<string, MergedText>> {
  const textOf = await readTexts(
    ctx,
    wanted.flatMap(({ base, main, changeRequest }) => [base, main, changeRequest]),
  );
  const texts = new Map<string, MergedText>();
  for (const ids of wanted) {
    const sides = { base: textOf(ids.base), main: textOf(ids.main), changeRequest: textOf(ids.changeRequest) };
    // oxlint-disable-next-line no-await-in-loop -- waits for nothing but its turn
    texts.set(keyOf(ids), await inTurn(ctx, () => mergeText(sides, prefer), limit));
  }
  return texts;
}

const found =
  (texts: ReadonlyMap<string, MergedText>): MergedTextOf =>
  (ids) => {
    const text = texts.get(keyOf(ids));
    if (text === undefined) throw new Error(`The texts ${keyOf(ids)} were not merged`);
    return text;
  };

/** The texts of documents, by id; none is empty. */
async function readTexts(ctx: Context, ids: readonly (string | null)[]): Promise<(id: string | null) => string> {
  const wanted = [...new Set(ids)].filter((id) => id !== null);
  const documents = await ctx.loaders.document.loadMany(wanted);
  const texts = new Map(
    documents.flatMap((document) => (document && 'markdown' in document ? [[document.id, document.markdown]] : [])),
  );
  return (id) => {
    const text = id === null ? '' : texts.get(id);
    if (text === undefined) throw new Error(`There is no document ${id}`);
    return text;
  };
}
