import { html, jsonBlock } from '../../lib/html.ts';
import { basePathOf, layout } from './layout.ts';

/** Returns the sign-in page as HTML, to be sent with `scriptedHeaders`. `basePath` is `''` or `/prefix`. */
export function loginPage({ basePath }: { basePath: string }): string {
  return layout({
    basePath,
    title: 'Sign in · Octavo',
    current: 'login',
    styles: ['login-page.css'],
    scripts: ['login-page.js'],
    body: html`<noscript><p class="notice">Signing in needs JavaScript.</p></noscript>
      <main class="login">
        <h1 id="heading">Sign in</h1>
        <p class="hint" id="hint">With the account of your organization, by single sign-on.</p>
        <p class="problem" id="problem" role="alert" hidden></p>
        <form id="search">
          <label for="organization">Organization or work email</label>
          <input
            id="organization"
            name="organization"
            autocomplete="email"
            autocapitalize="none"
            spellcheck="false"
            maxlength="254"
            placeholder="acme or you@acme.com"
            required
          />
          <button type="submit" id="continue">Continue</button>
        </form>
        <section id="choice" hidden>
          <ul id="logins"></ul>
          <button type="button" class="plain" id="back">Use another organization</button>
        </section>
        <p class="aside">Have an API token? <a href="${basePath}/graphql">Paste it in GraphiQL</a>.</p>
        <p class="aside">
          No single sign-on yet? An admin of the organization
          <a href="${basePath}/manual/operate/single-sign-on">sets it up</a>. Until then, who runs this server makes a
          token for you with <code>npx octavo token create</code>.
        </p>
      </main>
      ${jsonBlock('settings', { basePath })}`,
  });
}

interface RequestPage {
  readonly baseUrl: string;
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Returns the page that posts a sign-in request to an identity provider, to be sent with `postingHeaders`. */
export function requestPage({ baseUrl, url, fields }: RequestPage): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  return layout({
    basePath: basePathOf(baseUrl),
    title: 'Sign in · Octavo',
    current: 'login',
    styles: ['login-page.css'],
    scripts: ['submit-form.js'],
    body: html`<main class="login">
      <h1>Sign in</h1>
      <p class="hint">You continue at your identity provider.</p>
      <form method="post" action="${url}">
        ${inputs}
        <button type="submit">Continue</button>
      </form>
    </main>`,
  });
}

/** Returns the page for a refused sign-in as HTML, to be sent with `staticHeaders`. */
export function refusalPage(refusal: { baseUrl: string; message: string; requestId: string }): string {
  const basePath = basePathOf(refusal.baseUrl);
  return layout({
    basePath,
    title: 'Sign-in refused · Octavo',
    current: 'login',
    styles: ['login-page.css'],
    scripts: [],
    body: html`<main class="login">
      <h1>Sign-in refused</h1>
      <p class="problem" role="alert">${refusal.message}</p>
      <p class="hint">If this happens again, give your admin this request id:</p>
      <p><code>${refusal.requestId}</code></p>
      <p><a class="button" href="${basePath}/login">Try again</a></p>
    </main>`,
  });
}
