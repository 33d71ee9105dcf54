import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { failure } from '../../lib/errors.ts';
import type { GraphqlAnswer } from './answer.ts';
import type { GraphqlParams } from './params.ts';

/** The context of a Yoga request: the response, which is computed before Yoga sends it. */
interface Carried {
  readonly answer: GraphqlAnswer;
}

export type ServeByYoga = (
  request: FastifyRequest,
  reply: FastifyReply,
  params: GraphqlParams,
  faces: { readonly answer: () => Promise<GraphqlAnswer>; readonly sendJson: (answer: GraphqlAnswer) => FastifyReply },
) => Promise<FastifyReply>;

/** Answers with the computed response, so that Yoga handles the transport only and neither validates nor executes. */
const ourEngine: Plugin<Carried> = {
  onParams: ({ setParamsHandler }) =>
    setParamsHandler(async ({ context }) => (context as unknown as Carried).answer as never),
};

const offered = /text\/event-stream|multipart\/mixed/i;

/**
 * Answers requests that accept an event stream or a multipart response. If the operation was not executed, the response
 * is JSON with an error status. Throws not_acceptable, before execution, when the caller accepts none of these.
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
