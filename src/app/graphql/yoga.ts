import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { failure } from '../../lib/errors.ts';
import type { GraphqlAnswer } from './answer.ts';
import type { GraphqlParams } from './params.ts';

/** What a request carries through yoga: its response. */
interface Carried {
  readonly answer: GraphqlAnswer;
}

export type ServeByYoga = (
  request: FastifyRequest,
  reply: FastifyReply,
  params: GraphqlParams,
  faces: { readonly answer: () => Promise<GraphqlAnswer>; readonly sendJson: (answer: GraphqlAnswer) => FastifyReply },
) => Promise<FastifyReply>;

/** Yoga only handles the transport; validation and execution are replaced. */
const ourEngine: Plugin<Carried> = {
  onParams: ({ setParamsHandler }) =>
    setParamsHandler(async ({ context }) => (context as unknown as Carried).answer as never),
};

const offered = /text\/event-stream|multipart\/mixed/i;

/**
 * Handles event streams and multipart bodies. An operation that was not executed is answered in JSON with its status.
 * Throws not_acceptable before execution when the caller accepts neither.
 */
export function createYogaFace(schema: GraphQLSchema): ServeByYoga {
  const yoga = createYoga<Carried>({
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
  return async (request, reply, params, { answer: compute, sendJson }) => {
    const { accept = '' } = request.headers;
    if (!offered.test(accept)) throw failure('not_acceptable', 'The response can only be JSON or an event stream');
    const answer = await compute();
    if (answer.data === undefined) return sendJson(answer);
    const response = await yoga.fetch(
      'http://localhost/graphql',
      { method: 'POST', headers: { accept, 'content-type': 'application/json' }, body: JSON.stringify(params) },
      { answer },
    );
    for (const [name, value] of response.headers) void reply.header(name, value);
    return reply.code(response.status).send(response.body ?? undefined);
  };
}
