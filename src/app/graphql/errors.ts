import { GraphQLError } from 'graphql';
import type { Log } from '../../domain/core/context.ts';
import { failure, type DomainError } from '../../lib/errors.ts';
import { readErrorCode, findFailure } from '../../engine/failures.ts';
import type { GraphqlMediaType } from './media-type.ts';

/** One item of `errors`. See docs/reference/errors.md#body. */
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
    /** Seconds after which a retry makes sense. */
    readonly retryAfter?: number;
  };
}

/** What formatting an error needs: the id of the request, and the log for internal errors. */
export interface ErrorReader {
  readonly requestId: string;
  readonly log: Log;
}

/** Formats a failure, with its location in the document when it has one. */
export function errorItem(known: DomainError, { requestId }: ErrorReader, at?: GraphQLError): ErrorItem {
  return {
    message: bounded(known.message),
    ...(at?.locations ? { locations: at.locations.slice(0, maxLocations) } : {}),
    ...(at?.path ? { path: at.path } : {}),
    extensions: {
      code: readErrorCode(known),
      type: known.type,
      status: known.status,
      requestId,
      ...(known.details ? { details: known.details } : {}),
      ...(known.retryAfterSeconds === undefined ? {} : { retryAfter: known.retryAfterSeconds }),
    },
  };
}

/** Returns the failure to disclose to the caller. An unexpected error is logged and reported as internal. */
export function publicFailure(error: unknown, { requestId, log }: ErrorReader): DomainError {
  const known = findFailure(error);
  if (known) return known;
  log.error(
    { requestId, route: '/graphql', err: (error as Partial<GraphQLError>).originalError ?? error },
    'operation failed',
  );
  return failure('internal', 'Internal error');
}

/**
 * Formats an error of a field. A null argument is a mistake of the caller and safe to disclose. graphql-jit reports it as
 * an error without a cause, graphql-js as the cause of the error of the field.
 */
export function fieldErrorItem(error: GraphQLError, reader: ErrorReader): ErrorItem {
  const cause = error.originalError ?? error;
  const isArgument = cause instanceof GraphQLError && cause.message.startsWith('Argument "');
  const shown = isArgument ? failure('validation_failed', error.message) : publicFailure(error, reader);
  return errorItem(shown, reader, error);
}

/**
 * Formats an error that graphql-js reports about the request: a syntax error, an unknown field, an invalid variable.
 */
export const requestErrorItem = (
  type: 'query_syntax' | 'query_invalid' | 'query_too_complex' | 'validation_failed',
  error: GraphQLError,
  reader: ErrorReader,
): ErrorItem => errorItem(failure(type, error.message), reader, error);

/** Truncates a message, because messages of graphql-js quote their input. */
const bounded = (text: string) => (text.length > maxMessage ? `${text.slice(0, maxMessage - 1)}…` : text);
const maxMessage = 300;
const maxLocations = 10;

/**
 * Types of errors that have status 200 with the legacy media type `application/json`, because the request was
 * well-formed. See GraphQL over HTTP, section 6.4.1.
 */
const lenient: ReadonlySet<string> = new Set(['query_syntax', 'query_invalid', 'validation_failed']);

/** The HTTP status of a response with errors and without data. */
export function toHttpStatus(error: ErrorItem, mediaType: GraphqlMediaType): number {
  const { type, status } = error.extensions;
  return mediaType === 'application/json' && lenient.has(type) ? 200 : status;
}
