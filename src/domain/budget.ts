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
  /** Whether nobody waits for the result any more. */
  isOver: boolean;
  /** Called with the refusal. */
  end: (refusal: DomainError) => void;
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
  throw refusalOf(usage, `A response can contain at most ${maxListed} pages, links and files`);
}

/** Milliseconds of computation, of all operations together, before other requests get a turn. */
const turnMs = 10;

/** Items that operations may begin to process in one turn, of which the time is not known yet. */
const turnItems = 500;

let turnBegan = -Infinity;
let begunItems = 0;
let line: Promise<void> = Promise.resolve();

/**
 * Resolves when the caller may go on: at once, or after other requests had a turn. Whoever processes the items of a list
 * awaits it for each list, and for each item that takes long. Without it, nested lists of several operations would hold
 * the event loop for seconds. `items` are those that the caller then answers, which takes time after the next in line has
 * its turn. Never resolves when the operation is over; see `whileWanted`.
 */
export async function nextTurn(ctx: Context, items = 0): Promise<void> {
  line = line.then(async () => {
    if (performance.now() - turnBegan >= turnMs || begunItems >= turnItems) {
      await setImmediate();
      turnBegan = performance.now();
      begunItems = 0;
    }
    begunItems += items;
  });
  await line;
  await whileWanted(ctx);
}

/**
 * Never resolves when the operation is over, and otherwise at once. What may be refused thousands of times awaits it
 * before it is charged: an error for each of these fields would take as long as their values.
 */
export const whileWanted = (ctx: Context): Promise<never> | undefined =>
  usages.get(ctx)?.isOver === true ? new Promise(() => undefined) : undefined;

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

/** Items and objects from which the length of an answer is counted before it becomes JSON. */
const countedFrom = 1_000;

/** Most characters of JSON in one answer. */
const maxJsonCharacters = 24 * 1_048_576;

/** Characters of JSON that take some milliseconds to make. */
const longAnswer = 500_000;

/** Values that are counted in one turn. */
const turnValues = 20_000;

/**
 * Throws query_too_complex for an answer whose JSON would be too long: aliases repeat titles and descriptions, which are
 * no texts that are charged. `objects` is what the answer was estimated at. An answer of few objects is not counted.
 */
export async function assertAnswerable(ctx: Context, answer: unknown, objects: number): Promise<void> {
  if (objects + usageOf(ctx).items < countedFrom) return;
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
    // oxlint-disable-next-line no-await-in-loop -- yields to other requests
    if (values % turnValues === 0) await nextTurn(ctx, turnItems);
  }
  // Long JSON is made in a turn of its own.
  if (characters > longAnswer) await nextTurn(ctx, turnItems);
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

/**
 * Calls `end` when the operation exceeds its budget for items or characters. What is left of the operation then stops
 * at its next turn.
 */
export function endWhenExceeded(ctx: Context, end: (refusal: DomainError) => void): void {
  const usage = usageOf(ctx);
  usage.end = (refusal) => {
    usage.isOver = true;
    end(refusal);
  };
  if (usage.refusal !== null) usage.end(usage.refusal);
}

/** Stops what is left of an operation at its next turn. For reading only, because the work never goes on, not even to clean up. */
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
    turn: Promise.resolve(),
    isOver: false,
    end: () => undefined,
  };
  usages.set(ctx, usage);
  return usage;
}
