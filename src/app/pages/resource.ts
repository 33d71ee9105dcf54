import type { FastifyInstance } from 'fastify';
import { html } from './html.ts';
import { layout } from './layout.ts';
import { staticHeaders } from './headers.ts';
import { sendPage } from './send-page.ts';

/** Every form of `urls.app` with the resource of the REST API that it names, see docs/reference/urls.md. */
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

/** Serves a page at each form of `urls.app`, which says how to read the resource: Octavo itself has no application. */
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
      <h1>This address names ${article} ${name}</h1>
      <p class="lead">
        Octavo is an API: it shows pages in no application of its own. Set <code>APP_URL</code> to the address of yours,
        and such links lead there.
      </p>
      <h2>Read it</h2>
      <p>
        With an API token in <code>TOKEN</code>, or in <a href="${basePath}/graphql">GraphiQL</a>. The
        <a href="${basePath}/docs">API reference</a> describes the answer.
      </p>
      <pre tabindex="0"><code>${`curl -H "Authorization: Bearer $TOKEN" ${baseUrl}${path}`}</code></pre>
    </main>`,
  });
}
