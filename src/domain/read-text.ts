import { createHash } from 'node:crypto';
import { TaskEnded } from '../infra/workers/pool.ts';
import { outcomeOf, tooIntricate, type Outcome } from '../lib/text-outcome.ts';
import { chargeCharacters, nextTurn, runInTurn } from './budget.ts';
import type { Context } from './context.ts';

/** A pure function of texts that can run in a worker. `name` is its name in tasks.ts. */
export interface TextTask<Input extends readonly unknown[], Value> {
  readonly name: string;
  readonly run: (...input: Input) => Value;
  /**
   * Texts of up to this many characters are read in the calling thread, whatever they contain. For functions that take
   * linear time.
   */
  readonly inlineCharacters?: number;
}

/** Options of one call. */
interface ReadTextOptions {
  /** Computing time that the operation may have spent on texts so far, in milliseconds. */
  readonly longestMs?: number;
  /** Whether the value goes into the answer as it is; see `chargeCharacters`. */
  readonly isAnswered?: boolean;
  /** Whether the value is cached; true by default. */
  readonly isKept?: boolean;
}

/**
 * Runs a task on texts and returns its value, or the problem of a text. Short and plain texts are read in the calling
 * thread; others in a worker, one after the other within an operation, with limits of time and memory. Results are
 * cached by content. Throws query_too_complex for an operation that has read for too long, overloaded when too many
 * texts wait.
 */
export async function readText<Input extends readonly unknown[], Value>(
  ctx: Context,
  { name, run, inlineCharacters = 0 }: TextTask<Input, Value>,
  input: Input,
  { longestMs, isAnswered = false, isKept = true }: ReadTextOptions = {},
): Promise<Outcome<Value>> {
  if (isCheap(input, inlineCharacters)) return outcomeOf(() => run(...input));
  const { results } = ctx.workers;
  const key = keyOf(name, input);
  const known = results.get(key);
  const json = known ?? (await runInTurn(ctx, (begin) => readInWorker(ctx, name, input, begin), longestMs));
  if (known === undefined && isKept) results.set(key, json);
  if (isAnswered) chargeCharacters(ctx, json.length);
  await nextTurn(ctx);
  const outcome = JSON.parse(json) as Outcome<Value>;
  // The caller processes a large value, for example serializes it, in another turn of the event loop.
  await nextTurn(ctx);
  return outcome;
}

/**
 * Runs a task in a worker and returns its outcome as JSON. Taking too long or too much memory is a problem of the text,
 * which is cached like a value.
 */
async function readInWorker(ctx: Context, name: string, input: readonly unknown[], begin: () => void): Promise<string> {
  const { texts, textTimeoutMs: timeoutMs } = ctx.workers;
  const options = { timeoutMs, owner: ctx.actor.userId, signal: ctx.signal, onStart: begin };
  try {
    return await texts.run<string>(name, input, options);
  } catch (error) {
    if (!(error instanceof TaskEnded) || error.reason === 'crashed') throw error;
    return JSON.stringify({ problem: tooIntricate });
  }
}

/**
 * Most characters of a text that is parsed in the calling thread, and most marks in it. The bounds are a choice: the time
 * of the worst text within them has not been measured. See docs/adr/0017-worker-pool.md.
 */
const maxInline = 1_000;
const maxInlineMarks = 60;

function isCheap(input: readonly unknown[], inlineCharacters: number): boolean {
  const texts = textsIn(input);
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  if (length <= inlineCharacters) return true;
  if (length > maxInline) return false;
  return texts.join('').replaceAll(/[\p{L}\p{N}\p{M} ,.;'"?]+/gu, '').length <= maxInlineMarks;
}

/** The strings of an input and of its objects. */
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
