import { setImmediate } from 'node:timers/promises';
import { failure, type DomainError } from '../../lib/errors.ts';
import type { Context } from './context.ts';

/** Maximum number of items that one operation may read from unpaged lists. See docs/reference/limits.md. */
const maxListedItems = 50_000;

interface Usage {
  items: number;
  /** Characters of text in the response. */
  characters: number;
  /** Created once, because thousands of items may throw it. */
  refusal: DomainError | null;
  workMs: number;
  /** Time that the operation has waited for a worker, in milliseconds, without the present wait. */
  waitedMs: number;
  /** When the present wait for a worker began; null without one. */
  waitBegan: number | null;
  /** Settles when the previous work of the operation has ended. */
  turn: Promise<unknown>;
  /** Whether the caller no longer waits for the result. */
  isOver: boolean;
  /** Aborts the operation with the refusal. */
  end: (refusal: DomainError) => void;
}

const usages = new WeakMap<Context, Usage>();

/**
 * Charges the items of an unpaged list to the budget of the operation, before they are processed. Such lists nest, and
 * the query does not tell their lengths. Throws query_too_complex when the budget is exceeded.
 */
export function chargeItems<Items extends { readonly length: number }>(ctx: Context, items: Items): Items {
  const usage = usageOf(ctx);
  usage.items += items.length;
  if (usage.items <= maxListedItems) return items;
  throw refusalOf(usage, `A response can contain at most ${maxListedItems} pages, links and files`);
}

/** Computing time of all operations together before the event loop serves other requests, in milliseconds. */
const turnMs = 10;

/** Maximum number of items, of still unknown cost, that operations begin to process in one turn of the event loop. */
const turnItems = 500;

let turnBegan = -Infinity;
let begunItems = 0;
let line: Promise<void> = Promise.resolve();

/**
 * Yields to the event loop when its current turn is used up, so that nested lists of several operations do not block it
 * for seconds. Call it before each list, and before each item that takes long. `items` is the number of items processed
 * after it. Never resolves once the operation is over; see `haltIfOver`.
 */
export async function awaitTurn(ctx: Context, items = 0): Promise<void> {
  line = line.then(async () => {
    if (performance.now() - turnBegan >= turnMs || begunItems >= turnItems) {
      await setImmediate();
      turnBegan = performance.now();
      begunItems = 0;
    }
    begunItems += items;
  });
  await line;
  await haltIfOver(ctx);
}

/**
 * Never resolves once the operation is over; otherwise continues at once. Fields that may fail by the thousand await it
 * before they are charged, because that many errors would cost as much as the values.
 */
export const haltIfOver = (ctx: Context): Promise<never> | undefined =>
  usages.get(ctx)?.isOver === true ? new Promise(() => undefined) : undefined;

/**
 * Runs work on texts, one at a time within an operation. The work charges its computing time in milliseconds. Throws
 * overloaded once the operation has used more than `maxMs`, by default TEXTS_TIMEOUT_MS.
 */
export async function runInTurn<Result>(
  ctx: Context,
  work: (charge: (computedMs: number) => void) => Promise<Result>,
  maxMs = ctx.config.TEXTS_TIMEOUT_MS,
): Promise<Result> {
  const usage = usageOf(ctx);
  const result = usage.turn.then(() => {
    if (usage.workMs > maxMs) throw tooLong();
    return work((computedMs) => void (usage.workMs += computedMs));
  });
  usage.turn = result.catch(() => undefined);
  return result;
}

/** Begins a wait of the operation for a worker. The returned function ends it. */
export function beginWait(ctx: Context): () => void {
  const usage = usageOf(ctx);
  usage.waitBegan = performance.now();
  return () => {
    usage.waitedMs = waitedIn(usage);
    usage.waitBegan = null;
  };
}

/** Returns the time that an operation has waited for workers so far, in milliseconds. It does not count against its deadline. */
export function getWaitedMs(ctx: Context): number {
  const usage = usages.get(ctx);
  return usage ? waitedIn(usage) : 0;
}

const waitedIn = ({ waitedMs, waitBegan }: Usage) =>
  waitBegan === null ? waitedMs : waitedMs + performance.now() - waitBegan;

/** Number of items and objects, below which the length of the response is not checked. */
const minCheckedObjects = 1_000;

/** Maximum length of the JSON of one response, in characters. */
const maxJsonCharacters = 24 * 1_048_576;

/** Length of JSON, in characters, from which serialization gets a turn of the event loop of its own. */
const longJsonCharacters = 500_000;

/** Number of values counted in one turn of the event loop. */
const turnValues = 20_000;

/**
 * Throws query_too_complex when the JSON of a response would be too long. `chargeText` does not count titles and
 * descriptions, which aliases can repeat. `objects` is the estimated number of objects.
 */
export async function assertAnswerable(ctx: Context, answer: unknown, objects: number): Promise<void> {
  if (objects + usageOf(ctx).items < minCheckedObjects) return;
  const rest = [answer];
  let characters = 0;
  for (let values = 1; rest.length > 0; values += 1) {
    const value = rest.pop();
    if (Array.isArray(value)) for (const item of value) rest.push(item);
    else if (typeof value === 'object' && value !== null)
      for (const name in value) {
        characters += name.length + 4;
        rest.push(value[name as keyof typeof value]);
      }
    else characters += typeof value === 'string' ? value.length + 3 : 6;
    if (characters > maxJsonCharacters)
      throw failure(
        'query_too_complex',
        `An answer contains at most ${maxJsonCharacters} characters of JSON. Request fewer objects or fields.`,
      );
    // Yields to other requests.
    if (values % turnValues === 0) await awaitTurn(ctx, turnItems);
  }
  if (characters > longJsonCharacters) await awaitTurn(ctx, turnItems);
}

/** The time depends on how busy the machine is and on what is cached, so that the same request may succeed later. */
const tooLong = () =>
  failure('overloaded', 'The texts take too long to process. Request fewer of them, or try again.', {
    retryAfterSeconds: 1,
  });

/** Maximum characters of text in one response, because its JSON is serialized synchronously. */
const maxAnswerCharacters = 16 * 1_048_576;

/** Charges a text of the response. Throws query_too_complex when the budget is exceeded. */
export function chargeText<Text extends string | null>(ctx: Context, text: Text): Text {
  chargeCharacters(ctx, text?.length ?? 0);
  return text;
}

/** Charges characters of the response. A text counts each time it appears, because aliases can repeat it. */
export function chargeCharacters(ctx: Context, characters: number): void {
  const usage = usageOf(ctx);
  usage.characters += characters;
  if (usage.characters <= maxAnswerCharacters) return;
  throw refusalOf(
    usage,
    `An answer contains at most ${maxAnswerCharacters} characters of texts. Request fewer of them.`,
  );
}

function refusalOf(usage: Usage, message: string): DomainError {
  if (usage.refusal === null) {
    usage.refusal = failure('query_too_complex', message);
    usage.end(usage.refusal);
  }
  return usage.refusal;
}

const endNothing = () => undefined;

/**
 * Calls `end` when the operation exceeds its budget of items or characters. Its remaining work stops at its next turn. The returned
 * function forgets `end`, which refers to the answer: collections of young garbage keep the values of weak maps.
 */
export function endWhenExceeded(ctx: Context, end: (refusal: DomainError) => void): () => void {
  const usage = usageOf(ctx);
  const endNow = (refusal: DomainError) => {
    usage.isOver = true;
    end(refusal);
  };
  usage.end = endNow;
  if (usage.refusal !== null) endNow(usage.refusal);
  return () => {
    if (usage.end === endNow) usage.end = endNothing;
  };
}

/**
 * Stops the remaining work of an operation at its next turn. Only for reads: the work never continues, not even to
 * clean up.
 */
export function abandon(ctx: Context): void {
  usageOf(ctx).isOver = true;
}

function usageOf(ctx: Context): Usage {
  const known = usages.get(ctx);
  if (known) return known;
  const usage: Usage = {
    items: 0,
    characters: 0,
    refusal: null,
    workMs: 0,
    waitedMs: 0,
    waitBegan: null,
    turn: Promise.resolve(),
    isOver: false,
    end: endNothing,
  };
  usages.set(ctx, usage);
  return usage;
}
