import { TextProblem, tooIntricate } from '../../lib/text-outcome.ts';
import { limitTime, TimeLimitExceeded } from '../../lib/time-limit.ts';

/** Milliseconds that one text is parsed; less than a worker has for it (WORKER_TIMEOUT_MS). */
const maxParseMs = 6_000;

/** Shorter texts are not worth a timer. */
const minLength = 1_000;

/**
 * Parses a text within a limit of time. micromark 4 is linear in common texts, but costs the square of the length in
 * paragraphs of emphasis marks or brackets, in deep quotes and lists, in wide tables and in many definitions: 80 kB of
 * `*a_ ` take 40 s. Throws TextProblem.
 */
export function parseLimited<Tree>(text: string, parse: (text: string) => Tree, maxMs = maxParseMs): Tree {
  if (text.length < minLength) return parse(text);
  try {
    return limitTime(maxMs, () => parse(text));
  } catch (error) {
    if (error instanceof TimeLimitExceeded) throw new TextProblem(tooIntricate);
    throw error;
  }
}
