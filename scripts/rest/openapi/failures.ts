import { getNamedType, isInputObjectType, type GraphQLInputType, type GraphQLSchema } from 'graphql';
import { errorTypes, type ErrorType } from '../../../src/lib/errors.ts';
import { acceptsIdempotencyKey } from '../../../src/rest/idempotency.ts';
import type { Route } from '../../../src/rest/route.ts';
import { variablesOf } from '../../../src/rest/variables.ts';
import { thrownBy } from './thrown.ts';

/**
 * Whether an operation lists an error type. Errors of GraphQL queries do not occur in the REST API, and every operation
 * may return the errors of the server.
 */
const isListed = (type: ErrorType) => !type.startsWith('query_') && errorTypes[type][0] < 500;

/** Whether an input has a URL from which a job reads. */
function hasUrl(given: GraphQLInputType): boolean {
  const type = getNamedType(given);
  if (!isInputObjectType(type)) return false;
  const fields = Object.values(type.getFields());
  return fields.some(({ name, type: of }) => name === 'url' || (name === 'source' && hasUrl(of)));
}

/** Returns the error types that follow from the parameters, body and headers of an operation. */
function byForm(schema: GraphQLSchema, route: Route): ErrorType[] {
  const variables = variablesOf(schema, route);
  const places = variables.map(({ place }) => place);
  const has = (start: string) => places.some((place) => place.startsWith(start));
  return [
    ...(places.length > 0 ? (['validation_failed'] as const) : []),
    ...(places.includes('query.page') ? (['invalid_cursor'] as const) : []),
    ...(route.anonymous ? [] : (['unauthenticated'] as const)),
    ...(has('path.') ? (['not_found'] as const) : []),
    ...(has('header.if-match') ? (['precondition_failed'] as const) : []),
    ...(has('body')
      ? (['malformed_request', 'invalid_text', 'payload_too_large', 'unsupported_media_type'] as const)
      : []),
    ...(acceptsIdempotencyKey(route) ? (['idempotency_in_progress', 'idempotency_key_reused'] as const) : []),
    // A request that waits for a job fails with the error of the job.
    ...(route.longRunning && variables.some(({ type }) => hasUrl(type))
      ? (['import_refused', 'fetch_refused', 'fetch_failed', 'fetch_timeout', 'fetch_too_large'] as const)
      : []),
    'rate_limited',
  ];
}

/** Without `fetch_refused`, the other types come from functions that have the name of one that fetches. */
const isFetched = (type: ErrorType, types: ReadonlySet<ErrorType>) =>
  !type.startsWith('fetch_') || types.has('fetch_refused');

/** Returns the error types that an operation may return, by status. */
export function failuresOf(schema: GraphQLSchema, route: Route): ReadonlyMap<number, readonly ErrorType[]> {
  const types = new Set([...byForm(schema, route), ...thrownBy(schema, route)]);
  // A read changes nothing, so it cannot conflict.
  const isPossible = (type: ErrorType) => route.method !== 'GET' || ![409, 412].includes(errorTypes[type][0]);
  const found = new Map<number, ErrorType[]>();
  for (const type of Object.keys(errorTypes) as ErrorType[]) {
    if (!types.has(type) || !isListed(type) || !isPossible(type) || !isFetched(type, types)) continue;
    const [status] = errorTypes[type];
    found.set(status, [...(found.get(status) ?? []), type]);
  }
  return new Map([...found].toSorted(([a], [b]) => a - b));
}
