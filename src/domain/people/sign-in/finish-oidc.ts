import type * as Client from 'openid-client';
import { decrypt } from '../../../lib/encryption.ts';
import { failure } from '../../../lib/errors.ts';
import { hashSecret } from '../../../lib/secret-token.ts';
import type { Context } from '../../core/context.ts';
import { transact } from '../../core/transact.ts';
import { claimsNamed, textsOf, type Claims } from '../oidc/claims.ts';
import { configurationOf, reasonOf } from '../oidc/configuration.ts';
import { oidcServiceUrls, type OidcProvider } from '../oidc/providers.ts';
import { takeSignInRequest, type SignInRequestRow } from '../oidc/queries.ts';
import { activeOidcProvider, verifierOwner } from '../oidc/start.ts';
import { vouchedByClaims } from '../oidc/vouched-by-claims.ts';
import type { AdaptiveSchema } from '../visitors/claims-schema.ts';
import { claimsOf } from '../visitors/claims.ts';
import { admitPerson, noting } from './admit-person.ts';
import { isOfVisitor, leadingBack, type VisitorEntrance } from './visitor.ts';

const refused = (reason: string, cause?: unknown) =>
  failure('sign_in_refused', `The answer of the identity provider was refused: ${reason}`, { cause });

interface Answer {
  readonly providerId: string;
  /** The query of the request to the callback, with its question mark. */
  readonly search: string;
}

/**
 * Processes the answer of an OpenID Connect provider and returns the URL to redirect to: that of the request, with a code. The
 * request is spent first, so that it is answered once across all processes. A visitor of a site who is refused is led back there.
 * Throws not_found, sign_in_refused.
 */
export async function finishOidcSignIn(
  outer: Context,
  { providerId, search }: Answer,
  visitors: VisitorEntrance,
): Promise<string> {
  const provider = await activeOidcProvider(outer, providerId);
  const states = new URLSearchParams(search).getAll('state');
  const state = states.length === 1 ? (states[0] ?? '') : '';
  const id = hashSecret(state);
  const request = await takeSignInRequest(outer.sql, { id, providerId, now: outer.now() });
  const finish = async () => {
    if (request === null || !request.isCurrent) throw refused(notInProgress);
    const { subject, claims } = await verified(outer, provider, { ...request, id, state, search });
    return transact(outer, async (ctx) => {
      const person = vouchedByClaims(provider, subject, claims);
      if (!isOfVisitor(request)) return admitPerson(ctx, { provider, request, sessionEndsAt: null }, person);
      const claimsFor = (schema: AdaptiveSchema | null) => claimsOf(schema, { signed: claims });
      return visitors.admit(ctx, { provider, request, person, claimsFor, sessionEndsAt: null });
    }).catch(noting(outer, provider));
  };
  const find = async () => (isOfVisitor(request) ? request : null);
  return finish().catch(leadingBack(outer, visitors, find));
}

const notInProgress = 'it does not answer a sign-in that is in progress. Sign in again.';

interface Answered extends SignInRequestRow {
  readonly id: string;
  readonly state: string;
  readonly search: string;
}

/** Redeems the code and verifies the ID token. Claims that it lacks are asked for. */
async function verified(ctx: Context, provider: OidcProvider, answered: Answered) {
  const configuration = await configurationOf(ctx, provider);
  const client = await import('openid-client');
  const url = new URL(oidcServiceUrls(ctx.urls, provider.id).redirectURL);
  url.search = answered.search;
  try {
    const tokens = await client.authorizationCodeGrant(configuration, url, {
      pkceCodeVerifier: decrypt(ctx.encryptionKey, answered.sealedVerifier, verifierOwner(answered.id)),
      expectedState: answered.state,
      expectedNonce: answered.nonce,
      idTokenExpected: true,
    });
    const own = tokens.claims();
    if (own === undefined) throw refused('it has no ID token');
    const claims: Claims = { ...(await moreClaims(client, configuration, { provider, tokens, own })), ...own };
    return { subject: own.sub, claims };
  } catch (error) {
    throw refused(reasonOf(error), error);
  }
}

interface Asked {
  readonly provider: OidcProvider;
  readonly tokens: Client.TokenEndpointResponse;
  readonly own: Client.IDToken;
}

/**
 * The claims of the userinfo, if the ID token lacks one that is needed: many providers keep it thin. The answer must be about
 * the same subject.
 */
async function moreClaims(
  client: typeof Client,
  configuration: Client.Configuration,
  { provider, tokens, own }: Asked,
): Promise<Claims> {
  const needed = ['email', 'name', ...claimsNamed(provider.requires, provider.roles)];
  const isThin = needed.some((name) => textsOf(own, name) === null);
  const { userinfo_endpoint: endpoint } = configuration.serverMetadata();
  if (!isThin || endpoint === undefined) return {};
  return { ...(await client.fetchUserInfo(configuration, tokens.access_token, own.sub)) };
}
