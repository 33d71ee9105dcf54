import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Told once about every request: when its response is out, or its connection is over before. */
export type RequestEnd = (request: FastifyRequest, reply: FastifyReply) => void;

/** Tells each listener of the end of every request, through one event listener per response. */
export function onRequestEnd(app: FastifyInstance, listeners: readonly RequestEnd[]): void {
  app.addHook('onRequest', (request, reply, done) => {
    // Fastify's onResponse hook keeps silent about requests that were given up.
    reply.raw.once('close', () => {
      for (const listener of listeners) listener(request, reply);
    });
    done();
  });
}

/** The template of the route, such as `/v1/spaces/{spaceId}`; one word for everything that is no route. */
export function routeOf(request: FastifyRequest): string {
  const { config, url } = request.routeOptions;
  return (config as { route?: string }).route ?? url ?? 'none';
}
