import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../../db/client.ts';
import { nobody } from '../../domain/core/acting.ts';
import { sitesOriginAt } from '../../domain/core/urls.ts';
import { findFailure } from '../../engine/failures.ts';
import { StorageMissing } from '../../infra/storage/storage-errors.ts';
import { DomainError } from '../../lib/errors.ts';
import { html } from '../../lib/html.ts';
import type { ReaderAnswer } from '../../reader/answer.ts';
import type { ReaderRequest, SiteReaderParts } from '../../reader/reading.ts';
import { maxVisitorTokenLength, tokenParameter } from '../../domain/people/visitors/fields.ts';
import { readUnsignedClaims } from '../../reader/unsigned-claims.ts';
import { readSessions } from '../../reader/sign-in.ts';
import { loadReaderAssets } from '../../reader/assets.ts';
import { readSite } from '../../reader/read-site.ts';
import { drawIcon } from '../pages/icons.ts';
import { contextOf, originOf, stoppedBy } from '../process/context.ts';
import { MinuteCounter } from '../../handmade/minute-counter.ts';
import { SiteCounts } from '../../domain/publishing/statistics/counts.ts';
import { findCoding } from './accepts-encoding.ts';
import { sendFile } from './files.ts';
import { sendReaderAsset } from './reader-assets.ts';
import { errorHeaders } from './error-body.ts';
import { addressKey } from './address-key.ts';
import { isOwnPost, readMessage, readPostedForm } from './posted-form.ts';
import { findBearer } from './bearer.ts';
import { matches } from './if-none-match.ts';
import { compressAnswer, gzipAnswer } from './page-compression.ts';
import type { ServerParts } from './server-context.ts';
import { createCards } from './reader-cards.ts';
import { createSiteHosts } from './site-hosts.ts';
import { withDeadline } from './deadline.ts';
import { getWaitedMs } from '../../domain/core/budget.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The host at which a published site is addressed; null for requests to the API. */
    siteHost: string | null;
    /** The host that a trusted proxy names instead, in `X-Forwarded-Host`. */
    proxyHost: string | null;
  }
  interface FastifyInstance {
    /** What readers of sites have done since it was stored last. */
    siteCounts: SiteCounts;
  }
}

/** The share of the requests in progress that readers of sites may have, so that they cannot starve the API. */
const shareInFlight = 0.5;

/** Marks requests for published sites. Registered before what concerns the API alone. */
export function registerSiteHosts(app: FastifyInstance, { config, services, db }: ServerParts): void {
  app.decorateRequest('siteHost', null);
  app.decorateRequest('proxyHost', null);
  if (!config.READER) return;
  const { isSiteHost, isKnown } = createSiteHosts(services.urls, db.sql);
  app.addHook('onRequest', (request, _reply, done) => {
    const named = request.hostname.toLowerCase();
    const own = (request.headers.host ?? '').replace(/:\d*$/, '').toLowerCase();
    const look = (host: string, next: () => void) => {
      const proceed = (isSite: boolean) => {
        if (!isSite) return next();
        request.siteHost = host;
        request.proxyHost = host === named ? null : named;
        return done();
      };
      const isSite = isSiteHost(host, request.url);
      if (isSite instanceof Promise) isSite.then(proceed, done);
      else proceed(isSite);
    };
    // A proxy that serves a site at a host of its own calls the site at its address.
    look(named, () => (own === named ? done() : look(own, done)));
  });
  // For proxies that get certificates on demand, such as Caddy with `ask`.
  app.get<{ Querystring: { domain?: string } }>('/sites/known', async (request, reply) => {
    const is = await isKnown(String(request.query.domain ?? '').toLowerCase());
    return reply
      .code(is ? 200 : 404)
      .header('cache-control', 'no-store')
      .send();
  });
}

/** Answers requests for published sites, without tokens of the API. */
export function registerReader(app: FastifyInstance, parts: ServerParts): void {
  const { config, services } = parts;
  const counts = new SiteCounts(services.now);
  app.decorate('siteCounts', counts);
  if (!config.READER) return;
  loadReaderAssets();
  const limit = Math.max(1, Math.floor(config.MAX_IN_FLIGHT * shareInFlight));
  let inProgress = 0;
  const limitTo = createLimits(() => services.now().getTime());
  const readerParts: SiteReaderParts = {
    findIcon: drawIcon,
    counts,
    countSearch: limitTo(config.SITE_SEARCHES_PER_MINUTE),
    countPdf: limitTo(maxPdfs),
    countCard: limitTo(maxCards),
    drawCard: createCards(),
    countFeedback: limitTo(maxFeedback),
    countSignIn: limitTo(config.SIGN_INS_PER_MINUTE),
  };
  app.addHook('onRequest', (request, reply, done) => {
    if (request.siteHost === null) return done();
    if (!isRead(request) && !isForm(request))
      return void sendNotice(reply.code(405).header('allow', 'GET, HEAD'), 'This address can only be read');
    if (!isRead(request) && !isOwnPost(request, originOfSite(services, request)))
      return void sendNotice(reply.code(403), 'This address accepts what pages of this site post, and no other ones');
    if (inProgress >= limit) return void sendBusy(reply);
    inProgress += 1;
    reply.raw.once('close', () => (inProgress -= 1));
    return void answerRequest(parts, readerParts, request, reply).catch((error: unknown) => {
      const known = findFailure(error);
      if (known) return isTransient(known) ? sendBusy(reply, known) : sendSiteError(reply, known);
      services.log.error({ requestId: request.id, route: 'site', err: error }, 'request failed');
      return sendNotice(reply.code(500), `Something went wrong. The request was ${request.id}`);
    });
  });
}

/** Number of PDFs and pictures of pages that an address may ask for, and of forms about pages that it may send, in a minute. */
const maxPdfs = 10;
const maxCards = 60;
const maxFeedback = 10;

/** Makes limits of what an address may do in a minute: null while it may go on, else the seconds to wait. */
const createLimits = (now: () => number) => (max: number) => {
  const done = new MinuteCounter(now);
  return (address: string) => (done.add(address) > max ? done.secondsLeft : null);
};

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD';

const isFeedback = ({ url }: FastifyRequest) => url.endsWith('/~/feedback');

const isToolCall = ({ method, url }: FastifyRequest) => method === 'POST' && url.endsWith('/~/mcp');

/** Whether a form of the reader is posted, or a message to the tools of a site. */
const isForm = (request: FastifyRequest) =>
  isToolCall(request) || (request.method === 'POST' && (isFeedback(request) || request.url.endsWith('/~/signout')));

/** The origin of a site as browsers see it. */
const originOfSite = ({ urls }: ServerParts['services'], { siteHost, proxyHost }: FastifyRequest) =>
  proxyHost === null ? sitesOriginAt(urls, siteHost ?? '') : `https://${proxyHost}`;

/** Whether a URL has the host that it was made of: what is no host would become another one, or a path. */
const isHostOf = (url: string, host: string | null) => URL.canParse(url) && new URL(url).hostname === host;

async function answerRequest(
  parts: ServerParts,
  readerParts: SiteReaderParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const [path = '', written = ''] = request.url.split(/\?(.*)/s);
  // A sign-in may add its token to a `location` that has a query already.
  const search = written.replaceAll(`?${tokenParameter}=`, `&${tokenParameter}=`);
  const asset = /\/~\/assets\/([\w.-]+)$/.exec(path)?.[1];
  if (asset !== undefined) return (await sendReaderAsset(request, reply, asset)) ?? sendMissing(reply);
  const { services, db, config } = parts;
  const stop = new AbortController();
  const url = `${sitesOriginAt(services.urls, request.siteHost ?? '')}${path}`;
  if (!isHostOf(url, request.siteHost)) return sendNotice(reply.code(400), 'The host of this address is not valid');
  const query = Object.fromEntries(new URLSearchParams(search));
  const sessions = readSessions(request.headers.cookie);
  const token = isToolCall(request) ? (findBearer(request.headers.authorization) ?? undefined) : query[tokenParameter];
  const asked: ReaderRequest = {
    url,
    proxyHost: request.proxyHost,
    query,
    search,
    address: addressKey(request.ip),
    visitor: {
      sessions,
      unsignedClaims: readUnsignedClaims(request.headers.cookie),
      ...(token === undefined ? {} : { jwtToken: token.slice(0, maxVisitorTokenLength) }),
    },
    method: request.method as ReaderRequest['method'],
    form: request.method === 'POST' && isFeedback(request) ? await readPostedForm(request) : {},
    cookies: request.headers.cookie ?? '',
    message: isToolCall(request) ? await readMessage(request) : null,
    isSeen: request.method === 'GET' && request.headers['sec-purpose'] === undefined,
    wantsJson: request.headers.accept?.includes('application/json') === true,
  };
  const answerFrom = (reads?: Db) => {
    const call = { requestId: request.id, origin: originOf('page'), reads };
    const ctx = stoppedBy(stop.signal, contextOf(services, db, nobody, call));
    return withDeadline(config.OPERATION_TIMEOUT_MS, readSite(ctx, readerParts, asked), {
      stop,
      waitedMs: () => getWaitedMs(ctx),
      longestMs: config.IMPORT_TIMEOUT_MS,
    });
  };
  const answer = await (isOfStranger(request, asked) ? parts.reads.run(nobody, answerFrom) : answerFrom());
  if (answer === null) return sendMissing(reply);
  return answer.file ? sendStored(parts, request, reply, answer) : sendAnswer(config, request, reply, answer);
}

/**
 * Whether a page is read by somebody who has not signed in, so that it may be a second old. Who has a token may have just been
 * let in, or look at what they have just written.
 */
const isOfStranger = (request: FastifyRequest, { visitor, url }: ReaderRequest): boolean =>
  isRead(request) && visitor.jwtToken === undefined && visitor.sessions?.length === 0 && !url.endsWith('/~/pdf');

/** Sends a page or a text, or 304. */
async function sendAnswer(
  { COMPRESS_RESPONSES }: ServerParts['config'],
  { headers }: FastifyRequest,
  reply: FastifyReply,
  answer: ReaderAnswer,
): Promise<FastifyReply> {
  const { etag } = answer.headers;
  const vary = ['Accept-Encoding', answer.headers['vary']].filter((name) => name !== undefined).join(', ');
  reply.removeHeader('content-security-policy').removeHeader('referrer-policy');
  reply.code(answer.status).headers({ ...answer.headers, vary });
  if (answer.cookies) reply.header('set-cookie', answer.cookies);
  if (etag !== undefined && answer.status === 200 && matches(headers['if-none-match'], etag))
    return reply.code(304).send();
  const mayCompress = COMPRESS_RESPONSES && answer.body.length >= minCompressed && !isPicture(answer);
  const coding = mayCompress ? findCoding(headers['accept-encoding']) : null;
  if (coding === null) return reply.send(answer.body);
  const body = await (coding === 'br' ? compressAnswer(answer) : gzipAnswer(answer));
  return reply.header('content-encoding', coding).send(body);
}

/** Pictures are compressed already. */
const isPicture = ({ headers }: ReaderAnswer) => headers['content-type'] === 'image/png';

/** Size in bytes below which compressing gains nothing. */
const minCompressed = 1_024;

async function sendStored(
  { services }: ServerParts,
  request: FastifyRequest,
  reply: FastifyReply,
  { file, headers }: ReaderAnswer,
): Promise<FastifyReply> {
  if (file === undefined) throw new Error('An answer without a file is not sent as one');
  try {
    return await sendFile(request, reply, { file, storage: services.storage, headers });
  } catch (error) {
    if (error instanceof DomainError) return sendNotice(reply.code(error.status), error.message);
    if (!(error instanceof StorageMissing)) throw error;
    services.log.error({ key: error.key }, 'a file is missing in the file storage');
    return sendMissing(reply);
  }
}

/** The same bytes for everything that the visitor may not know of. */
const sendMissing = (reply: FastifyReply) => sendNotice(reply.code(404), 'There is nothing at this address');

const sendBusy = (reply: FastifyReply, { retryAfterSeconds = 2 }: Partial<DomainError> = {}) =>
  sendNotice(
    reply.code(503).header('retry-after', String(retryAfterSeconds)),
    'This site is busy. Please try again in a moment',
  );

const isTransient = ({ status, type }: DomainError): boolean =>
  status === 503 || status === 504 || type === 'query_too_complex';

/** Answers an error outside of the reader, such as a limit, as a page: who reads a site has a browser. */
export const sendSiteError = (reply: FastifyReply, shown: DomainError): FastifyReply =>
  sendNotice(reply.code(shown.status).headers(errorHeaders(shown)), shown.message);

/** Sends a page of one sentence that needs no site. */
function sendNotice(reply: FastifyReply, sentence: string): FastifyReply {
  const text = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${sentence}</title>
      </head>
      <body>
        <main><h1>${sentence}.</h1></main>
      </body>
    </html> `;
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    })
    .send(text.html);
}
