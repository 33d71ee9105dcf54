import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { registerCors } from './cors.ts';
import { registerHardening } from './hardening.ts';
import { registerHealth } from './health.ts';
import { registerInFlight, type InFlight } from './in-flight.ts';
import './lifecycle.ts';
import { registerMethods } from './methods.ts';
import { registerMetrics } from './metrics.ts';
import { registerRateLimit } from './rate-limit.ts';
import { onRequestEnd, routeOf, type RequestEnd } from './request-end.ts';
import type { ServerParts } from './server.ts';
import { version } from './version.ts';

declare module 'fastify' {
  interface FastifyInstance {
    inFlight: InFlight;
    /** Counts a request whose caller is known. Throws rate_limited. */
    admit(request: FastifyRequest, reply: FastifyReply): void;
  }
}

/** Everything around the two faces: limits, headers, health, metrics and the line in the log. */
export function registerOperations(app: FastifyInstance, { config, services, db }: ServerParts): void {
  app.decorate('lifecycle', { starting: false, draining: false, startedAt: Date.now() - performance.now() });
  const ends: RequestEnd[] = [];
  // First, so that it also hears of requests that the next hooks refuse.
  onRequestEnd(app, ends);
  registerHardening(app);
  registerCors(app, config.CORS_ORIGINS);
  registerMethods(app);
  const inFlight = registerInFlight(app, { process: config.MAX_IN_FLIGHT, perToken: config.MAX_IN_FLIGHT_PER_TOKEN });
  app.decorate('inFlight', inFlight);
  const countFailures = registerRateLimit(app, {
    perTokenAMinute: config.RATE_LIMIT_PER_MINUTE,
    failuresAMinute: config.AUTH_FAILURES_PER_MINUTE,
    now: () => Date.now(),
  });
  app.decorate('admit', (request, reply) => {
    app.countRequest(request, reply);
    inFlight.admit(request);
  });
  // After authentication, before the body is read.
  app.addHook('preParsing', (request, reply, _payload, done) => {
    try {
      app.admit(request, reply);
      done();
    } catch (error) {
      done(error as Error);
    }
  });
  registerHealth(app, { db, storage: services.storage });
  const measure = registerMetrics(app, { pool: db.pool, inFlight: () => inFlight.count, token: config.METRICS_TOKEN });
  ends.push(inFlight.end, countFailures, measure, logger(services.log));
  app.get('/v1', (_request, reply) => reply.header('cache-control', 'no-cache').send(indexOf(services.urls.base)));
}

/** One line per request: what was asked, never with what. */
function logger(log: ServerParts['services']['log']): RequestEnd {
  return (request, reply, ms) => {
    log.info(
      {
        requestId: request.id,
        method: request.method,
        route: routeOf(request),
        status: reply.statusCode,
        ms: Math.round(ms * 100) / 100,
        ...(request.actor === null ? {} : { userId: request.actor.userId }),
        ...(reply.raw.writableEnded ? {} : { aborted: true }),
      },
      'request',
    );
  };
}

/** `GET /v1`: where everything is. */
const indexOf = (base: string) => ({
  version,
  links: {
    reference: `${base}/docs`,
    openapi: `${base}/v1/openapi.json`,
    graphql: `${base}/graphql`,
    user: `${base}/v1/user`,
    organizations: `${base}/v1/orgs`,
  },
});
