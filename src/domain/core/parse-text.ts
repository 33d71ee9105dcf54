import { createHash } from 'node:crypto';
import { failure, type DomainError } from '../../lib/errors.ts';
import { TaskEnded } from '../../infra/workers/pool.ts';
import { outcomeOf, tooIntricate, type Outcome } from '../../lib/text-outcome.ts';
import { chargeCharacters, awaitTurn, beginWait, runInTurn } from './budget.ts';
import type { Context } from './context.ts';

/** A pure function of texts that can run in a worker. `name` is its key in tasks.ts. */
export interface TextTask<Input extends readonly unknown[], Value> {
  readonly name: string;
  readonly run: (...input: Input) => Value;
  /**
   * Maximum length, in characters, of texts that are always processed in the calling thread. For functions that take
   * linear time.
   */
  readonly inlineCharacters?: number;
}

/** Options of one call. */
export interface ReadTextOptions {
  /** Computing time that the operation may spend on texts, in milliseconds. */
  readonly longestMs?: number | undefined;
  /** Whether the value becomes part of the response, so that its size is charged. See `chargeCharacters`. */
  readonly isAnswered?: boolean;
  /** Whether to cache the value; true by default. */
  readonly isKept?: boolean;
}

/**
 * Runs a task on texts and returns its value, or the problem of a text. Short, plain texts are processed in the calling
 * thread. Others run in a worker with limits on time and memory, one at a time within an operation. Each content runs once
 * for all operations that ask for it at the same time, and its result is cached. Throws overloaded when the operation
 * exceeds its computing time, or too many texts are queued.
 */
export async function parseText<Input extends readonly unknown[], Value>(
  ctx: Context,
  { name, run, inlineCharacters = 0 }: TextTask<Input, Value>,
  input: Input,
  { longestMs, isAnswered = false, isKept = true }: ReadTextOptions = {},
): Promise<Outcome<Value>> {
  if (isCheap(input, inlineCharacters)) return outcomeOf(() => run(...input));
  const { results } = ctx.workers;
  const key = keyOf(name, input);
  const known = results.get(key);
  const json = known ?? (await runInTurn(ctx, (charge) => parseInWorker(ctx, { name, input, key, charge }), longestMs));
  if (known === undefined && isKept) results.set(key, json);
  if (isAnswered) chargeCharacters(ctx, json.length);
  await awaitTurn(ctx);
  const outcome = JSON.parse(json) as Outcome<Value>;
  // The caller processes a large value, for example serializes it, in another turn of the event loop.
  await awaitTurn(ctx);
  return outcome;
}

/**
 * The refusal of an operation that cannot do without a text. What ended by a limit of time or memory may succeed on a
 * machine that is less busy, so it does not blame the request.
 */
export const unreadable = (what: string, problem: string): DomainError =>
  problem === tooIntricate
    ? failure('overloaded', `${what}: ${problem}`, { retryAfterSeconds: 5 })
    : failure('query_too_complex', `${what}: ${problem}`);

/**
 * Runs a task in a worker and returns its outcome as JSON. Exceeding the time or memory limit is a problem of the text,
 * which is cached like a value.
 */
async function parseInWorker(ctx: Context, { name, input, key, charge }: WorkerTask): Promise<string> {
  const { texts, textTimeoutMs: timeoutMs } = ctx.workers;
  const endWait = beginWait(ctx);
  const options = { timeoutMs, owner: ctx.actor.userId, signal: ctx.signal, key, onBegin: endWait, onEnd: charge };
  try {
    return await texts.run<string>(name, input, options);
  } catch (error) {
    if (!(error instanceof TaskEnded) || error.reason === 'crashed') throw error;
    return JSON.stringify({ problem: tooIntricate });
  } finally {
    endWait();
  }
}

interface WorkerTask {
  readonly name: string;
  readonly input: readonly unknown[];
  /** Key of the result in the cache. */
  readonly key: string;
  readonly charge: (computedMs: number) => void;
}

/**
 * Maximum number of characters, and of characters other than letters, digits and common punctuation, in a text that is
 * parsed in the calling thread. These are estimates; the worst case within them has not been measured. See
 * docs/adr/0017-worker-pool.md.
 */
const maxInlineCharacters = 1_000;
const maxInlineMarks = 60;

function isCheap(input: readonly unknown[], inlineCharacters: number): boolean {
  const texts = textsIn(input);
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  if (length <= inlineCharacters) return true;
  if (length > maxInlineCharacters) return false;
  return texts.join('').replaceAll(/[\p{L}\p{N}\p{M} ,.;'"?]+/gu, '').length <= maxInlineMarks;
}

/** Lists the strings in an input, including those in its objects. */
const textsIn = (input: readonly unknown[]): string[] =>
  input.flatMap((value) => {
    if (typeof value === 'string') return [value];
    return typeof value === 'object' && value !== null ? textsIn(Object.values(value)) : [];
  });

function keyOf(name: string, input: readonly unknown[]): string {
  const hash = createHash('sha256');
  for (const part of input) {
    const text = typeof part === 'string' ? part : (JSON.stringify(part) ?? '');
    hash.update(`${typeof part} ${text.length} `).update(text);
  }
  return `${name} ${hash.digest('base64url')}`;
}
