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
        <h1>Sign in, or paste a token</h1>
        <p>
          <a href="${basePath}/login">Sign in</a> by a passkey, or with the account of your organization. GraphiQL then
          sends your queries as you, for 12 hours.
        </p>
        <p>
          Or paste an API token above, to send them as its owner. Octavo prints the first one once, in the terminal,
          when it starts for the first time; <code>octavo token create</code> creates more. Either is kept in this
          browser tab and sent to this server only.
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
