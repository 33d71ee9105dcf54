import { scopeMeanings } from '../../access/scopes.ts';
import type { Urls } from '../../domain/core/context.ts';
import { answerOf, type Authorization, type RefusedAuthorization } from '../../domain/people/oauth/authorization.ts';
import { isLoopback, placeOf, withAnswer } from '../../domain/people/oauth/redirects.ts';
import { relyingPartyOf } from '../../domain/people/passkeys/relying-party.ts';
import { html, jsonBlock, type Safe } from '../../lib/html.ts';
import { basePathOf, layout } from './layout.ts';

/** For how many days a client can be allowed something. */
const choices = [1, 7, 30, 90, 366];
const usual = 90;

/**
 * Returns the page on which a person lets a client act for them, or does not, as HTML, to be sent with `callingHeaders`. It names hosts, because a
 * client can call itself anything.
 */
export function consentPage(urls: Urls, asked: Authorization): string {
  const { client, redirectURL, resource, codeChallenge, state, scopes } = asked;
  const basePath = basePathOf(urls.base);
  const request = { clientId: client.id, redirectURL, resource, codeChallenge, ...(state === null ? {} : { state }) };
  const refusal = { error: 'access_denied', error_description: 'The person did not allow it' };
  const settings = {
    basePath,
    origin: relyingPartyOf(urls)?.origin ?? null,
    request,
    denyURL: withAnswer(redirectURL, answerOf(urls, state, refusal)),
  };
  return layout({
    basePath,
    title: 'Allow a client · Octavo',
    current: 'login',
    styles: ['login-page.css'],
    scripts: ['consent-page.js'],
    body: html`<noscript><p class="notice">Allowing a client needs JavaScript.</p></noscript>
      <main class="login">
        <h1 id="heading">Allow <span id="client-host">${client.host}</span>?</h1>
        <p class="hint">
          It wants to act for you, and calls itself “${client.name}”. Its identity is its address:
          <code id="client-id">${client.id}</code>
        </p>
        <p class="hint">You go back to <strong id="redirect-host">${placeOf(new URL(redirectURL))}</strong>.</p>
        ${warningOf(asked)}
        <p class="problem" id="problem" role="alert" hidden></p>
        <button type="button" class="primary" id="sign-in" hidden>Sign in to continue</button>
        <form id="consent" hidden>
          <label for="organization">Organization in which it may act</label>
          <select id="organization" required></select>
          <fieldset>
            <legend>What it may do, as far as you may</legend>
            ${scopes.map(
              (scope) =>
                html`<label class="choice"
                  ><input type="checkbox" name="scope" value="${scope}" checked /> ${scopeMeanings[scope]}
                  <small>${scope}</small></label
                > `,
            )}
          </fieldset>
          <label for="days">How long</label>
          <select id="days">
            ${choices.map((days) => optionOf(days))}
          </select>
          <button type="submit" id="allow">Allow</button>
          <p class="aside">
            You are <span id="person"></span>.
            <button type="button" class="plain" id="other">Use another account</button>
          </p>
        </form>
        <button type="button" class="plain" id="deny">Do not allow</button>
        <p class="aside">
          Its token is for <code>${resource}</code> alone. You end this at any time:
          <a href="${basePath}/manual/use/assistants#end-what-you-allowed">how</a>.
        </p>
      </main>
      ${jsonBlock('settings', settings)}`,
  });
}

const optionOf = (days: number): Safe => {
  const text = days === 1 ? '1 day' : `${days} days`;
  return days === usual
    ? html`<option value="${days}" selected>${text}</option> `
    : html`<option value="${days}">${text}</option> `;
};

/** What a person should know of where the code goes; nothing for a page of the client itself. */
function warningOf({ client, redirectURL }: Authorization): Safe {
  const url = new URL(redirectURL);
  if (url.protocol === 'https:' && url.host === client.host) return html``;
  const text =
    isLoopback(url) || url.protocol !== 'https:'
      ? `A program on your device gets this, and any program there can pose as ${client.host}. Continue only if you have just begun this in a program that you trust.`
      : `This is another host than ${client.host}. Continue only if you trust both.`;
  return html`<p class="problem" id="warning">${text}</p>`;
}

/** Returns the page for a request that a client got wrong, as HTML, to be sent with `staticHeaders`. Nobody is sent anywhere unasked. */
export function refusedConsentPage(
  { base }: Urls,
  { client, redirectURL, error, description, returnURL }: RefusedAuthorization,
): string {
  return layout({
    basePath: basePathOf(base),
    title: 'Not allowed · Octavo',
    current: 'login',
    styles: ['login-page.css'],
    scripts: [],
    body: html`<main class="login">
      <h1>${client.host} asked for what cannot be allowed</h1>
      <p class="problem" role="alert">${error}: ${description}</p>
      <p><a class="button" rel="noreferrer" href="${returnURL}">Tell ${placeOf(new URL(redirectURL))}</a></p>
    </main>`,
  });
}
