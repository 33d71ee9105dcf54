import type { GraphQLSchema } from 'graphql';
import type { Context } from '../domain/core/context.ts';
import type { EventStream } from '../domain/core/events/follow.ts';
import { answersTo } from '../domain/core/streams/answers.ts';
import { compile, type Run } from '../engine/compile.ts';
import { beginOf, isStream, type Begin } from '../engine/subscriptions.ts';
import { restFailure } from './handler.ts';
import type { Route } from './route.ts';
import { listVariables, readOperation, readVariables, type RequestParts, type Variable } from './variables.ts';

/** An event as its route presents it, with its place in the stream. */
export interface StreamedEvent {
  readonly id: number;
  readonly type: string;
  /** JSON. */
  readonly data: string;
}

/** The events of a route, and the position after which they begin. */
export interface EventsOfRoute {
  readonly position: number;
  readonly events: AsyncIterable<StreamedEvent>;
}

/** Begins to answer a request by a stream. Throws DomainError, and so do its events. */
export type BeginStream = (ctx: Context, parts: RequestParts) => Promise<EventsOfRoute>;

interface Compiled {
  readonly route: Route;
  readonly variables: readonly Variable[];
  readonly begin: Begin;
  readonly run: Run;
}

/** Creates the function that begins the streams of a route. The first request compiles its operation. */
export function streamOf(schema: GraphQLSchema, route: Route): BeginStream {
  let compiled: Compiled | null = null;
  return async (ctx, parts) => {
    compiled ??= compileStream(schema, route);
    const values = readVariables(compiled.variables, parts);
    const begun = await compiled.begin(ctx, values);
    if (!isStream(begun)) throw restFailure(begun.errors?.[0], compiled.variables, values);
    const stream = begun as EventStream;
    return { position: stream.position, events: eventsOf(compiled, ctx, { stream, values }) };
  };
}

function compileStream(schema: GraphQLSchema, route: Route): Compiled {
  const operationName = readOperation(route).name?.value;
  return {
    route,
    variables: listVariables(schema, route),
    begin: beginOf(schema, route.document, operationName),
    run: compile(schema, route.document, { operationName, contractSpellings: true }),
  };
}

interface PresentedEvent {
  readonly position: number;
  readonly type: string;
  readonly actor?: Readonly<Record<string, unknown>>;
}

/** Presents an event as a route does. Throws DomainError. */
export type Present = (ctx: Context, event: unknown, values: Record<string, unknown>) => Promise<PresentedEvent>;

/** Creates the function that presents events as the stream of a route does. */
export const presenterOf = (schema: GraphQLSchema, route: Route): Present => presenterBy(compileStream(schema, route));

const presenterBy =
  ({ route, variables, run }: Compiled): Present =>
  async (ctx, event, values) => {
    const { errors, data } = await run(ctx, values, event);
    if (errors?.[0]) throw restFailure(errors[0], variables, values);
    return route.body(data) as PresentedEvent;
  };

/** Executes the operation for each event. */
const eventsOf = (
  compiled: Compiled,
  outer: Context,
  { stream, values }: { readonly stream: EventStream; readonly values: Record<string, unknown> },
): AsyncIterable<StreamedEvent> => {
  const present = presenterBy(compiled);
  const answer = async (ctx: Context, event: unknown): Promise<StreamedEvent> => {
    const body = await present(ctx, event, values);
    return { id: body.position, type: body.type, data: JSON.stringify(body) };
  };
  return answersTo(outer, stream, {
    name: JSON.stringify([compiled.route.operationId, values]),
    answer,
    answerTogether: (ctx, events) => Promise.all(events.map((event) => answer(ctx, event))),
  });
};
