import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requireUnsubscribing, unsubscribe, unsubscribePath } from '../../domain/authoring/digests/unsubscribe.ts';
import { readingHeaders, staticHeaders } from '../pages/headers.ts';
import { unsubscribePage } from '../pages/unsubscribe.ts';
import type { ServerParts } from './server-context.ts';
import { anonymousContext, answerBrowsers, asAddress } from './sign-in.ts';

type LinkRequest = FastifyRequest<{ Params: { userId: string }; Querystring: Record<string, unknown> }>;

/** Maximum size of the form that a mail program posts, in bytes. */
const maxFormBytes = 4_096;

/**
 * Mounts the page that ends digests by a link in one of them, without a sign-in. Opening it changes nothing, because scanners open
 * links; a mail program posts to it without showing it (RFC 8058).
 */
export function mountUnsubscribe(app: FastifyInstance, parts: ServerParts): void {
  const { services } = parts;
  const { base } = services.urls;
  void app.register((pages, _options, done) => {
    pages.addHook('onRequest', asAddress);
    // What is posted says nothing: the link is all there is.
    pages.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, next) => next(null, null));
    answerBrowsers(pages, services.log, base);
    const url = `${unsubscribePath}/:userId`;
    pages.get(url, (request: LinkRequest, reply) => {
      requireUnsubscribing(services, request.params.userId, request.query);
      return reply.headers(readingHeaders).send(unsubscribePage(base, false));
    });
    pages.post(url, { bodyLimit: maxFormBytes }, async (request: LinkRequest, reply) => {
      await unsubscribe(anonymousContext(request, parts), request.params.userId, request.query);
      return reply.headers(staticHeaders).send(unsubscribePage(base, true));
    });
    done();
  });
}
