import type { FastifyInstance } from 'fastify';
import { html } from '../../lib/html.ts';
import { browsePart } from './browse.ts';
import { layout } from './layout.ts';
import { callingHeaders } from './headers.ts';
import { sendPage } from './send-page.ts';

/** Every path of `urls.app`, with the REST resource that it stands for. See docs/reference/urls.md. */
const resources: Readonly<Record<string, { readonly kind: string; readonly name: string; readonly path: string }>> = {
  '/orgs/:id': { kind: 'organization', name: 'organization', path: '/orgs/:id' },
  '/orgs/:id/sites/:child': { kind: 'site', name: 'site', path: '/orgs/:id/sites/:child' },
  '/orgs/:id/openapi/:child': { kind: 'openapi', name: 'OpenAPI specification', path: '/orgs/:id/openapi/:child' },
  '/collections/:id': { kind: 'collection', name: 'collection', path: '/collections/:id' },
  '/spaces/:id': { kind: 'space', name: 'space', path: '/spaces/:id' },
  '/spaces/:id/change-requests/:child': {
    kind: 'change-request',
    name: 'change request',
    path: '/spaces/:id/change-requests/:child',
  },
  '/spaces/:id/revisions/:child': { kind: 'revision', name: 'revision', path: '/spaces/:id/revisions/:child' },
  '/spaces/:id/pages/:child': { kind: 'page', name: 'page', path: '/spaces/:id/content/page/:child' },
  '/integrations/:id': { kind: 'integration', name: 'integration', path: '/integrations/:id' },
};

interface PublicUrl {
  /** The public URL without a trailing slash. */
  readonly baseUrl: string;
  readonly basePath: string;
}

/** Serves a page at each path of `urls.app` that shows the resource to a signed-in person, and says how to read it. */
export function registerResourcePages(app: FastifyInstance, { baseUrl, basePath }: PublicUrl): void {
  for (const [route, { kind, name, path }] of Object.entries(resources))
    app.get<{ Params: { id: string; child?: string } }>(route, (request, reply) => {
      const { id, child = '' } = request.params;
      const found = path
        .replace(':id', () => encodeURIComponent(id))
        .replace(':child', () => encodeURIComponent(child));
      return sendPage(request, reply, {
        html: resourcePage({ baseUrl, basePath }, { kind, name, path: `/v1${found}`, id, child }),
        headers: callingHeaders,
      });
    });
}

interface Resource {
  readonly kind: string;
  readonly name: string;
  /** Path in the REST API. */
  readonly path: string;
  readonly id: string;
  readonly child: string;
}

function resourcePage({ baseUrl, basePath }: PublicUrl, { kind, name, path, id, child }: Resource): string {
  const article = /^[aeio]/i.test(name) ? 'an' : 'a';
  return layout({
    basePath,
    title: 'Octavo',
    current: 'resource',
    styles: ['home.css'],
    scripts: ['browse-page.js'],
    body: html`<main class="home">
      <h1>This is the address of ${article} ${name}</h1>
      ${browsePart({ basePath, kind, id, child })}
      <h2>Read it</h2>
      <p>
        Send this request with an API token in <code>TOKEN</code>, or use <a href="${basePath}/graphql">GraphiQL</a>.
        The <a href="${basePath}/docs">API reference</a> describes the response. Octavo has no editor of its own: set
        <code>APP_URL</code> to the address of yours, and links like this one lead there.
      </p>
      <pre tabindex="0"><code>${`curl -H "Authorization: Bearer $TOKEN" ${baseUrl}${path}`}</code></pre>
    </main>`,
  });
}
