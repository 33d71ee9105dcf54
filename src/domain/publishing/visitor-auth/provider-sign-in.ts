import { failure, notFound } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { activeOidcProvider, requestSignIn } from '../../people/oidc/start.ts';
import { findProvider } from '../../people/providers/queries.ts';
import { requestSamlSignIn } from '../../people/saml/start.ts';
import { requireVisitor } from '../../people/sign-in/admit.ts';
import { returnUrl } from '../../people/sign-in/codes.ts';
import type { VisitorEntrance } from '../../people/sign-in/visitor.ts';
import { challengeOf, signVisitorCode, signVisitorRefusal } from '../../people/visitors/visitor-code.ts';
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
  const provider = site.providerId === null ? null : await findProvider(ctx.sql, site.providerId);
  if (provider === null || !provider.active) throw notFound('active provider for visitors', site.id);
  const asked = {
    returnTo: `${root}${signInPaths.end}`,
    state: location,
    codeChallenge: challengeOf(verifier),
    siteId: site.id,
  };
  return provider.kind === 'saml'
    ? requestSamlSignIn(ctx, provider.id, asked)
    : requestSignIn(ctx, await activeOidcProvider(ctx, provider.id), asked);
}

/** Admits a visitor of a site for whom its provider vouches: to the URL of the site, with a code for the browser. */
const admit: VisitorEntrance['admit'] = async (ctx, { provider, request, person, claimsFor, sessionEndsAt }) => {
  const { siteId, codeChallenge: challenge, returnTo, state } = request;
  const site = await findVisitedSite(ctx.sql, { siteId, providerId: provider.id });
  if (site === null) throw failure('sign_in_refused', 'The site does not sign visitors in by this provider any more');
  const { membersOnly, keyVersion, schema } = site;
  await requireVisitor(ctx, provider, { person, membersOnly });
  const now = ctx.now();
  const longest = membersOnly ? memberSeconds : visitorSeconds;
  const left = sessionEndsAt === null ? longest : Math.floor((sessionEndsAt.getTime() - now.getTime()) / 1_000);
  const visitor = { site: siteId, keyVersion, claims: claimsFor(schema), challenge, seconds: Math.min(longest, left) };
  return returnUrl(returnTo, await signVisitorCode(ctx.siteTokenKey, visitor, now), state);
};

/** Leads a visitor back, whose page of the site says why and begins again. */
const refuse: VisitorEntrance['refuse'] = async (ctx, { siteId, codeChallenge, returnTo, state }, reason) => {
  const refusal = { site: siteId, challenge: codeChallenge, reason };
  const url = new URL(returnTo);
  url.searchParams.set('refusal', await signVisitorRefusal(ctx.siteTokenKey, refusal, ctx.now()));
  if (state !== null) url.searchParams.set('state', state);
  return url.href;
};

/** How visitors whom a provider brings back enter a site. */
export const siteEntrance: VisitorEntrance = { admit, refuse };
