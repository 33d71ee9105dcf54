import { html } from '../../lib/html.ts';
import { browsePart } from './browse.ts';
import { layout } from './layout.ts';

/** Returns the landing page as HTML, to be sent with `callingHeaders`. `baseUrl` is the public URL without a trailing slash. */
export function homePage({ baseUrl, basePath }: { baseUrl: string; basePath: string }): string {
  const bearer = '-H "Authorization: Bearer $TOKEN"';
  const curl = [
    `curl ${bearer} ${baseUrl}/v1/user`,
    `curl ${bearer} ${baseUrl}/v1/orgs`,
    `curl ${bearer} -H 'Content-Type: application/json' -d '{"query":"{ viewer { id displayName } }"}' ${baseUrl}/graphql`,
  ];
  const lines = curl.map((line) => html`<code>${line}</code>`);
  return layout({
    basePath,
    title: 'Octavo',
    current: 'home',
    styles: ['home.css'],
    scripts: ['browse-page.js'],
    body: html`<main class="home">
      <h1>Documentation as an API</h1>
      <p class="lead">
        Octavo keeps spaces of pages, their history, comments and access rules, and serves all of it over GraphQL and
        REST. This is a running instance.
      </p>
      ${browsePart({ basePath, kind: 'home' })}
      <ul class="doors">
        <li>
          <a href="${basePath}/graphql"
            ><strong>GraphiQL</strong><span>Write and run GraphQL queries in the browser</span></a
          >
        </li>
        <li>
          <a href="${basePath}/docs"
            ><strong>API reference</strong><span>Every REST operation with its responses</span></a
          >
        </li>
        <li>
          <a href="${basePath}/manual/"
            ><strong>Manual</strong><span>Concepts, both APIs, settings and operation, with search</span></a
          >
        </li>
        <li>
          <a href="${basePath}/v1"><strong>/v1</strong><span>Entry points of the REST API</span></a>
        </li>
        <li>
          <a href="${basePath}/healthz"><strong>/healthz</strong><span>Health check of this instance</span></a>
        </li>
      </ul>
      <h2>From a terminal</h2>
      <p>Set <code>TOKEN</code> to an API token, then run:</p>
      <pre tabindex="0">${lines}</pre>
    </main>`,
  });
}
