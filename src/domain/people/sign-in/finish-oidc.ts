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
import { admitPerson, noting } from './admit-person.ts';
import type { Vouched } from './vouched.ts';

const refused = (reason: string, cause?: unknown) =>
  failure('sign_in_refused', `The answer of the identity provider was refused: ${reason}`, { cause });

/** A visitor of a site for whom a provider vouches. */
export interface VisitorSignIn {
  readonly provider: OidcProvider;
  readonly request: SignInRequestRow & { readonly siteId: string };
  readonly person: Vouched;
  readonly claims: Claims;
}

/** Admits a visitor to a site and returns the URL to redirect to. Throws sign_in_refused. */
export type AdmitVisitor = (ctx: Context, signIn: VisitorSignIn) => Promise<string>;

interface Answer {
  readonly providerId: string;
  /** The query of the request to the callback, with its question mark. */
  readonly search: string;
}

/**
 * Processes the answer of an OpenID Connect provider and returns the URL to redirect to: that of the request, with a code. The
 * request is spent first, so that it is answered once across all processes. Throws not_found, sign_in_refused.
 */
export async function finishOidcSignIn(
  outer: Context,
  { providerId, search }: Answer,
  admitVisitor: AdmitVisitor,
): Promise<string> {
  const provider = await activeOidcProvider(outer, providerId);
  const states = new URLSearchParams(search).getAll('state');
  const state = states.length === 1 ? (states[0] ?? '') : '';
  const id = hashSecret(state);
  const request = await takeSignInRequest(outer.sql, { id, providerId, now: outer.now() });
  if (request === null) throw refused('it does not answer a sign-in that is in progress. Sign in again.');
  const { subject, claims } = await verified(outer, provider, { ...request, id, state, search });
  return transact(outer, async (ctx) => {
    const person = vouchedByClaims(provider, subject, claims);
    const { siteId } = request;
    if (siteId !== null) return admitVisitor(ctx, { provider, request: { ...request, siteId }, person, claims });
    return admitPerson(ctx, { provider, request, sessionEndsAt: null }, person);
  }).catch(noting(outer, provider));
}

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
