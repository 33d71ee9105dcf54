import { failure, notFound } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { activeOidcProvider, requestSignIn } from '../../people/oidc/start.ts';
import { requireVisitor } from '../../people/sign-in/admit.ts';
import { returnUrl } from '../../people/sign-in/codes.ts';
import type { AdmitVisitor } from '../../people/sign-in/finish-oidc.ts';
import { claimsOf } from '../../people/visitors/claims.ts';
import { challengeOf, signVisitorCode } from '../../people/visitors/visitor-code.ts';
import { findVisitedSite } from './queries.ts';

/** Paths below the root of a site by which a visitor signs in. */
export const signInPaths = { begin: '~/signin', end: '~/signed-in' } as const;

/** Lifetime of the session of a visitor, in seconds. That of a member is short, because a membership may end. */
const visitorSeconds = 43_200;
const memberSeconds = 3_600;

interface VisitorStart {
  readonly site: { readonly id: string; readonly providerId: string | null };
  /** URL of the site, with a slash at its end. */
  readonly root: string;
  /** What the visitor has asked for: a path below the root, with its query. */
  readonly location: string;
  /** What the browser keeps, by which it is known again. */
  readonly verifier: string;
}

/**
 * Starts the sign-in of a visitor of a site and returns the URL of the provider. Throws not_found without an active provider;
 * sign_in_refused when it cannot be reached.
 */
export async function startVisitorSignIn(
  ctx: Context,
  { site, root, location, verifier }: VisitorStart,
): Promise<string> {
  if (site.providerId === null) throw notFound('provider for visitors', site.id);
  const provider = await activeOidcProvider(ctx, site.providerId);
  const returnTo = `${root}${signInPaths.end}`;
  return requestSignIn(ctx, provider, {
    returnTo,
    state: location,
    codeChallenge: challengeOf(verifier),
    siteId: site.id,
  });
}

/** Admits a visitor of a site for whom its provider vouches, and returns the URL of the site with a code for the browser. */
export const admitVisitor: AdmitVisitor = async (ctx, { provider, request, person, claims }) => {
  const { siteId, codeChallenge: challenge, returnTo, state } = request;
  const site = await findVisitedSite(ctx.sql, { siteId, providerId: provider.id });
  if (site === null) throw failure('sign_in_refused', 'The site does not sign visitors in by this provider any more');
  const { membersOnly, keyVersion, schema } = site;
  await requireVisitor(ctx, provider, { person, membersOnly });
  const seconds = membersOnly ? memberSeconds : visitorSeconds;
  const signed = claimsOf(schema, { signed: claims });
  const visitor = { site: siteId, keyVersion, claims: signed, challenge, seconds };
  return returnUrl(returnTo, await signVisitorCode(ctx.siteTokenKey, visitor, ctx.now()), state);
};
