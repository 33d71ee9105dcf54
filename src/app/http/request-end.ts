import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Bag } from '../../handmade/bag.ts';

/**
 * Called once for every request, when its response was sent or its connection was closed before. `ms` is the duration of
 * the request in milliseconds.
 */
export type RequestEnd = (request: FastifyRequest, reply: FastifyReply, ms: number) => void;

/** Calls each listener once at the end of every request, aborted ones included. */
export function onRequestEnd(app: FastifyInstance, listeners: readonly RequestEnd[]): void {
  const openOn = openOnSockets();
  app.addHook('onRequest', (request, reply, done) => {
    const startedMs = performance.now();
    const open = openOn(request.raw.socket);
    const end = () => {
      if (!open.delete(entry)) return;
      const ms = performance.now() - startedMs;
      for (const listener of listeners) listener(request, reply, ms);
    };
    const entry = open.add(end);
    // Fastify's onResponse hook is not called for aborted requests.
    reply.raw.once('close', end);
    done();
  });
}

/**
 * Returns the end callbacks of the requests in progress on a connection, and calls all of them when it closes. Node emits
 * `close` only for the response that is being sent, and not for those of pipelined requests behind it.
 */
function openOnSockets() {
  const open = new WeakMap<Socket, Bag<() => void>>();
  return (socket: Socket): Bag<() => void> => {
    const known = open.get(socket);
    if (known) return known;
    const ends = new Bag<() => void>();
    open.set(socket, ends);
    socket.once('close', () => ends.items().forEach((end) => end()));
    return ends;
  };
}

/** Returns the template of the route, such as `/v1/spaces/{spaceId}`, `site` for a published site, or `none` for an unknown route. */
export function routeTemplate(request: FastifyRequest): string {
  if (request.siteHost !== null) return 'site';
  const { config, url } = request.routeOptions;
  return (config as { route?: string }).route ?? url ?? 'none';
}
