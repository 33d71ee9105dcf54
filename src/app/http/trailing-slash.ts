import type { FastifyInstance } from 'fastify';

/**
 * Redirects paths of the API that end with slashes to those without, with their query. `basePath` is the path under which a
 * proxy publishes the server, without a slash at its end.
 */
export function redirectTrailingSlashes(app: FastifyInstance, basePath: string): void {
  app.addHook('onRequest', (request, reply, done) => {
    const [path = '', ...query] = request.url.split('?');
    if (!path.startsWith('/v1/') || !path.endsWith('/')) return done();
    const target = [path.replace(/\/+$/, ''), ...query].join('?');
    return void reply.code(308).header('location', `${basePath}${target}`).header('cache-control', 'no-cache').send();
  });
}
