import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import { getWaitedMs } from '../../domain/core/budget.ts';
import { findFailure } from '../../engine/failures.ts';
import { failure } from '../../lib/errors.ts';
import type { Route } from '../../rest/route.ts';
import { streamOf, type EventsOfRoute } from '../../rest/stream.ts';
import type { RequestParts } from '../../rest/variables.ts';
import { withDeadline } from './deadline.ts';
import { errorBody } from './error-body.ts';
import { originIn } from './origin.ts';
import type { ServerParts } from './server-context.ts';
import { streamContext } from './stream-context.ts';
import { streamHeaders, type OpenStream } from './streams.ts';

/** How long a client waits before it connects again, in milliseconds. */
const retryMs = 3_000;

/** Interval of the comments that keep a connection open, in milliseconds. */
const commentEveryMs = 15_000;

/** Answers a request of a route by Server-Sent Events, as `text/event-stream` of HTML describes them. */
export type AnswerByStream = (
  request: FastifyRequest,
  reply: FastifyReply,
  parts: RequestParts,
) => Promise<FastifyReply>;

/** Returns the handler of a route whose operation is a subscription. */
export function createEventStream(schema: GraphQLSchema, route: Route, server: ServerParts): AnswerByStream {
  const begin = streamOf(schema, route);
  const { config } = server;
  return async (request, reply, parts) => {
    const stream = request.server.streams.open(request, reply);
    try {
      const { signal } = stream;
      const ctx = await streamContext(server, request, { origin: originIn(request, 'rest', config), signal });
      const begun = await withDeadline(config.OPERATION_TIMEOUT_MS, begin(ctx, continued(request, parts)), {
        waitedMs: () => getWaitedMs(ctx),
        longestMs: config.IMPORT_TIMEOUT_MS,
      });
      const body = kept(stream.body(textOf(request, begun, { stream, log: server.services.log })));
      return reply.headers({ ...streamHeaders, 'content-type': 'text/event-stream; charset=utf-8' }).send(body);
    } catch (error) {
      stream.end();
      throw error;
    }
  };
}

/** The parts of a request that continues after the last event that its client has received. */
function continued({ headers }: FastifyRequest, parts: RequestParts): RequestParts {
  const last = headers['last-event-id'];
  return typeof last === 'string' && last !== '' ? { ...parts, query: { ...parts.query, since: last } } : parts;
}

interface StreamCall {
  readonly stream: OpenStream;
  readonly log: ServerParts['services']['log'];
}

/**
 * The text of a stream. Its first message has an id and no event, so that a client which loses the connection before the first
 * event continues from there. It ends with a message `error` when the caller may no longer read it.
 */
async function* textOf(request: FastifyRequest, { position, events }: EventsOfRoute, { stream, log }: StreamCall) {
  yield `retry: ${retryMs}\nid: ${position}\n\n`;
  try {
    for await (const { id, type, data } of events) yield `id: ${id}\nevent: ${type}\ndata: ${data}\n\n`;
  } catch (error) {
    if (stream.signal.aborted) return;
    const known = findFailure(error);
    if (known === null)
      log.error({ requestId: request.id, route: request.routeOptions.url, err: error }, 'request failed');
    const shown = errorBody(known ?? failure('internal', 'Internal error'), request.id);
    yield `event: error\ndata: ${JSON.stringify(shown)}\n\n`;
  }
}

/** Sends a comment now and then, unless something waits for the client. */
function kept(body: Readable): Readable {
  const timer = setInterval(() => void (body.readableLength === 0 && body.push(':\n\n')), commentEveryMs).unref();
  return body.once('close', () => clearInterval(timer));
}
