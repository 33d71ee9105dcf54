import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WorkerPool } from '../../infra/workers/pool.ts';
import { commit, version } from '../../lib/program.ts';
import { assetUrl, loadAssets, sendAsset } from './assets.ts';
import { registerDesk, sendDesk } from './desk.ts';
import { graphiqlPage } from './graphiql.ts';
import { scriptedHeaders } from './headers.ts';
import { registerIcons } from './icons.ts';
import { basePathOf } from './layout.ts';
import { loginPage } from './login.ts';
import { registerManual } from './manual.ts';
import { pagesBuilt } from './pages-built.ts';
import { registerReference } from './reference/reference.ts';
import { sendPage } from './send-page.ts';

type PagesOptions = {
  /** The public URL of the service. If it has a path, the proxy in front of the service must strip it. */
  readonly baseUrl: string;
  /** Whether people who have lost their passkeys may ask for a link by mail. */
  readonly sendsLinks?: boolean;
};

/**
 * Serves `/`, `/docs`, `/login`, `/manual`, `/assets/*` and `/icons/*`, `/robots.txt`, the desk at `/app` and at the paths of `urls.app`, and redirects from `/readme`
 * and from paths with a trailing slash. Throws when an asset is not installed.
 */
export function registerPages(app: FastifyInstance, options: PagesOptions & { readonly workers: WorkerPool }): void {
  loadAssets();
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const basePath = basePathOf(baseUrl);
  const login = { html: loginPage({ baseUrl, sendsLinks: options.sendsLinks ?? false }), headers: scriptedHeaders };
  const identity = { version, commit };

  app.get('/', (request, reply) => {
    if (!wantsJson(request.headers.accept)) return sendDesk(request, reply, { basePath, path: '/app' });
    return reply.header('vary', 'Accept').send(identity);
  });
  app.get('/login', (request, reply) => sendPage(request, reply, login));
  app.get('/readme', (_request, reply) => reply.redirect(`${basePath}/manual/readme`, 308));
  for (const path of ['/app', '/docs', '/login', '/graphql', '/v1'])
    app.get(`${path}/`, (_request, reply) => reply.redirect(`${basePath}${path}`, 308));
  registerReference(app, { baseUrl, basePath, workers: options.workers });
  registerManual(app, { baseUrl, basePath, workers: options.workers });
  registerDesk(app, { basePath });
  app.get('/assets/*', sendAsset);
  // What browsers and crawlers ask for by themselves. A server of an API has nothing to be found by searching.
  app.get('/favicon.ico', (_request, reply) => reply.redirect(assetUrl(basePath, 'favicon.svg'), 302));
  app.get('/robots.txt', (_request, reply) =>
    reply
      .header('content-type', 'text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send('User-agent: *\nDisallow: /\n'),
  );
  registerIcons(app);
}

/** Answers `GET /graphql` of a browser with the GraphiQL page. */
export async function sendGraphiql(
  request: FastifyRequest,
  reply: FastifyReply,
  options: PagesOptions,
): Promise<FastifyReply> {
  await pagesBuilt();
  const basePath = basePathOf(options.baseUrl);
  return sendPage(request, reply, { html: graphiqlPage({ basePath }), headers: scriptedHeaders });
}

/** Whether the caller accepts JSON and no HTML. Browsers always accept text/html. */
function wantsJson(accept = ''): boolean {
  return /\bapplication\/(\S+\+)?json\b/.test(accept) && !accept.includes('text/html');
}
