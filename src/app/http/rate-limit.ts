import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { failure } from '../../lib/errors.ts';
import type { Authenticate } from '../../domain/people/tokens/authenticate.ts';
import { addressKey } from './address-key.ts';
import { findBearer } from './bearer.ts';
import { MinuteCounter } from '../../handmade/minute-counter.ts';
import type { RequestEnd } from './request-end.ts';
import { isScimSecret } from '../../lib/secret-token.ts';
import { isManyCallers } from '../../domain/core/acting.ts';
import { isSiteToken } from '../../domain/people/visitors/site-token.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts an authenticated request against the limit of its token. Throws rate_limited. */
    countRequest(request: FastifyRequest, reply: FastifyReply): void;
    /** Counts a failed authentication that is not by a token. Throws rate_limited when the address has too many. */
    countFailure(request: FastifyRequest): void;
  }
}

interface RateLimits {
  readonly perTokenAMinute: number;
  readonly failuresAMinute: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly authenticate: Authenticate;
}

/**
 * Limits requests per token and failed authentications per address. Each process counts separately. After too many failures
 * an address gets 429 instead of 401. Its valid tokens are still accepted, so that one client with an invalid token does
 * not lock out others behind the same address.
 */
export function registerRateLimit(app: FastifyInstance, limits: RateLimits): RequestEnd {
  const requests = new MinuteCounter(limits.now);
  const limit = String(limits.perTokenAMinute);
  app.decorate('countRequest', (request: FastifyRequest, reply: FastifyReply) => {
    if (request.actor === null || isManyCallers(request.actor)) return;
    const count = requests.add(request.actor.tokenId);
    void reply
      .header('x-ratelimit-limit', limit)
      .header('x-ratelimit-remaining', Math.max(0, limits.perTokenAMinute - count))
      .header('x-ratelimit-reset', Math.ceil(requests.endsAt / 1000));
    if (count > limits.perTokenAMinute)
      throw failure('rate_limited', `A token may send ${limit} requests a minute`, {
        retryAfterSeconds: requests.secondsLeft,
      });
  });
  return limitFailures(app, limits);
}

function limitFailures(app: FastifyInstance, { now, failuresAMinute, authenticate }: RateLimits): RequestEnd {
  const failures = new MinuteCounter(now);
  const tooMany = () =>
    failure('rate_limited', 'Too many failed authentications from this address', {
      retryAfterSeconds: failures.secondsLeft,
    });
  app.decorate('countFailure', (request: FastifyRequest) => {
    if (failures.add(addressKey(request.ip)) > failuresAMinute) throw tooMany();
  });
  const refuseBadTokens = async (authorization: string) => {
    const secret = findBearer(authorization);
    // Providers that provision people check their own tokens, which are as long and cannot be guessed either.
    if (secret !== null && (isScimSecret(secret) || (await authenticate(secret)) !== null)) return;
    throw tooMany();
  };
  app.addHook('onRequest', (request, _reply, done) => {
    const { authorization } = request.headers;
    if (authorization === undefined || failures.isEmpty || isSiteToken(authorization)) return done();
    if (failures.count(addressKey(request.ip)) < failuresAMinute) return done();
    return void refuseBadTokens(authorization).then(() => done(), done);
  });
  return (request, reply) => {
    const { authorization } = request.headers;
    if (authorization === undefined || request.actor !== null) return;
    // Site tokens are not counted: signatures cannot be guessed, and a renderer may send expired tokens of many visitors.
    if (reply.statusCode === 401 && !isSiteToken(authorization)) failures.add(addressKey(request.ip));
  };
}
