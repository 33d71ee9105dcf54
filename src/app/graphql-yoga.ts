import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { failure } from '../lib/errors.ts';
import type { GraphqlAnswer } from './graphql-answer.ts';
import type { GraphqlParams } from './graphql-params.ts';

/** What a request carries through yoga: its answer, when it is asked for. */
interface Carried {
  readonly answer: () => Promise<GraphqlAnswer>;
}

export type ServeByYoga = (
  request: FastifyRequest,
  reply: FastifyReply,
  params: GraphqlParams,
  answer: () => Promise<GraphqlAnswer>,
) => Promise<FastifyReply>;

/** Yoga puts it on the wire; what is run, and how, is ours alone. */
const ourEngine: Plugin<Carried> = {
  onParams: ({ setParamsHandler }) =>
    setParamsHandler(async ({ context }) => (await (context as unknown as Carried).answer()) as never),
};

const offered = /text\/event-stream|multipart\/mixed/i;

/**
 * Answers what the handler of plain JSON does not: event streams and multipart bodies.
 * Throws not_acceptable before anything is run when the caller takes neither.
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
  return async (request, reply, params, answer) => {
    const { accept = '' } = request.headers;
    if (!offered.test(accept)) throw failure('not_acceptable', 'Answers are JSON or event streams');
    const response = await yoga.fetch(
      'http://localhost/graphql',
      { method: 'POST', headers: { accept, 'content-type': 'application/json' }, body: JSON.stringify(params) },
      { answer },
    );
    for (const [name, value] of response.headers) void reply.header(name, value);
    return reply.code(response.status).send(response.body ?? undefined);
  };
}
