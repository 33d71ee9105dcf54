import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import { failure } from '../lib/errors.ts';
import { handlerOf, type Answer, type RouteHandler } from '../rest/handler.ts';
import type { Method, Route } from '../rest/route.ts';
import { withIdempotency } from '../rest/idempotency.ts';
import { foreignTag } from '../rest/variables.ts';
import type { ContextFor } from './server.ts';
import { withDeadline } from './deadline.ts';

interface RestOptions {
  readonly schema: GraphQLSchema;
  readonly routes: readonly Route[];
  readonly contextFor: ContextFor;
  readonly timeoutMs: number;
  /** For routes that wait for others. */
  readonly longTimeoutMs: number;
}

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Mounts the route table. A path answers 405 with Allow to the methods it does not take. */
export function mountRest(app: FastifyInstance, options: RestOptions): readonly RouteHandler[] {
  const taken = new Map<string, Set<Method>>();
  const handlers = options.routes.map((route) => {
    const url = fastifyPath(route.path);
    taken.set(url, (taken.get(url) ?? new Set()).add(route.method));
    return mountRoute(app, url, route, options);
  });
  for (const [url, allowed] of taken) {
    const allow = [...allowed, ...(allowed.has('GET') ? ['HEAD'] : [])].join(', ');
    app.route({
      url,
      method: methods.filter((method) => !allowed.has(method)),
      config: { refuses: true },
      handler: (_request, reply) => {
        void reply.header('allow', allow);
        throw failure('method_not_allowed', `This path takes ${allow}`);
      },
    });
  }
  return handlers;
}

function mountRoute(app: FastifyInstance, url: string, route: Route, options: RestOptions): RouteHandler {
  const handler = handlerOf(options.schema, route);
  const handle = withIdempotency(route, handler.handle);
  const timeoutMs = route.timeoutMs ?? (route.longRunning ? options.longTimeoutMs : options.timeoutMs);
  app.route({
    url,
    method: route.method,
    ...(route.bodyLimitBytes ? { bodyLimit: route.bodyLimitBytes } : {}),
    config: { route: route.path },
    handler: async (request, reply) => {
      const stop = route.longRunning ? new AbortController() : undefined;
      const ctx = options.contextFor(request, stop?.signal);
      const parts = {
        params: request.params as Record<string, string>,
        query: request.query as Record<string, string | string[]>,
        body: request.body ?? undefined,
        expected: expectedBy(request.headers['if-match']),
      };
      const key = request.headers['idempotency-key'];
      const answer = await withDeadline(timeoutMs, handle(ctx, parts, typeof key === 'string' ? key : null), stop);
      if (answer.replayed) void reply.header('idempotency-replayed', 'true');
      if (route.replacedBy) deprecated(reply, route.replacedBy);
      return send(request, reply, answer);
    },
  });
  return handler;
}

/** `{param}` → `:param`; a last `{pagePath}` takes slashes too. */
const fastifyPath = (path: string) => path.replace(/\{pagePath\}$/, '*').replaceAll(/\{(\w+)\}/g, ':$1');

/** The version or revision in an If-Match header, null without one. Throws precondition_failed for a tag we never gave out. */
function expectedBy(header: string | undefined): number | string | null {
  if (header === undefined || header.trim() === '*') return null;
  const [, version, revision] = /^"(?:(\d{1,9})|(rev_[\w-]{1,100}))\.[\w-]+"$/.exec(header.trim()) ?? [];
  if (version !== undefined) return Number(version);
  if (revision !== undefined) return revision;
  throw foreignTag();
}

function send(request: FastifyRequest, reply: FastifyReply, answer: Answer) {
  void reply.code(answer.status);
  if (answer.location !== undefined) void reply.header('location', answer.location);
  if (answer.body === null) {
    if (answer.status === 205) void reply.header('content-length', '0');
    return reply.send();
  }
  void reply.header('cache-control', 'private, no-cache').header('vary', 'Authorization');
  if (answer.etag !== undefined) {
    void reply.header('etag', answer.etag);
    if (
      (request.method === 'GET' || request.method === 'HEAD') &&
      matches(request.headers['if-none-match'], answer.etag)
    )
      return reply.code(304).send();
  }
  return reply.header('content-type', 'application/json; charset=utf-8').send(answer.payload ?? answer.body);
}

const matches = (header: string | undefined, etag: string) =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag));

function deprecated(reply: FastifyReply, successor: string) {
  void reply.header('deprecation', 'true').header('link', `<${successor}>; rel="successor-version"`);
}
