import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { failure } from '../../lib/errors.ts';
import { getServiceMetadata } from '../../domain/people/saml/service-metadata.ts';
import { resumeSignIn, startSignIn, type SignInRequest } from '../../domain/people/saml/start.ts';
import { finishSignIn } from '../../domain/people/sign-in/finish.ts';
import { siteEntrance } from '../../domain/publishing/visitor-auth/provider-sign-in.ts';
import { requestPage } from '../pages/login.ts';
import { postingHeaders } from '../pages/headers.ts';
import type { ServerParts } from './server-context.ts';
import { anonymousContext, answerBrowsers, asAddress, beginsOf } from './sign-in.ts';

/** Maximum size of a SAML response in bytes. Real ones are smaller: a certificate, a signature and a few attributes. */
const maxResponseBytes = 262_144;

type ProviderRequest = FastifyRequest<{ Params: { providerId: string } }>;

/** Mounts the SAML endpoints, which need no token. See docs/reference/single-sign-on.md. */
export function mountSaml(app: FastifyInstance, parts: ServerParts): void {
  const { services } = parts;
  const { base } = services.urls;
  const contextFor = (request: FastifyRequest) => anonymousContext(request, parts);
  /** Takes the browser to the identity provider. */
  const sendRequest = (reply: FastifyReply, { url, fields }: SignInRequest) =>
    fields === null
      ? reply.redirect(url, 302)
      : reply.headers(postingHeaders).send(requestPage({ baseUrl: base, url, fields }));
  void app.register((saml, _options, done) => {
    saml.addHook('onRequest', asAddress);
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
      const start = beginsOf(request, providerId);
      const { request: asked } = request.query as Record<string, unknown>;
      // A visitor of a site, whose request is stored already.
      if (start === null && typeof asked === 'string')
        return sendRequest(reply, await resumeSignIn(contextFor(request), providerId, asked));
      // The sign-in page requests this URL again, with the address to return to.
      if (start === null) return reply.redirect(`${base}/login?provider=${encodeURIComponent(providerId)}`, 303);
      return sendRequest(reply, await startSignIn(contextFor(request), start));
    });
    saml.post('/saml/:providerId/acs', { bodyLimit: maxResponseBytes }, async (request: ProviderRequest, reply) => {
      const { body } = request;
      const form = body instanceof URLSearchParams ? body : new URLSearchParams();
      const response = form.get('SAMLResponse');
      if (!response) throw failure('malformed_request', 'The form has no SAMLResponse');
      const { providerId } = request.params;
      // Status 303 makes the browser follow with GET, so that it does not post the SAML response again.
      const posted = { providerId, response, relayState: form.get('RelayState') };
      return reply.redirect(await finishSignIn(contextFor(request), posted, siteEntrance), 303);
    });
    done();
  });
}
