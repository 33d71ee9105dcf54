import * as z from 'zod';
import { scopes, type Scope } from '../../../access/scopes.ts';

/** Lifetime of the code that a client exchanges for tokens, in milliseconds. */
export const codeLifetimeMs = 60_000;

/** Lifetime of an access token, in seconds. */
export const accessSeconds = 3_600;

/** Maximum number of grants of a person in an organization. A new one beyond it ends the one that was not used for the longest time. */
export const maxGrants = 20;

/** Longest URL that names a client. */
export const maxClientId = 500;

/** Longest name of a client that is shown. */
export const maxClientName = 100;

/** Longest text that the authorization endpoint returns unchanged. */
export const maxClientState = 2_000;

/** URL of the document of a client. */
export const ClientId = z.string().min(1).max(maxClientId);

/**
 * What a token can be for, by its path below the base URL, with the scopes that a person can allow there. None has `user:write`: a
 * client would make tokens by it that outlive what was allowed.
 */
export const resourceScopes: Readonly<Record<string, readonly Scope[]>> = {
  '/mcp': [
    'org:read',
    'org:members:read',
    'space:read',
    'space:content:read',
    'space:content:write',
    'space:comments:read',
    'space:comments:write',
    'space:change-requests:read',
    'space:change-requests:write',
    'openapi:read',
  ],
  '/v1': scopes.filter((scope) => scope !== 'user:write'),
};
