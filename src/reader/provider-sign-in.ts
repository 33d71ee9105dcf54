import { randomBytes } from 'node:crypto';
import type { Context } from '../domain/core/context.ts';
import { mayRunScripts } from '../domain/core/urls.ts';
import { signVisitSession } from '../domain/people/visitors/visit-session.ts';
import { readVisitorRefusal, verifyVisitorCode } from '../domain/people/visitors/visitor-code.ts';
import type { SiteSignIn } from '../domain/publishing/addresses/visit.ts';
import { signInPaths, startVisitorSignIn } from '../domain/publishing/visitor-auth/provider-sign-in.ts';
import { attributes, html } from '../lib/html.ts';
import { answerText, answerTooMany, type ReaderAnswer } from './answer.ts';
import { assetPath } from './assets.ts';
import { seeOther, sessionCookie, signInCookie, writeCookie } from './cookies.ts';
import { pageHeaders } from './headers.ts';
import type { ReaderRequest, SiteReaderParts } from './reading.ts';
import { answerSignInFailed } from './sign-in.ts';

interface Asked extends SiteSignIn {
  readonly request: ReaderRequest;
  readonly parts: Pick<SiteReaderParts, 'countSignIn'>;
  /** Whether the visitor has a session already. */
  readonly isSignedIn: boolean;
}

/** Time in which a sign-in is finished, in seconds, as that at the provider. */
const beginSeconds = 600;
const maxLocation = 2_000;

/**
 * Answers the two addresses of a site by which a provider signs visitors in; null for another address. Throws not_found without
 * an active provider, sign_in_refused when it cannot be reached.
 */
export async function answerVisitorSignIn(ctx: Context, asked: Asked): Promise<ReaderAnswer | null> {
  const { path, site, root, request, isSignedIn } = asked;
  if (site.providerId === null || request.method === 'POST') return null;
  if (path === signInPaths.begin)
    return isSignedIn ? seeOther(`${root}${locationIn(request.query['location'])}`) : begin(ctx, asked);
  return path === signInPaths.end ? finish(ctx, asked) : null;
}

/** Path below the root of a site, without the slash at its beginning. It is encoded already, as addresses are. */
const locationIn = (text: string | undefined): string =>
  text !== undefined && text.length <= maxLocation && /^\/[!-~]*$/.test(text) ? text.slice(1) : '';

/** What the browser keeps from the begin to the end. Tabs that begin at once share it. */
const verifierIn = ({ cookies }: ReaderRequest, siteId: string): string | undefined =>
  new RegExp(`(?:^|;\\s*)(?:__Secure-)?${signInCookie(siteId)}=([\\w-]{43})(?:;|$)`).exec(cookies)?.[1];

async function begin(ctx: Context, { site, root, request, parts }: Asked): Promise<ReaderAnswer> {
  const wait = parts.countSignIn(request.address);
  if (wait !== null) return answerTooMany('Too many sign-ins have begun at your address.', wait);
  const verifier = verifierIn(request, site.id) ?? randomBytes(32).toString('base64url');
  const location = `/${locationIn(request.query['location'])}`;
  const url = await startVisitorSignIn(ctx, { site, root, location, verifier });
  const cookie = writeCookie({ name: signInCookie(site.id), root, value: verifier, seconds: beginSeconds });
  return leadOn(ctx, { url, root, isBack: false, cookies: [cookie] });
}

interface Leading {
  readonly url: string;
  readonly root: string;
  /** Whether the visitor is back from the provider. */
  readonly isBack: boolean;
  readonly cookies: readonly string[];
}

/**
 * Leads on: by a page whose script keeps the fragment of the address meanwhile, which no server gets, or by a redirect where
 * no scripts run.
 */
function leadOn(ctx: Context, { url, root, isBack, cookies }: Leading): ReaderAnswer {
  if (!mayRunScripts(ctx.urls, root)) return seeOther(url, ...cookies);
  const page = html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<title>Sign-in</title>
<noscript><meta http-equiv="refresh" content="0;url=${url}"></noscript>
<p><a href="${url}"${attributes({ 'data-back': isBack })}>Sign in</a></p>
<script type="module" src="${assetPath(root, 'leaving.js')}"></script>
`;
  const headers = {
    ...pageHeaders({ runsScripts: true, fontOrigins: [] }),
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  };
  return { ...answerText({ type: 'text/html', text: page.html, headers }), cookies };
}

async function finish(ctx: Context, { site, root, request, isSignedIn }: Asked): Promise<ReaderAnswer> {
  const { code = '', refusal, state } = request.query;
  const location = locationIn(state);
  const now = ctx.now();
  const verifier = verifierIn(request, site.id) ?? '';
  const { id: siteId, keyVersion } = site;
  const visitor = await verifyVisitorCode(ctx.siteTokenKey, { code, verifier, siteId, keyVersion, now });
  if (visitor === null) {
    if (isSignedIn) return seeOther(`${root}${location}`);
    const reason =
      refusal === undefined
        ? null
        : await readVisitorRefusal(ctx.siteTokenKey, { code: refusal, verifier, siteId, now });
    // `again` keeps the fragment of the address from which the first sign-in began.
    return answerSignInFailed(`./signin?${new URLSearchParams({ location: `/${location}`, again: '' })}`, reason);
  }
  const session = { site: siteId, claims: visitor.claims, keyVersion: visitor.keyVersion };
  const lifetime = { visitorToken: null, seconds: visitor.seconds, now };
  const { token, seconds } = await signVisitSession(ctx.siteTokenKey, session, lifetime);
  const cookies = [
    writeCookie({ name: sessionCookie(siteId), root, value: token, seconds }),
    writeCookie({ name: signInCookie(siteId), root, value: '', seconds: 0 }),
  ];
  return leadOn(ctx, { url: `${root}${location}`, root, isBack: true, cookies });
}
