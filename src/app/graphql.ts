import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { failure } from '../lib/errors.ts';
import { createDocuments } from '../schema/documents.ts';
import { schema } from '../schema/index.ts';
import { limitsOf } from '../schema/limits/limits.ts';
import { actorOf } from './bearer.ts';
import { contextOf, stoppedBy } from './context.ts';
import { answerOf, type GraphqlAnswer, type GraphqlEngine } from './graphql-answer.ts';
import { errorItem, shownFailure, statusOf, type ErrorReader } from './graphql-errors.ts';
import { mediaTypeOf, type GraphqlMediaType } from './graphql-media-type.ts';
import { paramsOfBody, paramsOfUrl, type GraphqlParams } from './graphql-params.ts';
import type { ServeByYoga } from './graphql-yoga.ts';
import { sendGraphiql } from './pages/pages.ts';
import { payloadOf } from '../lib/payload.ts';
import type { ServerParts } from './server.ts';
import { transportFailure } from './transport-failure.ts';

const path = '/graphql';
const taken = 'GET, HEAD, POST';

/**
 * Mounts `/graphql`: JSON by POST and by GET on a short way of our own, other media types
 * through yoga, GraphiQL for browsers. All run operations by the same function.
 */
export async function mountGraphQL(app: FastifyInstance, parts: ServerParts): Promise<void> {
  const { config, services, db } = parts;
  const limits = limitsOf(config);
  const engine: GraphqlEngine = {
    documents: createDocuments({ schema, limits, introspection: config.INTROSPECTION !== 'nobody' }),
    limits,
    timeoutMs: config.OPERATION_TIMEOUT_MS,
    longTimeoutMs: config.IMPORT_TIMEOUT_MS,
    contextFor: (actor, requestId, signal) => stoppedBy(signal, contextOf(services, db, actor, requestId)),
  };
  const readerOf = (request: FastifyRequest): ErrorReader => ({ requestId: request.id, log: services.log });
  // Loaded by its first request: most want JSON.
  const throughYoga: ServeByYoga = async (...args) => (await yogaFace())(...args);

  const authenticate = async (request: FastifyRequest) => {
    const { authorization } = request.headers;
    if (config.INTROSPECTION === 'everyone' && authorization === undefined) return;
    request.actor = await actorOf(parts.authenticate, authorization);
  };

  const serve = async (request: FastifyRequest, reply: FastifyReply, params: GraphqlParams, readOnly: boolean) => {
    const answer = () => answerOf(engine, { params, actor: request.actor, readOnly }, readerOf(request));
    const mediaType = mediaTypeOf(request.headers.accept);
    return mediaType === null ? throughYoga(request, reply, params, answer) : send(reply, mediaType, await answer());
  };

  const options: RouteShorthandOptions = {
    errorHandler: (error, request, reply) => {
      const reader = readerOf(request);
      const shown = transportFailure(error) ?? shownFailure(error, reader);
      send(reply, mediaTypeOf(request.headers.accept) ?? 'application/json', { errors: [errorItem(shown, reader)] });
    },
  };

  app.post(
    path,
    { ...options, bodyLimit: config.GRAPHQL_BODY_LIMIT_BYTES, onRequest: authenticate },
    (request, reply) => serve(request, reply, paramsOfBody(request.body), false),
  );
  app.get(path, options, async (request, reply) => {
    if (config.GRAPHIQL && wantsPage(request)) return sendGraphiql(request, reply, { baseUrl: services.urls.base });
    await authenticate(request);
    app.admit(request, reply);
    return serve(request, reply, paramsOfUrl(request.query as Record<string, string | string[]>), true);
  });
  app.options(path, (_request, reply) => reply.code(204).header('allow', taken).send());
  app.route({
    ...options,
    url: path,
    method: ['PUT', 'PATCH', 'DELETE'],
    config: { refuses: true },
    handler: refuseMethod,
  });
}

let loadedYoga: Promise<ServeByYoga> | null = null;
const yogaFace = () =>
  (loadedYoga ??= import('./graphql-yoga.ts').then(({ createYogaFace }) => createYogaFace(schema)));

const wantsPage = ({ headers }: FastifyRequest) => headers.accept?.includes('text/html') === true;

async function refuseMethod(_request: FastifyRequest, reply: FastifyReply): Promise<never> {
  void reply.header('allow', taken);
  throw failure('method_not_allowed', `This path takes ${taken}`);
}

/** Writes an answer as JSON. Whatever ran is 200; errors alone carry a status. */
function send(reply: FastifyReply, mediaType: GraphqlMediaType, answer: GraphqlAnswer): FastifyReply {
  void reply.header('content-type', contentTypes[mediaType]);
  const [error] = answer.errors ?? [];
  if (error && answer.data === undefined) {
    const status = statusOf(error, mediaType);
    void reply.code(status).header('cache-control', 'no-store');
    if (status === 401) void reply.header('www-authenticate', 'Bearer realm="api"');
    if (status === 405 && !reply.hasHeader('allow')) void reply.header('allow', 'POST');
    if (error.extensions.retryAfter !== undefined)
      void reply.header('retry-after', String(error.extensions.retryAfter));
  }
  return reply.send(payloadOf(JSON.stringify(answer)));
}

const contentTypes: Readonly<Record<GraphqlMediaType, string>> = {
  'application/json': 'application/json; charset=utf-8',
  'application/graphql-response+json': 'application/graphql-response+json; charset=utf-8',
};
