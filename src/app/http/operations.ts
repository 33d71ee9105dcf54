import { isAnonymous } from '../../access/actor.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { registerAddressTime } from './address-time.ts';
import { registerAnswers } from './answers.ts';
import { registerBodies } from './bodies.ts';
import { registerConnections } from './connections.ts';
import { registerCors } from './cors.ts';
import { registerHardening } from './hardening.ts';
import { registerHealth } from './health.ts';
import { registerInFlight, type InFlight } from './in-flight.ts';
import '../process/lifecycle.ts';
import { registerMethods } from './methods.ts';
import { registerMetrics } from './metrics.ts';
import { registerReader, registerSiteHosts } from './reader.ts';
import { registerRateLimit } from './rate-limit.ts';
import { onRequestEnd, routeTemplate, type RequestEnd } from './request-end.ts';
import type { ServerParts } from './server-context.ts';
import { redirectTrailingSlashes } from './trailing-slash.ts';
import { registerStreams, type StreamLimits } from './streams.ts';
import { registerTracing } from './tracing.ts';
import { mountSecurityContact } from './security-contact.ts';
import { commit, version } from '../../lib/program.ts';

declare module 'fastify' {
  interface FastifyInstance {
    inFlight: InFlight;
    /** Counts an authenticated request, and waits while its user has too many in progress. Throws rate_limited. */
    admit(request: FastifyRequest, reply: FastifyReply): Promise<void> | void;
  }
}

/** Maximum size of the unread responses of one user and of all callers. */
const untaken = { userBytes: 64 * 1_048_576, processBytes: 256 * 1_048_576 };

/** Registers the parts that both APIs share: limits, headers, health checks, metrics and the request log. */
export function registerOperations(app: FastifyInstance, parts: ServerParts): void {
  const { config, services, db, meters, tracing, authenticate } = parts;
  app.decorate('lifecycle', { starting: false, draining: false, startedAt: Date.now() - performance.now() });
  const ends: RequestEnd[] = [];
  // Registered first, so that it also covers requests that later hooks reject.
  onRequestEnd(app, ends);
  if (tracing) ends.push(registerTracing(app, tracing));
  registerHardening(app);
  const connections = registerConnections(app, services.log);
  registerSiteHosts(app, parts);
  registerCors(app, config.CORS_ORIGINS);
  redirectTrailingSlashes(app, services.urls.base);
  registerMethods(app);
  const inFlight = registerInFlight(app, {
    process: config.MAX_IN_FLIGHT,
    perUser: config.MAX_IN_FLIGHT_PER_USER,
    // Those in front of it may wait too, as those of a print view do for their texts.
    waitMs: Math.max(config.OPERATION_TIMEOUT_MS, config.IMPORT_TIMEOUT_MS),
  });
  app.decorate('inFlight', inFlight);
  registerStreams(app, limitsOfStreams(config), inFlight);
  const countTaken = registerAnswers(app, { ...untaken, timeoutMs: config.ANSWER_TIMEOUT_MS }, inFlight.open);
  const countFailures = registerRateLimit(app, {
    perTokenAMinute: config.RATE_LIMIT_PER_MINUTE,
    failuresAMinute: config.AUTH_FAILURES_PER_MINUTE,
    now: () => services.now().getTime(),
    authenticate,
  });
  const countTime = registerAddressTime(app, {
    perMinuteMs: config.ANONYMOUS_TIME_MS_PER_MINUTE,
    now: () => Date.now(),
    inFlight,
  });
  registerReader(app, parts);
  app.decorate('admit', (request, reply) => {
    app.countRequest(request, reply);
    return inFlight.admit(request);
  });
  // After authentication and before the body is read.
  app.addHook('preParsing', (request, reply, _payload, done) => {
    try {
      const turn = app.admit(request, reply);
      if (turn) turn.then(() => done(), done);
      else done();
    } catch (error) {
      done(error as Error);
    }
  });
  registerBodies(app);
  mountSecurityContact(app, config.SECURITY_CONTACT, services.now);
  registerHealth(app, { db, storage: services.storage });
  const measure = registerMetrics(app, {
    db,
    meters,
    inFlight: () => inFlight.count,
    connections,
    token: config.METRICS_TOKEN,
  });
  ends.push(countTime, inFlight.end, countTaken, countFailures, measure, logger(services.log));
  app.get('/v1', (_request, reply) => reply.header('cache-control', 'no-cache').send(indexOf(services.urls.base)));
}

const limitsOfStreams = (config: ServerParts['config']): StreamLimits => ({
  perUser: config.MAX_STREAMS_PER_USER,
  process: config.MAX_STREAMS,
  stalledMs: config.STREAM_TIMEOUT_MS,
});

/** What load balancers ask every few seconds. */
const healthChecks: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/**
 * Returns the listener that logs one line per request, with its route and never its parameters or body. Health checks are not
 * logged.
 */
function logger(log: ServerParts['services']['log']): RequestEnd {
  return (request, reply, ms) => {
    if (healthChecks.has(routeTemplate(request))) return;
    log.info(
      {
        requestId: request.id,
        method: request.method,
        route: routeTemplate(request),
        status: reply.statusCode,
        ms: Math.round(ms * 100) / 100,
        ...(request.actor === null || isAnonymous(request.actor) ? {} : { userId: request.actor.userId }),
        ...(reply.raw.writableEnded ? {} : { aborted: true }),
      },
      'request',
    );
  };
}

/** The body of `GET /v1`: links to the entry points. */
const indexOf = (base: string) => ({
  version,
  commit,
  links: {
    reference: `${base}/docs`,
    openapi: `${base}/v1/openapi.json`,
    graphql: `${base}/graphql`,
    user: `${base}/v1/user`,
    organizations: `${base}/v1/orgs`,
  },
});
