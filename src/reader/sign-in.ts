import { selectQuery, withQuery } from '../lib/query.ts';
import type { Context } from '../domain/core/context.ts';
import { claimsOf } from '../domain/people/visitors/claims.ts';
import { tokenParameter } from '../domain/people/visitors/fields.ts';
import { signVisitSession } from '../domain/people/visitors/visit-session.ts';
import type { Visit } from '../domain/publishing/addresses/visit.ts';
import { html } from '../lib/html.ts';
import { answerOnward, answerText, type ReaderAnswer } from './answer.ts';
import { pageHeaders } from './headers.ts';
import type { ReaderRequest } from './reading.ts';
import { claimsCookie, seeOther, sessionCookie, writeCookie } from './cookies.ts';

/** Maximum length of a cookie that browsers keep. */
const maxCookieLength = 4_000;

/** The sessions in a header `Cookie`, at most those of four sites. */
export const readSessions = (header: string | undefined): string[] =>
  [...(header ?? '').matchAll(/(?:^|;\s*)(?:__Secure-)?octavo-site_[\w-]+=([\w.-]+)/g)]
    .map(([, token = '']) => token)
    .slice(0, 4);

/**
 * Answers a visitor who comes with a token: the browser gets a session, and the same address without the token. Claims that
 * are too many for a cookie are left out, so conditions on them hide.
 */
export async function answerSignIn(
  ctx: Context,
  { site, visitor, root }: Visit,
  { token, url, search }: { readonly token: string } & Pick<ReaderRequest, 'url' | 'search'>,
): Promise<ReaderAnswer> {
  const { admission } = visitor;
  const { unsigned: _unsigned, ...claims } = visitor.claims;
  const session = {
    site: site.id,
    claims: admission.preview === true ? visitor.claims : claimsOf(site.schema, { signed: claims }),
    ...(admission.preview === true
      ? { preview: true as const, changeRequestId: admission.changeRequestId }
      : { keyVersion: admission.keyVersion }),
  };
  const at = { visitorToken: token, now: ctx.now() };
  const signed = await signVisitSession(ctx.siteTokenKey, session, at);
  const { token: value, seconds } =
    signed.token.length <= maxCookieLength
      ? signed
      : await signVisitSession(ctx.siteTokenKey, { ...session, claims: {} }, at);
  const rest = selectQuery(search, (name) => name !== tokenParameter);
  return seeOther(withQuery(url, rest), writeCookie({ name: sessionCookie(site.id), root, value, seconds }));
}

/**
 * Answers a visitor whose token does not open the site, with a link that begins the sign-in again and leads back here. It says
 * nothing of the site, which the visitor may not see.
 */
export function answerRefused({
  url,
  search,
  message,
}: Pick<ReaderRequest, 'url' | 'search' | 'message'>): ReaderAnswer {
  if (message)
    return answerText({
      status: 401,
      type: 'text/plain',
      text: 'The token of this address is not valid for this site, or it has expired. Please sign in again.\n',
      headers: { 'cache-control': 'no-store', 'www-authenticate': 'Bearer realm="site"' },
    });
  const rest = selectQuery(search, (name) => name !== tokenParameter);
  // Relative, because a proxy may serve the site at another path.
  return answerSignInFailed(`./${new URL(url).pathname.split('/').at(-1) ?? ''}${rest === '' ? '' : `?${rest}`}`);
}

/** A page that says that a sign-in has failed, and why where that is known, with a link that begins it again. */
export function answerSignInFailed(again: string, reason: string | null = null): ReaderAnswer {
  const page = html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Sign-in failed</title>
<main>
<h1>Sign-in failed</h1>
<p>${reason ?? 'The sign-in is not valid for this site, or it has expired.'}</p>
<p><a href="${again}">Sign in again</a></p>
</main>
`;
  const headers = {
    ...pageHeaders({ runsScripts: false, fontOrigins: [] }),
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
  };
  return answerText({ status: 403, type: 'text/html', text: page.html, headers });
}

/** Ends the session of a visitor, who is from then on one without claims. */
export const answerSignOut = ({ site, root }: Visit): ReaderAnswer =>
  answerOnward(
    root,
    [sessionCookie(site.id), claimsCookie(site.id)].map((name) => writeCookie({ name, root, value: '', seconds: 0 })),
  );
