import { selectQuery, withQuery } from '../lib/query.ts';
import type { Context } from '../domain/core/context.ts';
import { claimsOf } from '../domain/people/visitors/claims.ts';
import { tokenParameter } from '../domain/people/visitors/fields.ts';
import { signVisitSession } from '../domain/people/visitors/visit-session.ts';
import type { Visit } from '../domain/publishing/addresses/visit.ts';
import { answerOnward, type ReaderAnswer } from './answer.ts';
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

/** Ends the session of a visitor, who is from then on one without claims. */
export const answerSignOut = ({ site, root }: Visit): ReaderAnswer =>
  answerOnward(
    root,
    [sessionCookie(site.id), claimsCookie(site.id)].map((name) => writeCookie({ name, root, value: '', seconds: 0 })),
  );
