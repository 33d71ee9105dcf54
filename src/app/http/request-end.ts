import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * Called once for every request with its duration in milliseconds: when the response was sent, or the connection closed
 * earlier.
 */
export type RequestEnd = (request: FastifyRequest, reply: FastifyReply, ms: number) => void;

/** Notifies each listener about the end of every request, once. */
export function onRequestEnd(app: FastifyInstance, listeners: readonly RequestEnd[]): void {
  const openOn = openOnSockets();
  app.addHook('onRequest', (request, reply, done) => {
    const startedMs = performance.now();
    const open = openOn(request.raw.socket);
    const end = () => {
      if (!open.delete(end)) return;
      const ms = performance.now() - startedMs;
      for (const listener of listeners) listener(request, reply, ms);
    };
    open.add(end);
    // Fastify's onResponse hook is not called for aborted requests.
    reply.raw.once('close', end);
    done();
  });
}

/**
 * Registers the ends of the requests in progress on a connection, and calls all of them when it closes. Node closes
 * only the response that is being sent, and forgets those of pipelined requests behind it.
 */
function openOnSockets() {
  const open = new WeakMap<Socket, Set<() => void>>();
  return (socket: Socket): Set<() => void> => {
    const known = open.get(socket);
    if (known) return known;
    const ends = new Set<() => void>();
    open.set(socket, ends);
    socket.once('close', () => ends.forEach((end) => end()));
    return ends;
  };
}

/** The template of the route, such as `/v1/spaces/{spaceId}`; a constant for unknown routes. */
export function routeTemplate(request: FastifyRequest): string {
  const { config, url } = request.routeOptions;
  return (config as { route?: string }).route ?? url ?? 'none';
}
