import { type DomainError, failure, shorten } from '../../lib/errors.ts';

/** The URL must not be fetched: wrong scheme, credentials, or a destination that is not public. */
export const fetchRefused = (message: string): DomainError => failure('fetch_refused', message);

/** The destination is not public. */
export const fetchNotPublic = (hostname: string): DomainError =>
  fetchRefused(
    `The host "${shorten(hostname)}" is not on the public internet, and IMPORT_ALLOW_HOSTS does not name it`,
  );

/** The server could not be reached or sent an invalid response. */
export const fetchFailed = (message: string, cause?: unknown): DomainError =>
  failure('fetch_failed', message, { cause });

/** The server exceeded the deadline. */
export const fetchTimeout = (message: string): DomainError => failure('fetch_timeout', message);

/** The decoded body or the headers exceed the limit. */
export const fetchTooLarge = (message: string): DomainError => failure('fetch_too_large', message);
