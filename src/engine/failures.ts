import type { GraphQLError } from 'graphql';
import { InputValidationError } from '@pothos/plugin-validation';
import { classifyDatabaseError } from '../db/errors.ts';
import { DomainError, failure, type ErrorType } from '../lib/errors.ts';

/** Translates an execution error to a failure for the caller; null for internal errors. */
export function findFailure(error: unknown): DomainError | null {
  const original = (error as Partial<GraphQLError> | null)?.originalError ?? error;
  if (original instanceof DomainError) return original;
  if (original instanceof InputValidationError) return failure('validation_failed', original.message);
  const meaning = classifyDatabaseError(original);
  return meaning === 'retry'
    ? failure('unavailable', 'Too many concurrent requests modify the same resource', { retryAfterSeconds: 1 })
    : meaning;
}

const codesByType: Readonly<Partial<Record<ErrorType, string>>> = {
  malformed_request: 'BAD_REQUEST',
  query_syntax: 'GRAPHQL_PARSE_FAILED',
  query_invalid: 'GRAPHQL_VALIDATION_FAILED',
  query_too_complex: 'QUERY_TOO_COMPLEX',
  insufficient_scope: 'INSUFFICIENT_SCOPE',
};

const codesByStatus: Readonly<Record<number, string>> = {
  400: 'BAD_USER_INPUT',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'BAD_REQUEST',
  406: 'BAD_REQUEST',
  409: 'CONFLICT',
  412: 'PRECONDITION_FAILED',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'BAD_REQUEST',
  422: 'UNPROCESSABLE',
  428: 'PRECONDITION_REQUIRED',
  429: 'RATE_LIMITED',
  503: 'SERVICE_UNAVAILABLE',
  504: 'TIMEOUT',
};

/** The value of `extensions.code` for a failure. See docs/reference/errors.md. */
export const readErrorCode = ({ type, status }: DomainError): string =>
  codesByType[type] ?? codesByStatus[status] ?? 'INTERNAL_SERVER_ERROR';
