import type { FastifyInstance } from 'fastify';

const allowedHeaders =
  'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, If-Range, Last-Event-ID, Prefer, Range, User-Agent, X-Request-Id';
const exposedHeaders =
  'Accept-Ranges, Content-Range, Deprecation, ETag, Idempotency-Replayed, Link, Location, Preference-Applied, Retry-After, Warnings, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id';
const allowedMethods = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const preflightSeconds = '600';

/**
 * Allows pages of the given origins to call the API; `*` allows all origins. Without origins no CORS header is sent.
 * Credentials are never allowed: the API uses bearer tokens and no cookies.
 */
export function registerCors(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const allowList = new Set(origins);
  const everybody = allowList.has('*');
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    if (origin === undefined || !(everybody || allowList.has(origin))) return done();
    void reply
      .header('access-control-allow-origin', everybody ? '*' : origin)
      .header('access-control-expose-headers', exposedHeaders);
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return done();
    return void reply
      .code(204)
      .header('access-control-allow-methods', allowedMethods)
      .header('access-control-allow-headers', allowedHeaders)
      .header('access-control-max-age', preflightSeconds)
      .send();
  });
  if (everybody) return;
  // Set in onSend, because routes set a Vary header too.
  app.addHook('onSend', (_request, reply, payload, done) => {
    const vary = reply.getHeader('vary');
    void reply.header('vary', vary === undefined ? 'Origin' : `${String(vary)}, Origin`);
    done(null, payload);
  });
}
