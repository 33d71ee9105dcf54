import type { Session } from './session.ts';

/** What this tab keeps while somebody signs in at the server. */
interface Begun {
  readonly url: string;
  readonly state: string;
  /** Proves to the server that who began is who ends (RFC 7636). */
  readonly verifier: string;
}

const key = 'dashboard:sign-in';

/** Whether the server has sent the browser back. */
export const isComingBack = (): boolean => {
  const query = new URLSearchParams(location.search);
  return query.has('code') && query.has('state');
};

/** Goes to the sign-in page of a server, which offers what the person can sign in by, and leads back to this address. */
export async function beginSignIn(url: string): Promise<void> {
  const begun: Begun = { url, state: random(), verifier: random() };
  sessionStorage.setItem(key, JSON.stringify(begun));
  const page = new URL(`${url.replace(/\/+$/, '')}/login`);
  const { origin, pathname } = location;
  page.search = String(
    new URLSearchParams({
      returnTo: origin + pathname,
      code_challenge: encoded(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(begun.verifier))),
      code_challenge_method: 'S256',
      state: begun.state,
    }),
  );
  location.assign(page);
}

/** Exchanges the code, with which the server has sent the browser back, for a session. A code works once. */
export async function finishSignIn(): Promise<Session> {
  const query = new URLSearchParams(location.search);
  const begun: Begun | null = JSON.parse(sessionStorage.getItem(key) ?? 'null');
  sessionStorage.removeItem(key);
  history.replaceState(null, '', location.pathname);
  // Somebody else's code would sign in as somebody else.
  if (begun === null || begun.state !== query.get('state'))
    throw new Error('Another tab began this sign-in. Sign in again.');
  const reply = await fetch(`${begun.url.replace(/\/+$/, '')}/v1/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: query.get('code'), codeVerifier: begun.verifier }),
  });
  const answer = await reply.json();
  if (!reply.ok) throw new Error(answer.error.message);
  return { url: begun.url, token: answer.token, id: answer.id };
}

const random = () => encoded(crypto.getRandomValues(new Uint8Array(32)));

/** The alphabet of base64url, which needs no encoding in addresses. */
const encoded = (bytes: ArrayBuffer | Uint8Array) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
