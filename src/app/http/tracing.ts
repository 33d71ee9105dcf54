import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OpenSpan, Tracing } from '../../infra/tracing/tracing.ts';
import { routeTemplate, type RequestEnd } from './request-end.ts';

/** Starts a span for every request, with its route and status and never its parameters. Returns the listener that ends it. */
export function registerTracing(app: FastifyInstance, tracing: Tracing): RequestEnd {
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  app.addHook('onRequest', (request, _reply, done) => {
    const span = tracing.startRequest(request.method, request.headers);
    spans.set(request, span);
    span.within(done);
  });
  // Entered again, because events of the body arrive in the async context of the connection.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    return span ? span.within(done) : done();
  });
  return (request, reply) => {
    const span = spans.get(request);
    if (!span) return;
    const route = routeTemplate(request);
    span.rename(`${request.method} ${route}`);
    span.set({
      'http.request.method': request.method,
      'http.route': route,
      'http.response.status_code': reply.statusCode,
      'octavo.request_id': request.id,
    });
    if (reply.statusCode >= 500) span.fail(String(reply.statusCode));
    span.end();
  };
}
