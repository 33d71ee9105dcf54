import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import type { Db } from '../../db/client.ts';
import { storageKey } from '../../infra/storage/content-key.ts';
import type { Storage } from '../../infra/storage/storage.ts';
import { DomainError, failure } from '../../lib/errors.ts';
import type { StoredAnswer } from '../../lib/stored-answer.ts';
import { isManyCallers } from '../../domain/core/acting.ts';
import { handlerOf, type Answer } from '../../rest/handler.ts';
import type { Method, Route } from '../../rest/route.ts';
import { withIdempotency } from '../../rest/idempotency.ts';
import { createAnswerCache, type AnswerCache } from '../../rest/answer-cache.ts';
import { notForVisitors } from './bearer.ts';
import { unknownNamesOf } from '../../rest/unknown-names.ts';
import { foreignTag } from '../../rest/variables.ts';
import type { AnswerByStream } from './event-stream.ts';
import type { Reads } from '../process/reads.ts';
import { requireActor, type ContextFor } from './server-context.ts';
import { findCacheTags } from './cache-tags.ts';
import { getWaitedMs } from '../../domain/core/budget.ts';
import { withDeadline } from './deadline.ts';
import { redirectWithoutSlashes } from './trailing-slash.ts';
import { matches } from './if-none-match.ts';
import { answerUnknownNames } from './preferences.ts';

interface RestOptions {
  readonly schema: GraphQLSchema;
  readonly routes: readonly Route[];
  readonly contextFor: ContextFor;
  readonly reads: Reads;
  readonly baseUrl: string;
  readonly storage: Storage;
  readonly timeoutMs: number;
  /** Timeout in milliseconds of routes that wait for background jobs. */
  readonly longTimeoutMs: number;
  /** Creates the handler of a route that answers by a stream. */
  readonly streamOf: (route: Route) => AnswerByStream;
}

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Mounts the route table. Unsupported methods of its paths are answered with 405 and an Allow header. */
export function mountRest(app: FastifyInstance, options: RestOptions): void {
  const taken = new Map<string, Set<Method>>();
  const cache = createAnswerCache();
  for (const route of options.routes) {
    const url = fastifyPath(route.path);
    taken.set(url, (taken.get(url) ?? new Set()).add(route.method));
    mountRoute(app, url, route, { ...options, cache });
  }
  for (const [url, allowed] of taken) {
    const allow = [...allowed, ...(allowed.has('GET') ? ['HEAD'] : [])].join(', ');
    app.route({
      url,
      method: methods.filter((method) => !allowed.has(method)),
      config: { refuses: true },
      handler: (_request, reply) => {
        void reply.header('allow', allow);
        throw failure('method_not_allowed', `This path supports ${allow}`);
      },
    });
  }
}

interface MountOptions extends RestOptions {
  readonly cache: AnswerCache;
}

function mountRoute(app: FastifyInstance, url: string, route: Route, options: MountOptions): void {
  const handle = withIdempotency(route, options.cache(route, handlerOf(options.schema, route)));
  const findUnknown = unknownNamesOf(options.schema, route);
  const stream = route.stream ? options.streamOf(route) : null;
  const timeoutMs = route.timeoutMs ?? (route.longRunning ? options.longTimeoutMs : options.timeoutMs);
  app.route({
    url,
    method: route.method,
    ...(route.bodyLimitBytes ? { bodyLimit: route.bodyLimitBytes } : {}),
    config: {
      route: route.path,
      anonymous: route.anonymous ?? false,
      uncounted: route.uncounted ?? false,
      longRunning: route.longRunning ?? false,
      forms: route.forms ?? false,
    },
    handler: async (request, reply) => {
      const stop = route.longRunning ? new AbortController() : undefined;
      const actor = requireActor(request);
      if (actor.visitor && !route.visitors) throw notForVisitors();
      const given = request.params as Record<string, string>;
      const pagePath = given['*'] ?? '';
      const isSlashed = pagePath.endsWith('/');
      const parts = {
        params: isSlashed ? { ...given, '*': pagePath.replace(/\/+$/, '') } : given,
        query: request.query as Record<string, string | string[]>,
        body: request.body ?? undefined,
      };
      answerUnknownNames(request, reply, findUnknown(parts));
      if (stream) return stream(request, reply, { ...parts, expected: null });
      const header = request.headers['idempotency-key'];
      // Idempotency keys are stored per account, and these callers share one.
      const key = !isManyCallers(actor) && typeof header === 'string' ? header : null;
      const answerFrom = (reads?: Db) => {
        const ctx = options.contextFor(request, stop?.signal, reads);
        const work = anyOf(expectedBy(request.headers['if-match']), (expected) =>
          handle(ctx, { ...parts, expected }, key),
        );
        return withDeadline(timeoutMs, work, {
          stop,
          waitedMs: () => getWaitedMs(ctx),
          longestMs: options.longTimeoutMs,
        });
      };
      const onlyReads = route.method === 'GET' && stop === undefined;
      const answer = await (onlyReads ? options.reads.run(actor, answerFrom) : answerFrom());
      if (isSlashed) return redirectWithoutSlashes(request, reply, options.baseUrl);
      if (answer.replayed) void reply.header('idempotency-replayed', 'true');
      if (route.replacedBy) deprecated(reply, route.replacedBy);
      const tags = actor.visitor ? findCacheTags(parts.params) : null;
      if (tags !== null) void reply.header('x-gitbook-cache-tag', tags);
      return send(request, reply, answer, options.storage);
    },
  });
}

/** Converts `{param}` to `:param`. A final `{pagePath}` also matches slashes. */
const fastifyPath = (path: string) => path.replace(/\{pagePath\}$/, '*').replaceAll(/\{(\w+)\}/g, ':$1');

type Expected = number | string | null;

/** Maximum number of tags of an If-Match header that are tried. */
const maxTags = 20;

/**
 * Parses the versions or revisions in the tags of an If-Match header. Returns only null without a header, or for `*`. The
 * rest of a tag depends on what the caller may see, so it is not compared, nor is whether the tag is weak: proxies that
 * compress a response make its tag weak. Throws precondition_failed when no tag has the
 * form of one that this API issues.
 */
function expectedBy(header: string | undefined): readonly [Expected, ...Expected[]] {
  if (header === undefined || header.trim() === '*') return [null];
  const [first, ...more] = new Set(header.split(',').slice(0, maxTags).flatMap(expectedByTag));
  if (first === undefined) throw foreignTag();
  return [first, ...more];
}

function expectedByTag(tag: string): (number | string)[] {
  const [, version, revision] = /^(?:W\/)?"(?:(\d{1,9})|(rev_[\w-]{1,100}))\.[\w-]+"$/.exec(tag.trim()) ?? [];
  if (version !== undefined) return [Number(version)];
  return revision === undefined ? [] : [revision];
}

/**
 * Runs the work with each expected version in turn until one matches. Attempts with other versions have no effect.
 */
function anyOf<Result>(
  expected: readonly [Expected, ...Expected[]],
  work: (expected: Expected) => Promise<Result>,
): Promise<Result> {
  return expected.length === 1 ? work(expected[0]) : firstOf(expected, work);
}

async function firstOf<Result>(
  [expected, ...others]: readonly [Expected, ...Expected[]],
  work: (expected: Expected) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(expected);
  } catch (error) {
    const [next, ...more] = others;
    const isStale = error instanceof DomainError && error.type === 'precondition_failed';
    if (next === undefined || !isStale) throw error;
    return anyOf([next, ...more], work);
  }
}

function send(request: FastifyRequest, reply: FastifyReply, answer: Answer, storage: Storage) {
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
  if (answer.stored) return sendStored(reply, answer.stored, storage);
  return reply.header('content-type', 'application/json; charset=utf-8').send(answer.payload ?? answer.body);
}

/** Streams a response whose content is in the file storage. */
async function sendStored(reply: FastifyReply, answer: StoredAnswer, storage: Storage) {
  const { before, after, sizeBytes, contentType } = answer;
  const bytes = await storage.stream(storageKey(answer.digest));
  async function* parts() {
    if (before !== '') yield Buffer.from(before);
    yield* bytes;
    if (after !== '') yield Buffer.from(after);
  }
  const body = Readable.from(parts(), { objectMode: false });
  // The stored file is open before anybody reads it, so it is closed also when nobody does.
  body.once('close', () => bytes.destroy());
  const length = Buffer.byteLength(before) + sizeBytes + Buffer.byteLength(after);
  return reply.header('content-type', contentType).header('content-length', length).send(body);
}

function deprecated(reply: FastifyReply, successor: string) {
  void reply.header('deprecation', 'true').header('link', `<${successor}>; rel="successor-version"`);
}
