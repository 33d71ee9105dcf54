import { DomainError, notFound } from '../../lib/errors.ts';

/** The error of a part that a caller asks for by its id alone: whoever may not read its site does not find it. */
export const hiddenAs = (kind: string, id: string, error: unknown): unknown =>
  error instanceof DomainError && (error.type === 'not_found' || error.type === 'forbidden')
    ? notFound(kind, id)
    : error;
