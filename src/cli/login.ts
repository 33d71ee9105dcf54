import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { spawn } from 'node:child_process';
import * as z from 'zod';
import { failure } from '../lib/errors.ts';
import { hearChild } from '../lib/hear-child.ts';
import { call } from './remote/server.ts';

interface LoginOptions {
  readonly server: string;
  readonly provider?: string;
  /** Whether to open the URL in a browser, besides printing it. */
  readonly open: boolean;
}

/** How long the command waits for the sign-in in the browser. */
const patienceMs = 5 * 60_000;

const Logins = z.object({
  items: z.array(z.object({ id: z.string(), label: z.string(), organization: z.string(), startURL: z.string() })),
});
const Session = z.object({ token: z.string(), expiresAt: z.string() });

/**
 * Signs in with the browser and prints the token of the session to stdout. All other output goes to stderr. Without an
 * organization, the sign-in page of the server offers passkeys and finds the organization.
 */
export async function login(organization: string | undefined, options: LoginOptions): Promise<void> {
  const base = { url: options.server.replace(/\/+$/, '') };
  const place = organization === undefined ? pageOf(base) : await providerOf(base, organization, options);
  const verifier = randomBytes(32).toString('base64url');
  const { code } = await codeFromBrowser(place, verifier, options.open);
  const session = await call(base, '/v1/sessions', Session, { json: { code, codeVerifier: verifier } });
  console.error(`Signed in until ${session.expiresAt}.`);
  console.log(session.token);
}

/** Where a browser begins to sign in, and the name of the parameter that says where it returns to. */
interface SignInPlace {
  readonly url: string;
  readonly returnParameter: 'RelayState' | 'returnTo';
}

const pageOf = ({ url }: { readonly url: string }): SignInPlace => ({
  url: `${url}/login`,
  returnParameter: 'returnTo',
});

/** Finds the identity provider of an organization. Throws not_found; invalid_state when there are several. */
async function providerOf(
  base: { readonly url: string },
  organization: string,
  { provider }: LoginOptions,
): Promise<SignInPlace> {
  const { items } = await call(base, `/v1/logins?organization=${encodeURIComponent(organization)}`, Logins);
  const candidates = provider === undefined ? items : items.filter(({ id }) => id === provider);
  const [chosen, ...others] = candidates;
  if (chosen === undefined) throw failure('not_found', `No way to sign in was found for "${organization}"`);
  if (others.length > 0)
    throw failure(
      'invalid_state',
      `Choose one with --provider: ${candidates.map(({ id, label }) => `${id} (${label})`).join(', ')}`,
    );
  return { url: chosen.startURL, returnParameter: 'RelayState' };
}

/** Opens the sign-in page and receives its code by a redirect to a loopback address (RFC 8252, section 7.3). */
async function codeFromBrowser(
  { url, returnParameter }: SignInPlace,
  verifier: string,
  open: boolean,
): Promise<{ code: string }> {
  const state = randomBytes(16).toString('base64url');
  const listener = createServer();
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  try {
    const address = new URL(url);
    address.searchParams.set(returnParameter, `http://127.0.0.1:${(listener.address() as AddressInfo).port}/`);
    address.searchParams.set('code_challenge', createHash('sha256').update(verifier).digest('base64url'));
    address.searchParams.set('code_challenge_method', 'S256');
    address.searchParams.set('state', state);
    console.error(`Open this URL to sign in:\n\n  ${address.href}\n`);
    if (open) openBrowser(address.href);
    const signal = AbortSignal.timeout(patienceMs);
    for (;;) {
      const [asked, answer] = (await once(listener, 'request', { signal })) as [IncomingMessage, ServerResponse];
      const query = new URL(asked.url ?? '/', 'http://127.0.0.1').searchParams;
      const code = query.get('state') === state ? query.get('code') : null;
      answer.writeHead(code === null ? 404 : 200, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
      answer.end(code === null ? 'Nothing is here.\n' : 'You are signed in. Go back to the terminal.\n');
      if (code !== null) return { code };
    }
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError')
      throw failure('timeout', 'Nobody signed in within five minutes', { cause: error });
    throw error;
  } finally {
    listener.close();
  }
}

function openBrowser(url: string): void {
  const command = process.platform === 'darwin' ? 'open' : 'xdg-open';
  const child = spawn(command, [url], { stdio: 'ignore', detached: true });
  // No error when there is no browser, because the URL was printed.
  hearChild(child, () => undefined);
  child.unref();
}
