import type { Context } from '../context.ts';
import { inStreamTurn, onceInStreamTurn } from './turns.ts';

/** Batches of events without end, in their order: up to some 25 that are known at the same moment. */
export type EventBatches<Event> = AsyncIterable<readonly Event[]>;

interface Answering<Event, Answer> {
  /** Names what answers consist of. Streams that have got the same batch, and so have one right, share answers of one name. */
  readonly name?: string;
  readonly answer: (ctx: Context, event: Event) => Promise<Answer>;
  /**
   * Answers events within what one operation may take. Null, or an error, when that is too little for them, or when anything is
   * lacking.
   */
  readonly answerTogether: (ctx: Context, events: readonly Event[]) => Promise<readonly Answer[] | null>;
  /** Whether an answer lacks something for a reason that passes. It is then made again. */
  readonly isLacking?: (answer: Answer) => boolean;
}

/**
 * Answers the events of a stream in their order, as its client takes them. Those that are known at the same moment are answered
 * together, so that they share the reads of loaders and a stream keeps up with a busy organization. What cannot be answered so
 * is answered one event after the other. Throws as `inStreamTurn`, after the answers to earlier events.
 */
export async function* answersTo<Event, Answer>(
  outer: Context,
  batches: EventBatches<Event>,
  { name, answer, answerTogether, isLacking }: Answering<Event, Answer>,
): AsyncGenerator<Answer, void, undefined> {
  for await (const events of batches) {
    const makeTogether = () => onceInStreamTurn(outer, (ctx) => answerTogether(ctx, events));
    const isAlone = name === undefined && events.length === 1;
    const together = isAlone
      ? null
      : await (name === undefined ? makeTogether() : shareAnswers(events, name, makeTogether));
    if (together) yield* together;
    else for (const event of events) yield await inStreamTurn(outer, (ctx) => answer(ctx, event), isLacking);
  }
}

type Answers = Promise<readonly unknown[] | null>;

/** The answers to a batch that several streams have got, by their name. */
const answersOf = new WeakMap<readonly unknown[], Map<string, Answers>>();

function shareAnswers<Answer>(
  events: readonly unknown[],
  name: string,
  make: () => Promise<readonly Answer[] | null>,
): Promise<readonly Answer[] | null> {
  const known = answersOf.get(events) ?? new Map<string, Answers>();
  answersOf.set(events, known);
  const answers = (known.get(name) as ReturnType<typeof make> | undefined) ?? make();
  known.set(name, answers);
  return answers;
}
