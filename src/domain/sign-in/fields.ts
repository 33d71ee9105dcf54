import * as z from 'zod';

/** How long the code of a sign-in can be exchanged. */
export const codeLifetimeMs = 60_000;

/** How long a session lasts. */
export const sessionHours = 12;

/** Sessions of one person; the oldest ends when one more begins. */
export const maxSessions = 20;

export const SignInCodeText = z.string().min(1).max(200);

/** RFC 7636, section 4.1. */
export const CodeVerifier = z.string().regex(/^[\w.~-]{43,128}$/, 'must have 43 to 128 unreserved characters');

/** Hostname of an organization, or an email address. */
export const OrganizationHint = z.string().min(1).max(254);
