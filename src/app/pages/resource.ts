import type { FastifyInstance } from 'fastify';
import { html } from '../../lib/html.ts';
import { layout } from './layout.ts';
import { staticHeaders } from './headers.ts';
import { sendPage } from './send-page.ts';

/** Every path of `urls.app`, with the REST resource that it stands for. See docs/reference/urls.md. */
const resources: Readonly<Record<string, { readonly name: string; readonly path: string }>> = {
  '/orgs/:id': { name: 'organization', path: '/orgs/:id' },
  '/orgs/:id/sites/:child': { name: 'site', path: '/orgs/:id/sites/:child' },
  '/orgs/:id/openapi/:child': { name: 'OpenAPI specification', path: '/orgs/:id/openapi/:child' },
  '/collections/:id': { name: 'collection', path: '/collections/:id' },
  '/spaces/:id': { name: 'space', path: '/spaces/:id' },
  '/spaces/:id/change-requests/:child': { name: 'change request', path: '/spaces/:id/change-requests/:child' },
  '/spaces/:id/revisions/:child': { name: 'revision', path: '/spaces/:id/revisions/:child' },
  '/spaces/:id/pages/:child': { name: 'page', path: '/spaces/:id/content/page/:child' },
  '/integrations/:id': { name: 'integration', path: '/integrations/:id' },
};

interface PublicUrl {
  /** The public URL without a trailing slash. */
  readonly baseUrl: string;
  readonly basePath: string;
}

/** Serves a page at each path of `urls.app` that explains how to read the resource, because Octavo has no web application. */
export function registerResourcePages(app: FastifyInstance, { baseUrl, basePath }: PublicUrl): void {
  for (const [route, { name, path }] of Object.entries(resources))
    app.get<{ Params: { id: string; child?: string } }>(route, (request, reply) => {
      const { id, child = '' } = request.params;
      const found = path
        .replace(':id', () => encodeURIComponent(id))
        .replace(':child', () => encodeURIComponent(child));
      return sendPage(request, reply, {
        html: resourcePage({ baseUrl, basePath }, name, `/v1${found}`),
        headers: staticHeaders,
      });
    });
}

function resourcePage({ baseUrl, basePath }: PublicUrl, name: string, path: string): string {
  const article = /^[aeio]/i.test(name) ? 'an' : 'a';
  return layout({
    basePath,
    title: 'Octavo',
    current: 'resource',
    styles: ['home.css'],
    scripts: [],
    body: html`<main class="home">
      <h1>This is the address of ${article} ${name}</h1>
      <p class="lead">
        Octavo is an API and has no web application of its own. Set <code>APP_URL</code> to the address of yours, and
        links like this one lead there.
      </p>
      <h2>Read it</h2>
      <p>
        Send this request with an API token in <code>TOKEN</code>, or use <a href="${basePath}/graphql">GraphiQL</a>.
        The <a href="${basePath}/docs">API reference</a> describes the response.
      </p>
      <pre tabindex="0"><code>${`curl -H "Authorization: Bearer $TOKEN" ${baseUrl}${path}`}</code></pre>
    </main>`,
  });
}
