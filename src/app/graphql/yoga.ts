import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { failure } from '../../lib/errors.ts';
import { streamHeaders, type OpenStream } from '../http/streams.ts';
import type { GraphqlAnswer } from './execution.ts';
import type { GraphqlParams } from './params.ts';

type Answers = AsyncIterable<GraphqlAnswer>;

/** The context of a Yoga request: what Yoga sends, which is computed before or while it does. */
interface AnswerContext {
  readonly answer: GraphqlAnswer | Answers;
}

interface Faces {
  /** Executes the operation. `takesEvents` tells whether the client takes a stream of events, which a subscription needs. */
  readonly answer: (takesEvents: boolean) => Promise<GraphqlAnswer | Answers>;
  readonly sendJson: (answer: GraphqlAnswer) => FastifyReply;
  /** The stream of a subscription, once it is open. */
  readonly stream: () => OpenStream | null;
}

export type ServeByYoga = (
  request: FastifyRequest,
  reply: FastifyReply,
  params: GraphqlParams,
  faces: Faces,
) => Promise<FastifyReply>;

/** Answers with what our engine computes, so that Yoga handles the transport only and neither validates nor executes. */
const ourEngine: Plugin<AnswerContext> = {
  onParams: ({ setParamsHandler }) =>
    setParamsHandler(async ({ context }) => (context as unknown as AnswerContext).answer as never),
};

const offered = /text\/event-stream|multipart\/mixed/i;
const events = /text\/event-stream/i;

/** Whether a client takes nothing but events. Such clients know of a refusal by status no more than its number. */
const takesEventsAlone = (accept: string) => events.test(accept) && !/json|multipart|\*\//i.test(accept);

/** Whether the request would be refused again: not for its token, nor because of the moment. */
const isFinal = ({ errors = [] }: GraphqlAnswer) =>
  errors.every(({ extensions: { status } }) => status < 500 && status !== 401 && status !== 429);

const isAnswer = (answer: GraphqlAnswer | Answers): answer is GraphqlAnswer => !(Symbol.asyncIterator in answer);

/**
 * Answers requests that accept an event stream or a multipart response, subscriptions among them. If the operation was not
 * executed, the response is JSON with an error status; a client that takes events alone is sent the reason as an event, unless it
 * may try again. Throws not_acceptable, before execution, when the caller accepts none of these.
 */
export function createYogaFace(schema: GraphQLSchema): ServeByYoga {
  const yoga = createYoga<AnswerContext>({
    schema,
    graphiql: false,
    landingPage: false,
    cors: false,
    batching: false,
    multipart: false,
    maskedErrors: false,
    logging: false,
    parserAndValidationCache: false,
    plugins: [ourEngine],
  });
  return async (request, reply, params, { answer: compute, sendJson, stream }) => {
    const { accept = '' } = request.headers;
    if (!offered.test(accept)) throw failure('not_acceptable', 'The response can only be JSON or an event stream');
    const answer = await compute(events.test(accept));
    const isWhole = isAnswer(answer);
    const isRefused = isWhole && answer.data === undefined;
    if (isRefused && !(takesEventsAlone(accept) && isFinal(answer))) return sendJson(answer);
    const taken = isWhole ? accept : 'text/event-stream';
    const response = await yoga.fetch(
      'http://localhost/graphql',
      { method: 'POST', headers: { accept: taken, 'content-type': 'application/json' }, body: JSON.stringify(params) },
      { answer },
    );
    for (const [name, value] of response.headers) void reply.header(name, value);
    void reply.code(isRefused ? 200 : response.status);
    const body = response.body as AsyncIterable<Uint8Array> | null;
    if (isWhole || body === null) return reply.send(response.body ?? undefined);
    return reply.headers(streamHeaders).send(stream()?.body(body));
  };
}
