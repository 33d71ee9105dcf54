import { inPieces } from '../../../lib/in-pieces.ts';
import type { Context } from '../context.ts';
import { inStreamTurn } from './turns.ts';

/** The source of a stream: what has happened, and what is known at the same moment together. */
export type Happenings<Event> = AsyncIterable<readonly Event[]>;

/** Maximum number of events that are answered together. Their answers wait in memory for the client. */
const mostTogether = 25;

/** Maximum number of objects in answers that are made together. Those with more are made one after the other. */
const objectsTogether = 1_000;

interface Answering<Event, Answer> {
  readonly answer: (ctx: Context, event: Event) => Promise<Answer>;
  /** Number of objects that an answer may have; few when absent. */
  readonly objects?: number;
  /** Whether an answer lacks something for a reason that passes. It is then made again. */
  readonly isLacking?: (answer: Answer) => boolean;
}

/**
 * Answers the events of a stream in their order, as its client takes them. Those that are known at the same moment share the
 * reads of loaders, so that a stream keeps up with a busy organization; each has a budget of its own. Throws as `inStreamTurn`.
 */
export async function* answersTo<Event, Answer>(
  outer: Context,
  happenings: Happenings<Event>,
  { answer, objects = 1, isLacking = () => false }: Answering<Event, Answer>,
): AsyncGenerator<Answer, void, undefined> {
  const atOnce = Math.min(Math.max(1, Math.floor(objectsTogether / objects)), mostTogether);
  for await (const events of happenings)
    for (const together of inPieces(events, atOnce))
      yield* await inStreamTurn(
        outer,
        // A context for each, because the budget of an operation belongs to its context.
        (ctx) => Promise.all(together.map((event) => answer({ ...ctx }, event))),
        (answers) => answers.some(isLacking),
      );
}
