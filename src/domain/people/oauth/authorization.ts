import { scopes as allScopes, type Scope } from '../../../access/scopes.ts';
import { invalid } from '../../../lib/errors.ts';
import type { Context, Urls } from '../../core/context.ts';
import { CodeChallenge } from '../sign-in/fields.ts';
import { loadClient, type OauthClient } from './clients.ts';
import { maxClientState, resourceScopes } from './fields.ts';
import { isPublished, withAnswer } from './redirects.ts';

/** The parameters of a request; one that is repeated is a list. */
export type Parameters = Readonly<Record<string, string | readonly string[] | undefined>>;

/** What a client asks a person to allow. */
export interface Authorization {
  readonly client: OauthClient;
  readonly redirectURL: string;
  readonly resource: string;
  readonly scopes: readonly Scope[];
  readonly codeChallenge: string;
  readonly state: string | null;
}

/** A request that the client is to be told of, if the person wants to go back to it. */
export interface RefusedAuthorization {
  readonly client: OauthClient;
  readonly redirectURL: string;
  readonly error: string;
  readonly description: string;
  /** Where the client is told of it. */
  readonly returnURL: string;
}

/** The parameters of an answer of the authorization endpoint, which names who answers (RFC 9207). */
export const answerOf = (
  { base }: Pick<Urls, 'base'>,
  state: string | null,
  answer: Readonly<Record<string, string>>,
) => ({
  ...answer,
  state,
  iss: base,
});

/** Resources for which there are tokens (RFC 8707), with their scopes. */
export const scopesOfResource = ({ base }: Pick<Urls, 'base'>, resource: string): readonly Scope[] | null =>
  Object.entries(resourceScopes).find(([path]) => `${base}${path}` === resource)?.[1] ?? null;

/**
 * Reads what a client asks for at the authorization endpoint. Throws validation_failed when it is not known where an answer would
 * go: a client that cannot be used, or a redirect that it does not publish.
 */
export async function checkAuthorization(
  ctx: Pick<Context, 'fetch' | 'now' | 'urls'>,
  given: Parameters,
): Promise<Authorization | RefusedAuthorization> {
  const one = (name: string): string | null => {
    const value = given[name];
    if (value === undefined || typeof value === 'string') return value ?? null;
    throw invalid(`query.${name}`, `query.${name}: must be given once`);
  };
  const client = await loadClient(ctx, one('client_id') ?? '', 'query.client_id');
  const redirectURL = one('redirect_uri') ?? '';
  requirePublished(client, redirectURL, 'query.redirect_uri');
  const state = one('state');
  const refuse = (error: string, description: string): RefusedAuthorization => {
    const answer = answerOf(ctx.urls, state, { error, error_description: description });
    return { client, redirectURL, error, description, returnURL: withAnswer(redirectURL, answer) };
  };
  if ((state ?? '').length > maxClientState)
    return refuse('invalid_request', `state must have at most ${maxClientState} characters`);
  if (one('response_type') !== 'code') return refuse('unsupported_response_type', 'response_type must be "code"');
  if ((one('response_mode') ?? 'query') !== 'query')
    return refuse('invalid_request', 'response_mode must be "query", if it is given');
  if (one('code_challenge_method') !== 'S256')
    return refuse('invalid_request', 'PKCE is required: code_challenge_method must be "S256"');
  const codeChallenge = CodeChallenge.safeParse(one('code_challenge'));
  if (!codeChallenge.success)
    return refuse('invalid_request', 'code_challenge must be a SHA-256 digest as base64url, 43 characters');
  const resource = one('resource') ?? '';
  const allowed = scopesOfResource(ctx.urls, resource);
  if (allowed === null) return refuse('invalid_target', `resource must be ${resourcesIn(ctx.urls)} (RFC 8707)`);
  const asked = one('scope')?.split(' ').filter(Boolean) ?? allowed;
  const scopes = allowed.filter((scope) => asked.includes(scope));
  if (scopes.length === 0)
    return refuse('invalid_scope', 'scope must have at least one of "scopes_supported" of the resource');
  return { client, redirectURL, resource, scopes, codeChallenge: codeChallenge.data, state };
}

const resourcesIn = ({ base }: Pick<Urls, 'base'>) =>
  Object.keys(resourceScopes)
    .map((path) => `${base}${path}`)
    .join(' or ');

/** Throws validation_failed unless the client publishes the redirect. */
export function requirePublished(client: OauthClient, redirectURL: string, path: string): void {
  if (!isPublished(redirectURL, client.redirects))
    throw invalid(path, `${path}: the client at ${client.host} does not publish this address`);
}

/** All scopes that are known to clients. */
export const clientScopes: readonly Scope[] = allScopes.filter((scope) =>
  Object.values(resourceScopes).some((scopes) => scopes.includes(scope)),
);
