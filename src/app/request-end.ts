import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Told once about every request, with its milliseconds: when its response is out, or its connection is over before. */
export type RequestEnd = (request: FastifyRequest, reply: FastifyReply, ms: number) => void;

/** Tells each listener of the end of every request, through one event listener per response. */
export function onRequestEnd(app: FastifyInstance, listeners: readonly RequestEnd[]): void {
  app.addHook('onRequest', (request, reply, done) => {
    const startedMs = performance.now();
    // Fastify's onResponse hook keeps silent about requests that were given up.
    reply.raw.once('close', () => {
      const ms = performance.now() - startedMs;
      for (const listener of listeners) listener(request, reply, ms);
    });
    done();
  });
}

/** The template of the route, such as `/v1/spaces/{spaceId}`; one word for everything that is no route. */
export function routeOf(request: FastifyRequest): string {
  const { config, url } = request.routeOptions;
  return (config as { route?: string }).route ?? url ?? 'none';
}
