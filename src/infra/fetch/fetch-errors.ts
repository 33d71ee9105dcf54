import { type DomainError, failure } from '../../lib/errors.ts';

/** The address is one this server does not visit: wrong scheme, credentials in it, or not public. */
export const fetchRefused = (message: string): DomainError => failure('fetch_refused', message);

/** The other side could not be reached or did not answer properly. */
export const fetchFailed = (message: string, cause?: unknown): DomainError =>
  failure('fetch_failed', message, { cause });

/** The other side took longer than the deadline allows. */
export const fetchTimeout = (message: string): DomainError => failure('fetch_timeout', message);

/** The answer, once decoded, or its headers exceed the limit. */
export const fetchTooLarge = (message: string): DomainError => failure('fetch_too_large', message);
