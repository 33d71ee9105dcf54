import type { GraphQLError } from 'graphql';
import type { Log } from '../domain/context.ts';
import { failure, type DomainError } from '../lib/errors.ts';
import { codeOf, failureOf } from '../schema/failures.ts';
import type { GraphqlMediaType } from './graphql-media-type.ts';

/** One item of `errors`. Quality 3.2. */
export interface ErrorItem {
  readonly message: string;
  readonly locations?: GraphQLError['locations'];
  readonly path?: GraphQLError['path'];
  readonly extensions: {
    readonly code: string;
    readonly type: string;
    readonly status: number;
    readonly requestId: string;
    readonly details?: DomainError['details'];
    /** Seconds after which it is worth another try. */
    readonly retryAfter?: number;
  };
}

/** Whom an error is told to, and where the rest of it goes. */
export interface ErrorReader {
  readonly requestId: string;
  readonly log: Log;
}

/** A failure as an item, with the place in the document when it has one. */
export function errorItem(known: DomainError, { requestId }: ErrorReader, at?: GraphQLError): ErrorItem {
  return {
    message: bounded(known.message),
    ...(at?.locations ? { locations: at.locations.slice(0, maxLocations) } : {}),
    ...(at?.path ? { path: at.path } : {}),
    extensions: {
      code: codeOf(known),
      type: known.type,
      status: known.status,
      requestId,
      ...(known.details ? { details: known.details } : {}),
      ...(known.retryAfterSeconds === undefined ? {} : { retryAfter: known.retryAfterSeconds }),
    },
  };
}

/** What the caller may know of an error: all of an expected one; of any other, only that it happened. */
export function shownFailure(error: unknown, { requestId, log }: ErrorReader): DomainError {
  const known = failureOf(error);
  if (known) return known;
  log.error(
    { requestId, route: '/graphql', err: (error as Partial<GraphQLError>).originalError ?? error },
    'operation failed',
  );
  return failure('internal', 'Internal error');
}

/** An error of a field. What graphql says of a null argument is the caller's mistake, and safe to show. */
export function fieldErrorItem(error: GraphQLError, reader: ErrorReader): ErrorItem {
  const isArgument = !error.originalError && error.message.startsWith('Argument "');
  const shown = isArgument ? failure('validation_failed', error.message) : shownFailure(error, reader);
  return errorItem(shown, reader, error);
}

/** An error of graphql's own about the request: a syntax error, a field that is not there, a variable that does not fit. */
export const requestErrorItem = (
  type: 'query_syntax' | 'query_invalid' | 'query_too_complex' | 'validation_failed',
  error: GraphQLError,
  reader: ErrorReader,
): ErrorItem => errorItem(failure(type, withoutSuggestion(error.message)), reader, error);

/** Messages of graphql quote what they were given. Quality 3.1. */
const bounded = (text: string) => (text.length > maxMessage ? `${text.slice(0, maxMessage - 1)}…` : text);
const maxMessage = 300;
const maxLocations = 10;

const withoutSuggestion = (message: string) => message.replace(/ Did you mean [^?]*\?/, '');

/** Refusals that older clients read from a 200: the request was well-formed. GraphQL over HTTP, section 6.4.1. */
const lenient: ReadonlySet<string> = new Set(['query_syntax', 'query_invalid', 'validation_failed']);

/** The HTTP status of an answer that has errors and no data. */
export function statusOf(error: ErrorItem, mediaType: GraphqlMediaType): number {
  const { type, status } = error.extensions;
  return mediaType === 'application/json' && lenient.has(type) ? 200 : status;
}
