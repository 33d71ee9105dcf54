import type { FastifyInstance, FastifyRequest } from 'fastify';
import { startOidcSignIn } from '../../domain/people/oidc/start.ts';
import { finishOidcSignIn } from '../../domain/people/sign-in/finish-oidc.ts';
import { siteEntrance } from '../../domain/publishing/visitor-auth/provider-sign-in.ts';
import type { ServerParts } from './server-context.ts';
import { anonymousContext, answerBrowsers, asAddress, beginsOf } from './sign-in.ts';

type ProviderRequest = FastifyRequest<{ Params: { providerId: string } }>;

/** Mounts the endpoints of OpenID Connect, which need no token. See docs/reference/single-sign-on.md. */
export function mountOidc(app: FastifyInstance, parts: ServerParts): void {
  const { base } = parts.services.urls;
  void app.register((oidc, _options, done) => {
    oidc.addHook('onRequest', asAddress);
    answerBrowsers(oidc, parts.services.log, base);
    oidc.get('/oidc/:providerId/start', async (request: ProviderRequest, reply) => {
      const { providerId } = request.params;
      const start = beginsOf(request, providerId);
      // The sign-in page requests this URL again, with the address to return to.
      if (start === null) return reply.redirect(`${base}/login?provider=${encodeURIComponent(providerId)}`, 303);
      return reply.redirect(await startOidcSignIn(anonymousContext(request, parts), start), 302);
    });
    oidc.get('/oidc/:providerId/callback', async (request: ProviderRequest, reply) => {
      const at = request.url.indexOf('?');
      const search = at < 0 ? '' : request.url.slice(at);
      const { providerId } = request.params;
      const ctx = anonymousContext(request, parts);
      return reply.redirect(await finishOidcSignIn(ctx, { providerId, search }, siteEntrance), 303);
    });
    done();
  });
}
