import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { failure } from '../lib/errors.ts';
import type { RequestEnd } from './request-end.ts';

interface InFlightLimits {
  readonly process: number;
  readonly perToken: number;
}

/** Requests that are being answered. */
export interface InFlight {
  readonly count: number;
  readonly end: RequestEnd;
  /** Counts an authenticated request on its token until it ends. Throws rate_limited. */
  admit(request: FastifyRequest): void;
  /** Ends every connection with the answer that is under way on it. */
  closeConnections(): void;
}

const isApi = (url: string) => url.startsWith('/v1') || url.startsWith('/graphql');

/**
 * Bounds the requests under way in this process (503 overloaded) and of one token (429 rate_limited, so that one
 * greedy caller does not look like a broken server).
 */
export function registerInFlight(app: FastifyInstance, limits: InFlightLimits): InFlight {
  const open = new Set<ServerResponse>();
  const byToken = new Map<string, number>();
  const counted = new WeakSet<FastifyRequest>();
  app.addHook('onRequest', (request, reply, done) => {
    if (open.size >= limits.process && isApi(request.url))
      return done(failure('overloaded', 'Too many requests are under way', { retryAfterSeconds: 1 }));
    open.add(reply.raw);
    return done();
  });
  return {
    get count() {
      return open.size;
    },
    admit: (request) => {
      if (request.actor === null || counted.has(request)) return;
      const { tokenId } = request.actor;
      const count = byToken.get(tokenId) ?? 0;
      if (count >= limits.perToken)
        throw failure('rate_limited', `A token may have ${limits.perToken} requests under way`, {
          retryAfterSeconds: 1,
        });
      byToken.set(tokenId, count + 1);
      counted.add(request);
    },
    end: (request, reply) => {
      open.delete(reply.raw);
      if (request.actor === null || !counted.has(request)) return;
      const { tokenId } = request.actor;
      const left = (byToken.get(tokenId) ?? 1) - 1;
      if (left === 0) byToken.delete(tokenId);
      else byToken.set(tokenId, left);
    },
    closeConnections: () => {
      for (const response of open) if (!response.headersSent) response.setHeader('connection', 'close');
    },
  };
}
