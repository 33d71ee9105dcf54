import * as z from 'zod';

/** Lifetime of the code of a sign-in, in milliseconds. */
export const codeLifetimeMs = 60_000;

/** Lifetime of a session, in hours. */
export const sessionHours = 12;

/** Maximum number of sessions per user. A new session beyond it ends the oldest. */
export const maxSessions = 20;

export const SignInCodeText = z.string().min(1).max(200);

/** PKCE code verifier (RFC 7636, section 4.1). */
export const CodeVerifier = z.string().regex(/^[\w.~-]{43,128}$/, 'must have 43 to 128 unreserved characters');

/** PKCE code challenge by S256 (RFC 7636, section 4.2). */
export const CodeChallenge = z.string().regex(/^[\w-]{43}$/, 'must be a SHA-256 digest as base64url, 43 characters');

/** Longest text that a sign-in returns unchanged. */
export const maxState = 500;

/** Longest URL that a browser returns to. */
export const maxReturnUrl = 2_048;

/** Hostname of an organization, or an email address. */
export const OrganizationHint = z.string().min(1).max(254);
