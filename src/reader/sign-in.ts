import type { Context } from '../domain/core/context.ts';
import { claimsOf } from '../domain/people/visitors/claims.ts';
import { signVisitSession } from '../domain/people/visitors/visit-session.ts';
import type { Visit } from '../domain/publishing/addresses/visit.ts';
import type { ReaderAnswer } from './answer.ts';

/** Maximum length of a cookie that browsers keep. */
const maxCookieLength = 4_000;

const cookiePrefix = 'octavo-';

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
  { token, url }: { readonly token: string; readonly url: string },
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
  return seeOther(url, writeCookie({ name: `${cookiePrefix}${site.id}`, root, value, seconds }));
}

/** Ends the session of a visitor. */
export const answerSignOut = ({ site, root }: Visit): ReaderAnswer =>
  seeOther(root, writeCookie({ name: `${cookiePrefix}${site.id}`, root, value: '', seconds: 0 }));

/** Leads to an address and sets a cookie. */
export const seeOther = (location: string, cookie: string): ReaderAnswer => ({
  status: 303,
  headers: { location, 'set-cookie': cookie, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  body: Buffer.alloc(0),
});

interface SiteCookie {
  readonly name: string;
  readonly root: string;
  readonly value: string;
  readonly seconds: number;
}

/** A cookie for the paths of one site, which no script reads. */
export function writeCookie({ name, root, value, seconds }: SiteCookie): string {
  const { protocol, pathname } = new URL(root);
  const [prefix, secure] = protocol === 'https:' ? ['__Secure-', '; Secure'] : ['', ''];
  return `${prefix}${name}=${value}; Path=${pathname}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}
