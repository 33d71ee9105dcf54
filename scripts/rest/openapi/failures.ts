import type { GraphQLSchema } from 'graphql';
import { errorTypes, type ErrorType } from '../../../src/lib/errors.ts';
import { acceptsIdempotencyKey } from '../../../src/rest/idempotency.ts';
import type { Route } from '../../../src/rest/route.ts';
import { listVariables } from '../../../src/rest/variables.ts';
import recorded from './errors.json' with { type: 'json' };

/**
 * Error types that the suite has seen of each operation, besides its general ones. `TEST_WRITE_ERRORS=1 npm test` adds those
 * that are missing, and a test run fails without them: see test/setup/answered-errors.ts.
 */
export const recordedErrors = recorded as Readonly<Record<string, readonly ErrorType[]>>;

/**
 * Types that the server answers whatever the operation is. Those about bodies are general errors of the operations that take
 * one; the others refuse one that is sent nevertheless.
 */
const ofServer: ReadonlySet<ErrorType> = new Set([
  'malformed_request',
  'unsupported_media_type',
  'route_not_found',
  'method_not_allowed',
  'not_acceptable',
  'request_timeout',
  'uri_too_long',
  'headers_too_large',
  'expectation_failed',
]);

/**
 * Whether an error type tells something about the operation that answers it. Errors of GraphQL documents do not occur in the
 * REST API, and every operation may answer those of the server.
 */
export const isOfOperation = (type: ErrorType): boolean =>
  !type.startsWith('query_') && errorTypes[type][0] < 500 && !ofServer.has(type);

/**
 * Returns the error types that follow from the parameters, body and headers of an operation: what all operations share
 * answers them, before the operation runs.
 */
export function generalErrors(schema: GraphQLSchema, route: Route): readonly ErrorType[] {
  const places = listVariables(schema, route).map(({ place }) => place);
  return [
    ...(places.length > 0 ? (['validation_failed', 'invalid_text'] as const) : []),
    ...(places.includes('query.page') ? (['invalid_cursor'] as const) : []),
    ...(route.anonymous ? [] : (['unauthenticated'] as const)),
    ...(places.includes('header.if-match') ? (['precondition_failed'] as const) : []),
    ...(places.includes('body') ? (['malformed_request', 'payload_too_large', 'unsupported_media_type'] as const) : []),
    ...(acceptsIdempotencyKey(route) ? (['idempotency_in_progress', 'idempotency_key_reused'] as const) : []),
    'rate_limited',
  ];
}

/** Returns the error types that an operation may return, by status: its general ones and the recorded ones. */
export function listFailures(
  operationId: string,
  general: readonly ErrorType[],
): ReadonlyMap<number, readonly ErrorType[]> {
  const types = new Set([...general, ...(recordedErrors[operationId] ?? [])]);
  const found = new Map<number, ErrorType[]>();
  for (const type of Object.keys(errorTypes) as ErrorType[]) {
    if (!types.has(type)) continue;
    const [status] = errorTypes[type];
    found.set(status, [...(found.get(status) ?? []), type]);
  }
  return new Map([...found].toSorted(([a], [b]) => a - b));
}
