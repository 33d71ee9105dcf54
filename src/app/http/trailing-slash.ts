import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { basePathOf } from '../pages/layout.ts';

/** Redirects paths of the API that end with slashes to those without, with their query. */
export function redirectTrailingSlashes(app: FastifyInstance, baseUrl: string): void {
  app.addHook('onRequest', (request, reply, done) => {
    // The path of a page is redirected by its operation, if there is such a page.
    const takesSlashes = request.routeOptions.url?.endsWith('*') === true;
    if (request.siteHost !== null || !request.url.startsWith('/v1/') || takesSlashes || !pathOf(request).endsWith('/'))
      return done();
    return void redirectWithoutSlashes(request, reply, baseUrl);
  });
}

/** Redirects to the path of the request without the slashes at its end, below the public URL. */
export function redirectWithoutSlashes(request: FastifyRequest, reply: FastifyReply, baseUrl: string): FastifyReply {
  const path = pathOf(request);
  const target = `${basePathOf(baseUrl)}${path.replace(/\/+$/, '')}${request.url.slice(path.length)}`;
  return reply.code(308).header('location', target).header('cache-control', 'no-cache').send();
}

const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0] ?? '';
