import { isUtf8 } from 'node:buffer';
import { setImmediate as turn } from 'node:timers/promises';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { Db } from '../db/client.ts';
import type { Actor, Context, Services } from '../domain/context.ts';
import type { Authenticate } from '../domain/tokens/authenticate.ts';
import { failure } from '../lib/errors.ts';
import { assertStorable } from '../lib/text.ts';
import { routes } from '../rest/app.ts';
import type { RouteHandler } from '../rest/handler.ts';
import { schema } from '../schema/index.ts';
import { failureOf } from '../schema/failures.ts';
import { actorOf } from './bearer.ts';
import { contextOf, stoppedBy } from './context.ts';
import { errorBody, errorHeaders } from './error-body.ts';
import { mountFiles } from './files.ts';
import { mountGraphQL } from './graphql.ts';
import { mountOpenapi } from './openapi.ts';
import { registerPages } from './pages/pages.ts';
import { httpServerOptions, maxConnections } from './http-server.ts';
import { unrouted } from './methods.ts';
import { registerOperations } from './operations.ts';
import { requestIdOf } from './request-id.ts';
import { mountRest } from './rest.ts';
import { transportFailure } from './transport-failure.ts';

export interface ServerParts {
  readonly config: Config;
  readonly services: Services;
  readonly db: Db;
  readonly authenticate: Authenticate;
}

/** The context of a request that passed authentication. */
export type ContextFor = (request: FastifyRequest, signal?: AbortSignal) => Context;

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null;
  }
  interface FastifyInstance {
    /** Compiles every route between requests. Rejects when one does not fit the schema. */
    prepareRoutes(): Promise<void>;
  }
}

/** The HTTP server, not yet listening. */
export async function createServer(parts: ServerParts): Promise<FastifyInstance> {
  const { config, services, db } = parts;
  const app = Fastify({
    logger: false,
    ...httpServerOptions(config),
    forceCloseConnections: 'idle',
    genReqId: (request) => requestIdOf(request.headers['x-request-id']),
    routerOptions: { maxParamLength: 1_024, querystringParser: parseQuery },
    trustProxy: config.TRUST_PROXY.length > 0 ? config.TRUST_PROXY : false,
    return503OnClosing: true,
    frameworkErrors: answerUnrouted,
  });
  app.server.maxConnections = maxConnections;
  app.decorateRequest('actor', null);
  registerOperations(app, parts);
  parseJson(app);
  answerErrors(app, services);
  const contextFor: ContextFor = (request, signal) => {
    if (request.actor === null) throw new Error('A route was reached without authentication');
    return stoppedBy(signal, contextOf(services, db, request.actor, request.id));
  };
  let handlers: readonly RouteHandler[] = [];
  await app.register((api, _options, done) => {
    api.addHook('onRequest', async (request) => {
      request.actor = await actorOf(parts.authenticate, request.headers.authorization);
    });
    handlers = mountRest(api, {
      schema,
      routes,
      contextFor,
      timeoutMs: config.OPERATION_TIMEOUT_MS,
      longTimeoutMs: config.IMPORT_TIMEOUT_MS,
    });
    done();
  });
  app.decorate('prepareRoutes', () => prepareInTurns(handlers));
  mountFiles(app, parts);
  mountOpenapi(app, schema, routes);
  registerPages(app, { baseUrl: services.urls.base });
  await mountGraphQL(app, parts);
  return app;
}

async function prepareInTurns(handlers: readonly RouteHandler[]): Promise<void> {
  for (const handler of handlers) {
    handler.prepare();
    await turn();
  }
}

function parseQuery(text: string): Record<string, string | string[]> {
  const found: Record<string, string | string[]> = Object.create(null) as Record<string, never>;
  for (const [key, value] of new URLSearchParams(text)) {
    const known = found[key];
    if (known === undefined) found[key] = value;
    else found[key] = Array.isArray(known) ? [...known, value] : [known, value];
  }
  return found;
}

/** JSON only; no body is fine, prototype keys are not. */
function parseJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    // Decoding would put U+FFFD for what is not UTF-8: stored would not be what was sent.
    if (!isUtf8(body as Buffer)) return done(failure('malformed_request', 'The body is not UTF-8'));
    return parse(request, body.toString(), (error, value) => {
      if (error) return done(failure('malformed_request', 'The body is not well-formed JSON', { cause: error }));
      try {
        assertStorable(value, 'body');
        done(null, value);
      } catch (problem) {
        done(problem as Error);
      }
    });
  });
}

/** What comes before routing, such as a URL that is none: no hook has seen it. */
function answerUnrouted(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const shown = transportFailure(error) ?? failure('malformed_request', 'The request is not well-formed');
  void reply
    .code(shown.status)
    .headers({ ...errorHeaders(shown), 'x-request-id': request.id, 'x-content-type-options': 'nosniff' })
    .send(errorBody(shown, request.id));
}

/** Every failure in the one shape; what is not expected is logged and stays inside. */
function answerErrors(app: FastifyInstance, services: Services) {
  app.setErrorHandler((error, request, reply) => {
    const known = failureOf(error) ?? transportFailure(error);
    if (known === null)
      services.log.error({ requestId: request.id, route: request.routeOptions.url, err: error }, 'request failed');
    const shown = known ?? failure('internal', 'Internal error');
    return reply.code(shown.status).headers(errorHeaders(shown)).send(errorBody(shown, request.id));
  });
  app.setNotFoundHandler((request, reply) => {
    const error = unrouted(app, request.method, request.url);
    if (error.allow !== undefined) void reply.header('allow', error.allow);
    return reply.code(error.status).headers(errorHeaders(error)).send(errorBody(error, request.id));
  });
}
