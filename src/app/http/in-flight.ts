import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isManyCallers } from '../../domain/core/acting.ts';
import { Bag, type Entry } from '../../handmade/bag.ts';
import { failure } from '../../lib/errors.ts';
import type { RequestEnd } from './request-end.ts';
import { createRequestTurns, type RequestTurnLimits } from './turns.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Its entry among the requests in progress; null for a request that was refused before. */
    inProgress: Entry<ServerResponse> | null;
  }
}

interface InFlightLimits extends RequestTurnLimits {
  readonly process: number;
}

/** Requests in progress. */
export interface InFlight {
  readonly count: number;
  /** Whether a request is in progress, or has ended just before. */
  readonly isBusy: boolean;
  /** The responses of the requests in progress. */
  readonly open: Pick<Bag<ServerResponse>, 'items'>;
  readonly end: RequestEnd;
  /**
   * Counts an authenticated request against the limit of its user until it ends. At the limit the request waits, in order
   * of arrival. Throws rate_limited when it waits too long, or when too many requests wait.
   */
  admit(request: FastifyRequest): Promise<void> | void;
  /** Closes every connection after its current response. */
  closeConnections(): void;
}

/** How long after a request the next one of the same client may come, in milliseconds. */
const betweenMs = 100;

const isApi = (url: string) => url.startsWith('/v1') || url.startsWith('/graphql');

/**
 * Limits the concurrent requests of this process, and of each user over all tokens. Requests beyond the limit of the
 * process are refused with 503. Those beyond the limit of a user wait, and are refused with 429 when they wait too long, so
 * that the client does not mistake its own limit for an outage.
 */
export function registerInFlight(app: FastifyInstance, limits: InFlightLimits): InFlight {
  const open = new Bag<ServerResponse>();
  let endedAtMs = -Infinity;
  app.decorateRequest('inProgress', null);
  const turns = createRequestTurns(limits);
  app.addHook('onRequest', (request, reply, done) => {
    // Waiting requests are not counted: they hold a connection and nothing else.
    if (open.size - turns.waiting >= limits.process && isApi(request.url))
      return done(failure('overloaded', 'Too many requests are in progress', { retryAfterSeconds: 1 }));
    request.inProgress = open.add(reply.raw);
    return done();
  });
  return {
    open,
    get count() {
      return open.size;
    },
    get isBusy() {
      return open.size > 0 || performance.now() - endedAtMs < betweenMs;
    },
    admit: (request) =>
      request.actor === null || isManyCallers(request.actor)
        ? undefined
        : turns.take(request, request.actor.userId, request.routeOptions.config.longRunning !== true),
    end: (request) => {
      if (request.inProgress) {
        open.delete(request.inProgress);
        endedAtMs = performance.now();
      }
      request.inProgress = null;
      turns.release(request);
    },
    closeConnections: () => {
      for (const response of open.items()) if (!response.headersSent) response.setHeader('connection', 'close');
    },
  };
}
