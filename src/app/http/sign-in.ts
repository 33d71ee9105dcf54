import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { anonymousFrom } from '../../access/actor.ts';
import { DomainError } from '../../lib/errors.ts';
import type { Context } from '../../domain/core/context.ts';
import type { SignInStart } from '../../domain/people/sign-in/start.ts';
import { findFailure } from '../../engine/failures.ts';
import { refusalPage } from '../pages/login.ts';
import { staticHeaders } from '../pages/headers.ts';
import { contextOf } from '../process/context.ts';
import { addressKey } from './address-key.ts';
import { errorBody, errorHeaders } from './error-body.ts';
import { originIn } from './origin.ts';
import type { ServerParts } from './server-context.ts';
import { wantsPage } from './wants-page.ts';

/** The context of a request of a sign-in, which has no token yet. */
export const anonymousContext = (request: FastifyRequest, { config, services, db }: ServerParts): Context =>
  contextOf(services, db, anonymousFrom(addressKey(request.ip)), {
    requestId: request.id,
    origin: originIn(request, 'page', config),
  });

/** Makes a request count against the limit of its address. */
export function asAddress(request: FastifyRequest, reply: FastifyReply, next: () => void): void {
  request.actor = anonymousFrom(addressKey(request.ip));
  void reply.header('cache-control', 'no-store');
  next();
}

/** What a request starts a sign-in with; null without an address to return to. */
export function beginsOf({ query }: FastifyRequest, providerId: string): SignInStart | null {
  const given = query as Record<string, string | string[]>;
  if (given['RelayState'] === undefined) return null;
  return {
    providerId,
    returnTo: readText(given['RelayState']),
    codeChallenge: readText(given['code_challenge']),
    codeChallengeMethod: readText(given['code_challenge_method']),
    state: given['state'] === undefined ? null : readText(given['state']),
  };
}

const readText = (value: string | string[] | undefined) => (typeof value === 'string' ? value : '');

/** Answers failures with a page to browsers, and with the common error body to other callers. */
export function answerBrowsers(app: FastifyInstance, log: ServerParts['services']['log'], base: string): void {
  app.setErrorHandler((error, request, reply: FastifyReply) => {
    const shown = findFailure(error);
    if (!(shown instanceof DomainError) || !wantsPage(request)) throw error;
    log.warn({ requestId: request.id, reason: shown.message }, 'sign-in refused');
    return reply
      .code(shown.status)
      .headers({ ...staticHeaders, ...errorHeaders(shown) })
      .send(refusalPage({ baseUrl: base, ...errorBody(shown, request.id).error }));
  });
}
