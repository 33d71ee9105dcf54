import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Manual } from '../../domain/operations/manual/manual.ts';
import { createManualSearch } from '../../domain/operations/manual/search-manual.ts';
import type { WorkerPool } from '../../infra/workers/pool.ts';
import { wantsPage } from '../http/wants-page.ts';
import { readBuiltManual } from './built-manual.ts';
import { formHeaders, imageHeaders } from './headers.ts';
import { manualMissing, manualPage, manualResults, maxQueryLength } from './manual-page.ts';
import { manualSource } from './manual-source.ts';
import { sendPage } from './send-page.ts';

interface ManualOptions {
  readonly basePath: string;
  /** Worker processes that render the pages. */
  readonly workers: WorkerPool;
}

type ManualRequest = FastifyRequest<{ Params: { '*'?: string }; Querystring: { query?: string | string[] } }>;

/** Timeout for rendering the manual. */
const timeoutMs = 60_000;

/**
 * Serves the README, the manual and the reference below `/manual`, with search. The build has rendered all pages. Where the
 * program runs from its sources, or a document has changed since, the first request renders them in a worker process.
 */
export function registerManual(app: FastifyInstance, { basePath, workers }: ManualOptions): void {
  let loading: ReturnType<typeof load> | undefined;
  const load = async () => {
    const [source, base] = [await manualSource(), `${basePath}/manual`];
    const manual =
      readBuiltManual(source, base) ??
      (await workers.run<Manual>('renderManual', [source, base], { timeoutMs, owner: 'manual' }));
    let search: ReturnType<typeof createManualSearch> | undefined;
    return { manual, search: (query: string) => (search ??= createManualSearch(manual))(query) };
  };
  const loaded = () =>
    (loading ??= load().catch((error: unknown) => {
      // Reset, so that the next request tries again.
      loading = undefined;
      throw error;
    }));
  const send = async (request: ManualRequest, reply: FastifyReply) => {
    const { manual, search } = await loaded();
    const path = request.params['*'] ? `/${request.params['*'].replace(/\/$/, '')}` : '';
    const query = [request.query.query ?? ''].flat()[0]?.slice(0, maxQueryLength).trim();
    const shell = { basePath, manual };
    if (path === '' && query)
      return sendPage(request, reply, { html: manualResults(shell, query, search(query)), headers: formHeaders });
    const page = manual.pages.find((one) => one.path === path);
    if (page) return sendPage(request, reply, { html: manualPage(shell, page), headers: formHeaders });
    const file = manual.files.find((one) => one.path === path);
    if (file) return reply.headers({ ...imageHeaders, 'content-type': file.contentType }).send(Buffer.from(file.body));
    if (!wantsPage(request)) {
      reply.callNotFound();
      return reply;
    }
    return sendPage(request, reply.code(404), { html: manualMissing(shell), headers: formHeaders });
  };
  app.get('/manual', send);
  app.get('/manual/*', send);
}
