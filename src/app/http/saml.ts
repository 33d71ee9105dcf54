import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { anonymousFrom } from '../../access/actor.ts';
import { DomainError, failure } from '../../lib/errors.ts';
import { getServiceMetadata } from '../../domain/people/saml/service-metadata.ts';
import { startSignIn } from '../../domain/people/saml/start.ts';
import { finishSignIn } from '../../domain/people/sign-in/finish.ts';
import { findFailure } from '../../engine/failures.ts';
import { originIn } from './origin.ts';
import { contextOf } from '../process/context.ts';
import { refusalPage, requestPage } from '../pages/login.ts';
import { postingHeaders, staticHeaders } from '../pages/headers.ts';
import { addressKey } from './address-key.ts';
import { errorBody, errorHeaders } from './error-body.ts';
import type { ServerParts } from './server-context.ts';
import { wantsPage } from './wants-page.ts';

/** Maximum size of a SAML response in bytes. Real ones are smaller: a certificate, a signature and a few attributes. */
const maxResponseBytes = 262_144;

type ProviderRequest = FastifyRequest<{ Params: { providerId: string } }>;

/** Mounts the SAML endpoints, which need no token. See docs/reference/single-sign-on.md. */
export function mountSaml(app: FastifyInstance, { config, services, db }: ServerParts): void {
  const base = services.urls.base;
  const contextFor = (request: FastifyRequest) =>
    contextOf(services, db, anonymousFrom(addressKey(request.ip)), {
      requestId: request.id,
      origin: originIn(request, 'page', config),
    });
  void app.register((saml, _options, done) => {
    saml.addHook('onRequest', (request, reply, next) => {
      // Makes the request count against the limit of its address.
      request.actor = anonymousFrom(addressKey(request.ip));
      void reply.header('cache-control', 'no-store');
      next();
    });
    saml.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, next) =>
      next(null, new URLSearchParams(String(body))),
    );
    answerBrowsers(saml, services.log, base);
    saml.get('/saml/:providerId', async (request: ProviderRequest, reply) => {
      const xml = await getServiceMetadata(contextFor(request), request.params.providerId);
      return reply.header('content-type', 'application/samlmetadata+xml; charset=utf-8').send(xml);
    });
    saml.get('/saml/:providerId/start', async (request: ProviderRequest, reply) => {
      const { providerId } = request.params;
      const query = request.query as Record<string, string | string[]>;
      // The sign-in page requests this URL again, with the address to return to.
      if (query['RelayState'] === undefined)
        return reply.redirect(`${base}/login?provider=${encodeURIComponent(providerId)}`, 303);
      const { url, fields } = await startSignIn(contextFor(request), {
        providerId,
        returnTo: readText(query['RelayState']),
        codeChallenge: readText(query['code_challenge']),
        codeChallengeMethod: readText(query['code_challenge_method']),
        state: query['state'] === undefined ? null : readText(query['state']),
      });
      if (fields === null) return reply.redirect(url, 302);
      return reply.headers(postingHeaders).send(requestPage({ baseUrl: base, url, fields }));
    });
    saml.post('/saml/:providerId/acs', { bodyLimit: maxResponseBytes }, async (request: ProviderRequest, reply) => {
      const { body } = request;
      const response = body instanceof URLSearchParams ? body.get('SAMLResponse') : null;
      if (!response) throw failure('malformed_request', 'The form has no SAMLResponse');
      const { providerId } = request.params;
      // Status 303 makes the browser follow with GET, so that it does not post the SAML response again.
      return reply.redirect(await finishSignIn(contextFor(request), { providerId, response }), 303);
    });
    done();
  });
}

const readText = (value: string | string[] | undefined) => (typeof value === 'string' ? value : '');

/** Answers failures with a page to browsers, and with the common error body to other callers. */
function answerBrowsers(app: FastifyInstance, log: ServerParts['services']['log'], base: string): void {
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
