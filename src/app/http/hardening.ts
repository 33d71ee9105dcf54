import type { FastifyInstance } from 'fastify';
import { failure } from '../../lib/errors.ts';
import { maxUrlLength } from './http-server.ts';

/** CSP of API responses, which are never pages. Pages set their own policy. */
const apiPolicy = "default-src 'none'; frame-ancestors 'none'";

/** Sets headers of every response, and rejects requests that need no route lookup. */
export function registerHardening(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    void reply
      .header('x-request-id', request.id)
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'no-referrer')
      .header('content-security-policy', apiPolicy);
    if (app.lifecycle.draining) void reply.header('connection', 'close');
    if (request.url.length > maxUrlLength)
      return done(failure('uri_too_long', `The URL is longer than ${maxUrlLength} characters`));
    const encoding = request.headers['content-encoding'];
    if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
      return done(failure('unsupported_media_type', 'The body must not be compressed'));
    return done();
  });
}
