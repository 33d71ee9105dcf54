import { performance } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MinuteCounter } from '../../handmade/minute-counter.ts';
import { failure } from '../../lib/errors.ts';
import { addressKey } from './address-key.ts';
import type { InFlight } from './in-flight.ts';
import type { RequestEnd } from './request-end.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Reading of the shared clock when the request began; null for a request that is not charged to its address. */
    beganAtMs: number | null;
  }
}

interface AddressTimeLimits {
  /** Processor time of one address in a minute, in milliseconds. */
  readonly perMinuteMs: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly inFlight: Pick<InFlight, 'count'>;
}

/**
 * Limits the processor time that requests without a token take from each address. Requests are not counted, so that a
 * renderer may send as many cheap look-ups as it has visitors. Each process counts separately.
 */
export function registerAddressTime(
  app: FastifyInstance,
  { perMinuteMs, now, inFlight }: AddressTimeLimits,
): RequestEnd {
  const spent = new MinuteCounter(now);
  const readClock = startSharedClock(inFlight);
  app.decorateRequest('beganAtMs', null);
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.siteHost === null && !isWithoutToken(request)) return done();
    if (spent.count(addressKey(request.ip)) >= perMinuteMs)
      return done(
        failure('rate_limited', 'Requests without a token from this address have taken too much processor time', {
          retryAfterSeconds: spent.secondsLeft,
        }),
      );
    request.beganAtMs = readClock();
    return done();
  });
  return (request) => {
    if (request.beganAtMs !== null) spent.add(addressKey(request.ip), readClock() - request.beganAtMs);
  };
}

const isWithoutToken = ({ headers, routeOptions }: FastifyRequest) =>
  headers.authorization === undefined && routeOptions.config.anonymous === true;

/**
 * Starts a clock that advances by the processor time of the main thread, divided by the number of requests in progress.
 * The difference between two readings is the share of a request that was in progress between them: what one request
 * computes cannot be told apart from what others compute meanwhile.
 */
function startSharedClock(inFlight: Pick<InFlight, 'count'>): () => number {
  let sharedMs = 0;
  let usage = process.cpuUsage();
  let activeMs = performance.eventLoopUtilization().active;
  return () => {
    const [usageNow, activeNow] = [process.cpuUsage(), performance.eventLoopUtilization().active];
    const processMs = (usageNow.user - usage.user + usageNow.system - usage.system) / 1_000;
    // The processor time includes worker threads; the active time includes the time that the machine gives to others.
    sharedMs += Math.min(processMs, activeNow - activeMs) / Math.max(1, inFlight.count);
    [usage, activeMs] = [usageNow, activeNow];
    return sharedMs;
  };
}
