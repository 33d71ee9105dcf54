import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { failure } from '../../lib/errors.ts';
import { createDocuments } from '../../engine/documents.ts';
import { schema } from '../../schema/index.ts';
import { limitsOf } from '../../engine/limits/limits.ts';
import type { Config } from '../../config.ts';
import type { Origin } from '../../domain/core/context.ts';
import { anonymousFrom, isAnonymous, type Actor } from '../../access/actor.ts';
import { originIn } from '../http/origin.ts';
import { addressKey } from '../http/address-key.ts';
import { toActor, notForVisitors, unauthenticated } from '../http/bearer.ts';
import { contextOf, stoppedBy } from '../process/context.ts';
import { answerOf, streamOf } from './answer.ts';
import type { GraphqlAnswer, GraphqlEngine } from './execution.ts';
import { errorItem, publicFailure, toHttpStatus, type ErrorReader } from './errors.ts';
import { negotiateMediaType, type GraphqlMediaType } from './media-type.ts';
import { paramsOfBody, paramsOfUrl, type GraphqlParams } from './params.ts';
import { mountSdl } from './sdl.ts';
import type { OpensStream } from './subscribe.ts';
import type { ServeByYoga } from './yoga.ts';
import { sendGraphiql } from '../pages/pages.ts';
import { payloadOf } from '../../lib/payload.ts';
import type { ServerParts } from '../http/server-context.ts';
import { streamContext } from '../http/stream-context.ts';
import type { OpenStream } from '../http/streams.ts';
import { transportFailure } from '../http/transport-failure.ts';
import { wantsPage } from '../http/wants-page.ts';

const path = '/graphql';
const strict = 'application/graphql-response+json';
const taken = 'GET, HEAD, POST';

/** Whether a caller is told what is wrong with a request. Without a token, it is not told about one that needs a token. */
const mayKnow = (actor: Actor | null, { INTROSPECTION }: Config): boolean =>
  actor === null || !isAnonymous(actor) || INTROSPECTION === 'everyone';

/**
 * Mounts `/graphql`. JSON by POST and GET has a direct handler, other media types go through yoga, and browsers get
 * GraphiQL. All of them execute operations with the same function.
 */
export async function mountGraphQL(app: FastifyInstance, parts: ServerParts): Promise<void> {
  const { config, services } = parts;
  const engine = createEngine(parts);
  const readerOf = (request: FastifyRequest): ErrorReader => ({ requestId: request.id, log: services.log });

  const authenticate = authenticatorOf(parts);

  const serve = async (request: FastifyRequest, reply: FastifyReply, params: GraphqlParams, readOnly: boolean) => {
    const asked = {
      params,
      actor: callerOf(request),
      origin: originIn(request, 'graphql', config),
      readOnly,
      key: idempotencyKeyOf(request),
      onReplay: () => void reply.header('idempotency-replayed', 'true'),
    };
    const reader = readerOf(request);
    const mediaType = negotiateMediaType(request.headers.accept);
    if (mediaType !== null) return send(reply, mediaType, await answerOf(engine, asked, reader));
    const { open, opened } = streamOpener(parts, { request, reply, origin: asked.origin });
    return throughYoga(request, reply, params, {
      answer: (takesEvents) => streamOf(engine, asked, { reader, stream: takesEvents ? open : null }),
      sendJson: (refused) => send(reply, strict, refused),
      stream: opened,
    });
  };

  const options: RouteShorthandOptions = {
    errorHandler: (error, request, reply) => {
      const reader = readerOf(request);
      const given = transportFailure(error) ?? publicFailure(error, reader);
      const shown = mayKnow(request.actor, config) || given.status >= 429 ? given : unauthenticated();
      send(reply, negotiateMediaType(request.headers.accept) ?? 'application/json', {
        errors: [errorItem(shown, reader)],
      });
    },
  };

  app.post(
    path,
    {
      ...options,
      config: { anonymous: true },
      bodyLimit: config.GRAPHQL_BODY_LIMIT_BYTES,
      onRequest: authenticate,
    },
    (request, reply) => serve(request, reply, paramsOfBody(request.body), false),
  );
  app.get(path, { ...options, config: { anonymous: true } }, async (request, reply) => {
    if (config.GRAPHIQL && wantsPage(request)) return sendGraphiql(request, reply, { baseUrl: services.urls.base });
    await authenticate(request);
    await app.admit(request, reply);
    return serve(request, reply, paramsOfUrl(request.query as Record<string, string | string[]>), true);
  });
  mountSdl(app, {
    introspection: config.INTROSPECTION,
    authenticate: async (request) => {
      await authenticate(request);
      if (config.INTROSPECTION !== 'everyone') refuseAnonymous(request);
    },
  });
  mountOtherMethods(app, options);
}

function createEngine({ config, services, db, reads, meters, tracing }: ServerParts): GraphqlEngine {
  const limits = limitsOf(config);
  return {
    documents: createDocuments({ schema, limits, introspection: config.INTROSPECTION !== 'nobody' }),
    limits,
    openIntrospection: config.INTROSPECTION === 'everyone',
    timeoutMs: config.OPERATION_TIMEOUT_MS,
    longTimeoutMs: config.IMPORT_TIMEOUT_MS,
    contextFor: ({ actor, origin }, { requestId, signal, reads: from }) =>
      stoppedBy(signal, contextOf(services, db, actor, { requestId, origin, reads: from })),
    reads,
    onAnswer: meters.graphqlAnswered,
    tracing,
  };
}

interface StreamRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly origin: Origin;
}

/** Returns what makes a stream of a request, and what tells the stream once it is open. */
function streamOpener(parts: ServerParts, { request, reply, origin }: StreamRequest) {
  let stream: OpenStream | null = null;
  const open: OpensStream = async () => {
    stream = request.server.streams.open(request, reply);
    return { ctx: await streamContext(parts, request, { origin, signal: stream.signal }), stream };
  };
  return { open, opened: () => stream };
}

function mountOtherMethods(app: FastifyInstance, options: RouteShorthandOptions): void {
  app.options(path, (_request, reply) => reply.code(204).header('allow', taken).send());
  app.route({
    ...options,
    url: path,
    method: ['PUT', 'PATCH', 'DELETE'],
    config: { refuses: true },
    handler: refuseMethod,
  });
}

/**
 * Returns a hook that sets the caller of a request. Without a token, the caller is anonymous and may only run operations
 * that are marked as such. Throws unauthenticated for an invalid token, and not_found for the token of a site visitor.
 */
const authenticatorOf =
  ({ authenticate }: Pick<ServerParts, 'authenticate'>) =>
  async (request: FastifyRequest) => {
    const { authorization } = request.headers;
    request.actor = authorization === undefined ? anonymousOf(request) : await toActor(authenticate, authorization);
    if (request.actor.visitor) throw notForVisitors();
  };

const callerOf = (request: FastifyRequest): Actor => request.actor ?? anonymousOf(request);

function idempotencyKeyOf({ headers }: FastifyRequest): string | null {
  const given = headers['idempotency-key'];
  return typeof given === 'string' ? given : null;
}

function refuseAnonymous({ actor }: FastifyRequest): void {
  if (actor === null || isAnonymous(actor)) throw unauthenticated();
}

const anonymousOf = ({ ip }: FastifyRequest) => anonymousFrom(addressKey(ip));

/** Loads GraphQL Yoga with the first request that needs it, because most clients accept JSON. */
const throughYoga: ServeByYoga = async (...args) => (await yogaFace())(...args);

let loadedYoga: Promise<ServeByYoga> | null = null;
const yogaFace = () => (loadedYoga ??= import('./yoga.ts').then(({ createYogaFace }) => createYogaFace(schema)));

async function refuseMethod(_request: FastifyRequest, reply: FastifyReply): Promise<never> {
  void reply.header('allow', taken);
  throw failure('method_not_allowed', `This path supports ${taken}`);
}

/** Sends a response as JSON. The status is 200 if the operation was executed, and otherwise that of the first error. */
function send(reply: FastifyReply, mediaType: GraphqlMediaType, answer: GraphqlAnswer): FastifyReply {
  void reply.header('content-type', contentTypes[mediaType]);
  const [error] = answer.errors ?? [];
  if (error && answer.data === undefined) {
    const status = toHttpStatus(error, mediaType);
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
