import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WorkerPool } from '../../../infra/workers/pool.ts';
import { isRecord } from '../../../lib/is-record.ts';
import type { Outcome } from '../../../lib/text-outcome.ts';
import type { CompiledText } from '../../../text/html/compiled-text.ts';
import { stringOf } from '../../../text/rich-text/document.ts';
import { wantsPage } from '../../http/wants-page.ts';
import { scriptedHeaders, staticHeaders } from '../headers.ts';
import { sendPage } from '../send-page.ts';
import { listOperations } from './operations.ts';
import { operationListPage, operationMissing, operationPage } from './reference-page.ts';
import { tryPage } from './try-page.ts';

interface ReferenceOptions {
  /** The public URL of the service, without a slash at its end. */
  readonly baseUrl: string;
  readonly basePath: string;
  /** Worker processes that compile descriptions. */
  readonly workers: WorkerPool;
}

/** Timeout for compiling one operation, in milliseconds. */
const timeoutMs = 20_000;

/**
 * Serves the API reference: `/docs` lists the operations, `/docs/{operationId}` describes one, and `/docs/try` sends requests.
 * Only the last needs scripts. A page is compiled at its first request.
 */
export function registerReference(app: FastifyInstance, options: ReferenceOptions): void {
  const { basePath } = options;
  const attempt = { html: tryPage({ basePath }), headers: scriptedHeaders };
  let loading: ReturnType<typeof load> | undefined;
  const loaded = () => (loading ??= load(options));
  app.get('/docs/try', (request, reply) => sendPage(request, reply, attempt));
  app.get('/docs', async (request, reply) => {
    const { listPage } = await loaded();
    return sendPage(request, reply, { html: await listPage(), headers: staticHeaders });
  });
  app.get('/docs/:operationId', async (request: OperationRequest, reply: FastifyReply) => {
    const { pageOf, missing } = await loaded();
    const page = pageOf(request.params.operationId);
    if (page) return sendPage(request, reply, { html: await page, headers: staticHeaders });
    if (wantsPage(request)) return sendPage(request, reply.code(404), { html: missing, headers: staticHeaders });
    reply.callNotFound();
    return reply;
  });
}

type OperationRequest = FastifyRequest<{ Params: { operationId: string } }>;

/** Loads the OpenAPI document at the first request, because it takes megabytes. */
async function load({ baseUrl, basePath, workers }: ReferenceOptions) {
  const { openapi } = await import('../../../rest/openapi.ts');
  const document = openapi('');
  const groups = listOperations(document);
  const operations = new Map(groups.flatMap((group) => group.operations.map((one) => [one.id, one] as const)));
  const shell = { basePath, groups };
  const pages = new Map<string, Promise<string>>();
  const compile = async (task: string, input: readonly unknown[]) => {
    const json = await workers.run<string>(task, input, { timeoutMs, owner: 'reference' });
    const outcome = JSON.parse(json) as Outcome<CompiledText>;
    if ('problem' in outcome) throw new Error(`The reference cannot be compiled: ${outcome.problem}`);
    return outcome.value;
  };
  const remember = (id: string, make: () => Promise<string>) => {
    const page = pages.get(id) ?? make();
    pages.set(id, page);
    // The next request tries again.
    page.catch(() => pages.delete(id));
    return page;
  };
  const { description } = isRecord(document['info']) ? document['info'] : {};
  return {
    missing: operationMissing(shell),
    listPage: () =>
      remember('', async () => operationListPage(shell, await compile('compileText', [stringOf(description), {}]))),
    pageOf: (id: string): Promise<string> | null => {
      const operation = operations.get(id);
      if (!operation) return null;
      return remember(id, async () =>
        operationPage(shell, operation, await compile('compilePart', [operation.view(baseUrl)])),
      );
    },
  };
}
