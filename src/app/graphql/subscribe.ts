import type { Context } from '../../domain/core/context.ts';
import { getWaitedMs } from '../../domain/core/budget.ts';
import { answersTo, type EventBatches } from '../../domain/core/streams/answers.ts';
import { isStream } from '../../engine/subscriptions.ts';
import { isPassing } from '../../lib/errors.ts';
import { withDeadline } from '../http/deadline.ts';
import type { OpenStream } from '../http/streams.ts';
import {
  answerTogether,
  answerWithin,
  type GraphqlAnswer,
  type GraphqlEngine,
  type AdmittedOperation,
} from './execution.ts';
import { errorItem, fieldErrorItem, publicFailure, requestErrorItem, type ErrorReader } from './errors.ts';

/** Makes a stream of a request. Throws rate_limited, overloaded, unavailable. */
export type OpensStream = () => Promise<{ readonly ctx: Context; readonly stream: OpenStream }>;

interface Subscriber {
  readonly variables: Record<string, unknown>;
  readonly reader: ErrorReader;
  readonly stream: OpensStream;
}

/**
 * Begins a subscription. Returns its answers; or one answer with errors, as that of a query, when the caller may not
 * subscribe.
 */
export async function subscribe(
  engine: GraphqlEngine,
  prepared: AdmittedOperation,
  subscriber: Subscriber,
): Promise<GraphqlAnswer | AsyncIterable<GraphqlAnswer>> {
  const { ctx, stream } = await subscriber.stream();
  try {
    const patience = { waitedMs: () => getWaitedMs(ctx), longestMs: engine.longTimeoutMs };
    const begun = await withDeadline(engine.timeoutMs, prepared.operation.begin(ctx, subscriber.variables), patience);
    if (isStream(begun)) return answersOf(engine, prepared, { ...subscriber, ctx, events: begun });
    stream.end();
    return refusalOf(begun.errors ?? [], subscriber.reader);
  } catch (error) {
    stream.end();
    throw error;
  }
}

const hasPassingError = ({ errors = [] }: GraphqlAnswer) => errors.some(({ extensions }) => isPassing(extensions));

/** Errors of the field are shown as those of a query; others are of the variables. */
function refusalOf(errors: readonly Parameters<typeof fieldErrorItem>[0][], reader: ErrorReader): GraphqlAnswer {
  if (errors.some(({ path }) => path === undefined))
    return { errors: errors.map((error) => requestErrorItem('validation_failed', error, reader)) };
  return { data: null, errors: errors.map((error) => fieldErrorItem(error, reader)) };
}

interface Subscribed extends Omit<Subscriber, 'stream'> {
  readonly ctx: Context;
  readonly events: EventBatches<unknown>;
}

/**
 * Executes a subscription for each event. It ends with an error when the caller may no longer read it, and when an event
 * cannot be answered.
 */
async function* answersOf(
  engine: GraphqlEngine,
  prepared: AdmittedOperation,
  { ctx: outer, events, variables, reader }: Subscribed,
): AsyncGenerator<GraphqlAnswer, void, undefined> {
  try {
    const runOf = (ctx: Context, event: unknown) => () => prepared.operation.run(ctx, variables, event);
    yield* answersTo(outer, events, {
      answer: (ctx, event) => answerWithin(engine, prepared, { ctx, reader, run: runOf(ctx, event) }),
      answerTogether: (ctx, together) =>
        answerTogether(engine, prepared, { ctx, runs: together.map((event) => runOf(ctx, event)) }),
      isLacking: hasPassingError,
    });
  } catch (error) {
    if (!outer.signal.aborted) yield { errors: [errorItem(publicFailure(error, reader), reader)] };
  }
}
