import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Manual } from '../../domain/operations/manual/manual.ts';
import { placeManual } from '../../domain/operations/manual/manual-place.ts';
import type { WorkerPool } from '../../infra/workers/pool.ts';
import type { ReaderAnswer } from '../../reader/answer.ts';
import { openManual, readManual } from '../../reader/read-manual.ts';
import { matches } from '../http/if-none-match.ts';
import { sendReaderAsset } from '../http/reader-assets.ts';
import { wantsPage } from '../http/wants-page.ts';
import { digestOf, readBuiltManual } from './built-manual.ts';
import { imageHeaders, readingHeaders } from './headers.ts';
import { drawIcon } from './icons.ts';
import { pageLinks } from './layout.ts';
import { manualSource } from './manual-source.ts';
import { pagesBuilt } from './pages-built.ts';

interface ManualOptions {
  /** Public URL of the service, without a slash at its end, and its path. */
  readonly baseUrl: string;
  readonly basePath: string;
  /** Worker processes that compile the texts. */
  readonly workers: WorkerPool;
}

type ManualRequest = FastifyRequest<{ Params: { '*'?: string }; Querystring: Record<string, string | string[]> }>;

/** Timeout for compiling the manual. */
const timeoutMs = 60_000;

/**
 * Serves the README, the manual and the reference below `/manual`, by the reader of published sites. The build has compiled
 * all texts. Where the program runs from its sources, or a document has changed since, the first request has a worker
 * process compile them.
 */
export function registerManual(app: FastifyInstance, options: ManualOptions): void {
  const root = `${options.basePath}/manual/`;
  let loading: ReturnType<typeof loadManual> | undefined;
  const loaded = () =>
    (loading ??= loadManual(options).catch((error: unknown) => {
      // Reset, so that the next request tries again.
      loading = undefined;
      throw error;
    }));
  const send = async (request: ManualRequest, reply: FastifyReply) => {
    const path = request.params['*'] ?? '';
    const asset = /^~\/assets\/([\w.-]+)$/.exec(path)?.[1];
    const sent = asset === undefined ? null : await sendReaderAsset(request, reply, asset);
    if (sent !== null) return sent;
    const { manual, files } = await loaded();
    const file = files.get(path);
    if (file) return reply.headers({ ...imageHeaders, 'content-type': file.contentType }).send(file.body);
    const answer = await readManual(manual, showingOf(request), path === '' ? [] : path.split('/'));
    if (answer.status === 404 && !wantsPage(request)) {
      reply.callNotFound();
      return reply;
    }
    return sendAnswer(request, reply, answer);
  };
  app.get('/manual', (request: ManualRequest, reply) => {
    const query = [request.query['query'] ?? ''].flat()[0];
    return reply.redirect(query ? `${root}~/search?q=${encodeURIComponent(query)}` : root + queryIn(request.url), 308);
  });
  app.get('/manual/*', (request: ManualRequest, reply) => {
    const path = request.params['*'] ?? '';
    if (!path.endsWith('/')) return send(request, reply);
    const plain = path.split('/').filter(Boolean).map(encodeURIComponent).join('/');
    return reply.redirect(root + plain + queryIn(request.url), 308);
  });
}

const searchIn = (url: string): string => url.split(/\?(.*)/s)[1] ?? '';

/** The query of a URL with its `?`; empty without one. */
const queryIn = (url: string): string => (searchIn(url) === '' ? '' : `?${searchIn(url)}`);

async function loadManual({ baseUrl, basePath, workers }: ManualOptions) {
  await pagesBuilt('manual.json');
  const source = await manualSource();
  const digest = digestOf(source);
  const manual =
    readBuiltManual(digest) ?? (await workers.run<Manual>('compileManual', [source], { timeoutMs, owner: 'manual' }));
  const links = [{ path: '/', text: 'Desk' }, ...pageLinks.filter(({ key }) => key !== 'manual')];
  const place = placeManual(manual, {
    url: `${baseUrl}/manual/`,
    settings: {
      header: {
        links: links.map(({ path, text }) => ({ title: text, to: { kind: 'url', url: basePath + path }, links: [] })),
      },
    },
  });
  const bodies = new Map(source.map(({ path, body }) => [path, Buffer.from(body)]));
  const files = manual.files.flatMap(({ key, contentType }) => {
    const body = bodies.get(key);
    return body ? [[key, { contentType, body }] as const] : [];
  });
  return { manual: openManual(place, digest), files: new Map(files) };
}

/** Everybody sees the same manual, and its texts are those of the program, so its pages may run the script of the reader. */
const showingOf = ({ query, ip, headers, url }: ManualRequest) => ({
  parts: { findIcon: drawIcon, countSearch: () => null },
  request: {
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value].flat()[0] ?? ''])),
    search: searchIn(url),
    address: ip,
    wantsJson: headers.accept?.includes('application/json') === true,
  },
  audience: 'everyone' as const,
  runsScripts: true,
  previewEndsAt: null,
});

/** Sends an answer of the reader by the rules for pages on the origin of the API. */
function sendAnswer({ headers }: ManualRequest, reply: FastifyReply, answer: ReaderAnswer): FastifyReply {
  const { etag, 'content-type': type } = answer.headers;
  const rules = type?.startsWith('text/html') ? { ...readingHeaders, 'content-type': type } : {};
  reply.code(answer.status).headers({ ...answer.headers, ...rules });
  const isKnown = etag !== undefined && answer.status === 200 && matches(headers['if-none-match'], etag);
  return isKnown ? reply.code(304).send() : reply.send(answer.body);
}
