import type { DomainError } from '../../lib/errors.ts';

/** The body of every REST error. See docs/reference/errors.md#body. */
export const errorBody = (error: DomainError, requestId: string) => ({
  error: {
    code: error.status,
    message: error.message,
    type: error.type,
    requestId,
    ...(error.details ? { details: error.details } : {}),
  },
});

/** Returns the headers of an error response. */
export function errorHeaders(error: DomainError): Record<string, string> {
  return {
    'cache-control': 'no-store',
    ...(error.status === 401 ? { 'www-authenticate': 'Bearer realm="api"' } : {}),
    ...(error.retryAfterSeconds === undefined ? {} : { 'retry-after': String(error.retryAfterSeconds) }),
  };
}
