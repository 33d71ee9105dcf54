import { DomainError, notFound } from '../../lib/errors.ts';

/** The error for a part that is requested by its id alone: not_found when the caller may not read its site. */
export const hiddenAs = (kind: string, id: string, error: unknown): unknown =>
  error instanceof DomainError && (error.type === 'not_found' || error.type === 'forbidden')
    ? notFound(kind, id)
    : error;
