import { assetUrl } from './assets.ts';
import { examples, firstOrganizationId, probeQuery } from './examples.ts';
import { html, jsonBlock } from '../../lib/html.ts';
import { layout } from './layout.ts';

const tokenField = html`<form class="token" id="token-form" hidden>
  <label for="token">Token</label>
  <input
    id="token"
    name="token"
    type="password"
    autocomplete="off"
    spellcheck="false"
    placeholder="Paste an API token"
    required
  />
  <button type="submit">Save</button>
  <button type="button" id="token-forget" hidden>Forget</button>
  <span id="token-owner"></span>
</form>`;

/** Returns the GraphiQL page as HTML, to be sent with `scriptedHeaders`. `basePath` is `''` or `/prefix`. */
export function graphiqlPage({ basePath }: { basePath: string }): string {
  const settings = {
    endpoint: `${basePath}/graphql`,
    probeQuery,
    firstOrganizationId,
    examples,
    module: assetUrl(basePath, 'graphiql.js'),
    workers: {
      editor: assetUrl(basePath, 'editor-worker.js'),
      graphql: assetUrl(basePath, 'graphql-worker.js'),
      json: assetUrl(basePath, 'json-worker.js'),
    },
  };
  const cards = examples.map(
    ({ title, query }) =>
      html`<li>
        <h2>${title}</h2>
        <pre tabindex="0">${query}</pre>
      </li> `,
  );
  return layout({
    basePath,
    title: 'GraphiQL · Octavo',
    current: 'graphiql',
    styles: ['graphiql.css', 'graphiql-page.css'],
    scripts: ['token-field.js', 'tab-storage.js', 'graphiql-page.js'],
    tools: tokenField,
    body: html`<p class="notice" id="notice" role="alert" hidden></p>
      <noscript
        ><p class="notice">
          GraphiQL needs JavaScript. Without it, send queries by POST to ${basePath}/graphql.
        </p></noscript
      >
      <main class="welcome" id="welcome" hidden>
        <h1>Paste a token or sign in</h1>
        <p>
          GraphiQL sends your queries as the owner of an API token. Octavo prints the first token once, in the terminal,
          when it starts for the first time; <code>octavo token create</code> creates more. The token is kept in this
          browser tab and sent to this server only.
        </p>
        <p>
          Does your organization use single sign-on? <a href="${basePath}/login">Sign in</a> instead. A session replaces
          the token, and ends after 12 hours.
        </p>
        <p>These queries open as tabs, ready to run:</p>
        <ol>
          ${cards}
        </ol>
      </main>
      <div id="graphiql" hidden></div>
      ${jsonBlock('settings', settings)}`,
  });
}
