import { DomainError, notFound } from '../../../lib/errors.ts';

/**
 * Turns an authorization error of the site into not_found for a part that was requested by its id alone. Returns other
 * errors unchanged.
 */
export const asNotFound = (kind: string, id: string, error: unknown): unknown =>
  error instanceof DomainError && (error.type === 'not_found' || error.type === 'forbidden')
    ? notFound(kind, id)
    : error;
