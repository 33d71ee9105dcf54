import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Services } from '../../domain/core/context.ts';
import { anonymousFrom, type Actor } from '../../access/actor.ts';
import { failure } from '../../lib/errors.ts';
import { routes } from '../../rest/__generated__/routes.ts';
import { schema } from '../../schema/index.ts';
import { requireActor, type ContextFor, type ServerParts } from './server-context.ts';
import { findFailure } from '../../engine/failures.ts';
import { nobody } from '../../domain/core/acting.ts';
import { addressKey } from './address-key.ts';
import { toActor } from './bearer.ts';
import { contextOf, stoppedBy } from '../process/context.ts';
import { registerCompression } from './compression.ts';
import { createEventStream } from './event-stream.ts';
import { errorBody, errorHeaders } from './error-body.ts';
import { mountFiles } from './files.ts';
import { mountGitHooks } from './git-hooks.ts';
import { mountGraphQL } from '../graphql/endpoint.ts';
import { mountOpenapi } from './openapi.ts';
import { staticHeaders } from '../pages/headers.ts';
import { notFoundPage } from '../pages/not-found.ts';
import { registerPages } from '../pages/pages.ts';
import { sendPage } from '../pages/send-page.ts';
import { httpServerOptions } from './http-server.ts';
import { noRouteFailure } from './methods.ts';
import { parseJsonAs } from './json-parser.ts';
import { registerOperations } from './operations.ts';
import { sendSiteError } from './reader.ts';
import { requestIdOf } from './request-id.ts';
import { originIn } from './origin.ts';
import { mountRest } from './rest.ts';
import { mountMcp } from './mcp.ts';
import { mountOauth } from './oauth.ts';
import { mountOidc } from './oidc.ts';
import { mountUnsubscribe } from './unsubscribe.ts';
import { mountSaml } from './saml.ts';
import { mountScim } from './scim.ts';
import { wantsPage } from './wants-page.ts';
import { transportFailure } from './transport-failure.ts';
import { mountUploads } from './uploads.ts';

/** Creates the HTTP server with all routes. It does not listen yet. */
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
  app.decorateRequest('actor', null);
  // Before every route: Fastify completes the routes so far when a plugin is awaited, and compresses only later ones.
  if (config.COMPRESS_RESPONSES) await registerCompression(app);
  registerOperations(app, parts);
  app.removeAllContentTypeParsers();
  parseJsonAs(app, 'application/json');
  answerErrors(app, services);
  const contextFor: ContextFor = (request, signal, reads) => {
    const call = { requestId: request.id, origin: originIn(request, 'rest', config), reads };
    return stoppedBy(signal, contextOf(services, db, requireActor(request), call));
  };
  await app.register((api, _options, done) => {
    api.addHook('onRequest', (request, _reply, next) => authenticated(parts, request, next));
    mountUploads(api, contextFor);
    mountRest(api, {
      storage: parts.services.storage,
      schema,
      routes,
      contextFor,
      reads: parts.reads,
      baseUrl: services.urls.base,
      timeoutMs: config.OPERATION_TIMEOUT_MS,
      longTimeoutMs: config.IMPORT_TIMEOUT_MS,
      streamOf: (route) => createEventStream(schema, route, parts),
    });
    done();
  });
  mountFiles(app, parts);
  mountOauth(app, parts);
  mountOidc(app, parts);
  mountUnsubscribe(app, parts);
  mountSaml(app, parts);
  mountGitHooks(app, parts);
  mountScim(app, parts);
  mountMcp(app, parts);
  mountOpenapi(app);
  const sendsLinks = services.mailer !== null && services.config.RECOVERY_BY_MAIL;
  registerPages(app, { baseUrl: services.urls.base, sendsLinks, workers: services.workers.bulk });
  await mountGraphQL(app, parts);
  return app;
}

/** Sets the caller of a REST request. It does so without a promise when the token is cached, as most are. */
function authenticated(
  { authenticate, services }: ServerParts,
  request: FastifyRequest,
  done: (error?: Error) => void,
): void {
  const { authorization } = request.headers;
  const { anonymous, uncounted } = request.routeOptions.config;
  let actor: Actor | Promise<Actor>;
  try {
    if (authorization !== undefined || anonymous !== true)
      actor = toActor(authenticate, authorization, `${services.urls.base}/v1`);
    else actor = uncounted === true ? nobody : anonymousFrom(addressKey(request.ip));
  } catch (error) {
    return done(error as Error);
  }
  const proceed = (known: Actor) => {
    request.actor = known;
    done();
  };
  if (actor instanceof Promise) actor.then(proceed, done);
  else proceed(actor);
}

function parseQuery(text: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null) as Record<string, never>;
  for (const [key, value] of new URLSearchParams(text)) {
    const previous = query[key];
    if (previous === undefined) query[key] = value;
    else query[key] = Array.isArray(previous) ? [...previous, value] : [previous, value];
  }
  return query;
}

/** Answers failures before routing, such as an invalid URL. Fastify runs no hooks for them. */
function answerUnrouted(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const shown = transportFailure(error) ?? failure('malformed_request', 'The request is not well-formed');
  void reply
    .code(shown.status)
    .headers({ ...errorHeaders(shown), 'x-request-id': request.id, 'x-content-type-options': 'nosniff' })
    .send(errorBody(shown, request.id));
}

/** Answers every failure with the common error body. Unexpected errors are logged and reported as internal. */
function answerErrors(app: FastifyInstance, services: Services) {
  app.setErrorHandler((error, request, reply) => {
    const known = findFailure(error) ?? transportFailure(error);
    if (known === null)
      services.log.error({ requestId: request.id, route: request.routeOptions.url, err: error }, 'request failed');
    const shown = known ?? failure('internal', 'Internal error');
    if (request.siteHost !== null) return sendSiteError(reply, shown);
    return reply.code(shown.status).headers(errorHeaders(shown)).send(errorBody(shown, request.id));
  });
  const missing = { html: notFoundPage(services.urls.base), headers: { ...staticHeaders, vary: 'Accept' } };
  app.setNotFoundHandler((request, reply) => {
    const error = noRouteFailure(app, request.method, request.url);
    if (error.allow !== undefined) void reply.header('allow', error.allow);
    else if (wantsPage(request)) return sendPage(request, reply.code(404), missing);
    return reply.code(error.status).headers(errorHeaders(error)).send(errorBody(error, request.id));
  });
}
