import { html, jsonBlock, noHtml, type Safe } from '../../lib/html.ts';
import { passkeyProblem, relyingPartyOf } from '../../domain/people/passkeys/relying-party.ts';
import { basePathOf, layout } from './layout.ts';

interface LoginPage {
  readonly baseUrl: string;
  /** Whether people who have lost their passkeys may ask for a link by mail. */
  readonly sendsLinks: boolean;
}

/** Returns the sign-in page of the service at a base URL as HTML, to be sent with `scriptedHeaders`. */
export function loginPage({ baseUrl, sendsLinks }: LoginPage): string {
  const basePath = basePathOf(baseUrl);
  const urls = { base: baseUrl };
  const passkeys = { origin: relyingPartyOf(urls)?.origin ?? null, problem: passkeyProblem(urls) };
  return layout({
    basePath,
    title: 'Sign in · Octavo',
    current: 'login',
    styles: ['login-page.css'],
    scripts: ['passkey-ceremony.js', 'login-page.js'],
    body: html`<noscript><p class="notice">Signing in needs JavaScript.</p></noscript>
      <main class="login">
        <h1 id="heading">Sign in</h1>
        <p class="hint" id="hint">By a passkey, or with the account of your organization.</p>
        <p class="problem" id="problem" role="alert" hidden></p>
        <button type="button" id="passkey" class="primary" hidden>Sign in with a passkey</button>
        <p class="aside" id="passkey-problem" hidden></p>
        <form id="link" hidden>
          <p id="name" hidden>
            <label for="display-name">Your name</label>
            <input id="display-name" name="displayName" autocomplete="name" maxlength="64" />
          </p>
          <button type="submit">Create a passkey and sign in</button>
        </form>
        <section id="second" hidden>
          <button type="button" id="add" class="primary">Add another passkey</button>
          <button type="button" class="plain" id="later">Not now</button>
        </section>
        <form id="search">
          <label for="organization">Organization or work email</label>
          <input
            id="organization"
            name="organization"
            autocomplete="username webauthn"
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
        ${withoutPasskey(basePath, sendsLinks)}
      </main>
      ${jsonBlock('settings', { basePath, passkeys })}`,
  });
}

/** What somebody without a passkey does. */
const withoutPasskey = (basePath: string, sendsLinks: boolean): Safe =>
  html`<p class="aside">
      No passkey yet? An admin of the organization <a href="${basePath}/manual/people/let-people-in">invites you</a>.
      ${
        sendsLinks
          ? html`Lost yours? <button type="button" class="plain" id="lost">Send me a link</button>`
          : html`Lost yours? Who runs this server makes a link for you with <code>npx octavo user link</code>.`
      }
    </p>
    ${sendsLinks ? askForLink : noHtml}`;

const askForLink = html`<form id="recover" hidden>
    <label for="address">Your email address</label>
    <input id="address" type="email" autocomplete="email" maxlength="254" required />
    <button type="submit">Send me a link</button>
  </form>
  <p class="hint" id="recover-answer" role="status"></p>`;

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
