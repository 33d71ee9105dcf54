import { setImmediate } from 'node:timers/promises';
import { failure, type DomainError } from '../lib/errors.ts';
import type { Context } from './context.ts';

/** Items that one operation may read from lists without pages. See docs/reference/limits.md. */
const maxListed = 50_000;

/** Milliseconds of computation that one operation may spend on texts. */
const maxWorkMs = 3_000;

interface Usage {
  items: number;
  /** Characters of texts in the answer. */
  characters: number;
  /** The error, created once, because thousands of items may fail with it. */
  refusal: DomainError | null;
  workMs: number;
  /** Settles when the work before has ended. */
  turn: Promise<unknown>;
}

const usages = new WeakMap<Context, Usage>();

/**
 * Charges the items of a list without pages to the budget of the operation, before each is processed. Such lists nest,
 * and their length cannot be derived from the query. Throws query_too_complex when the budget is exceeded.
 */
export function chargeItems<Items extends { readonly length: number }>(ctx: Context, items: Items): Items {
  const usage = usageOf(ctx);
  usage.items += items.length;
  if (usage.items <= maxListed) return items;
  throw (usage.refusal ??= failure(
    'query_too_complex',
    `A response can contain at most ${maxListed} pages, links and files`,
  ));
}

/** Milliseconds of computation, of all operations together, before other requests get a turn. */
const turnMs = 10;

let turnBegan = -Infinity;
let line: Promise<void> = Promise.resolve();

/**
 * Resolves when the caller may go on: at once, or after other requests had a turn. Whoever processes the items of a list
 * awaits it for each list, and for each item that takes long. Without it, nested lists of several operations would hold
 * the event loop for seconds.
 */
export function nextTurn(): Promise<void> {
  line = line.then(async () => {
    if (performance.now() - turnBegan < turnMs) return;
    await setImmediate();
    turnBegan = performance.now();
  });
  return line;
}

/**
 * Runs work on texts, one after the other within an operation. The work reports when it begins, so waiting for a process
 * is not charged. Throws query_too_complex once the operation has worked for longer than `maxMs`.
 */
export async function runInTurn<Result>(
  ctx: Context,
  work: (begin: () => void) => Promise<Result>,
  maxMs = maxWorkMs,
): Promise<Result> {
  const usage = usageOf(ctx);
  const result = usage.turn.then(async () => {
    if (usage.workMs > maxMs) throw tooLong();
    let begunMs: number | null = null;
    try {
      return await work(() => (begunMs = performance.now()));
    } finally {
      if (begunMs !== null) usage.workMs += performance.now() - begunMs;
    }
  });
  usage.turn = result.catch(() => undefined);
  return result;
}

const tooLong = () => failure('query_too_complex', 'The texts take too long to process. Request fewer of them.');

/** Most characters of texts in one answer, because its JSON is created at once in the thread that serves all requests. */
const maxAnswerCharacters = 16 * 1_048_576;

/** Charges a text that becomes part of the answer. Throws query_too_complex when the answer would become too long. */
export function chargeText<Text extends string | null>(ctx: Context, text: Text): Text {
  chargeCharacters(ctx, text?.length ?? 0);
  return text;
}

/** Charges characters of JSON. Aliases repeat a text, so it is charged each time it is answered. */
export function chargeCharacters(ctx: Context, characters: number): void {
  const usage = usageOf(ctx);
  usage.characters += characters;
  if (usage.characters <= maxAnswerCharacters) return;
  throw (usage.refusal ??= failure(
    'query_too_complex',
    `An answer contains at most ${maxAnswerCharacters} characters of texts. Request fewer of them.`,
  ));
}

function usageOf(ctx: Context): Usage {
  const known = usages.get(ctx);
  if (known) return known;
  const usage: Usage = { items: 0, characters: 0, refusal: null, workMs: 0, turn: Promise.resolve() };
  usages.set(ctx, usage);
  return usage;
}
