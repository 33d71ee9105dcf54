import type { GraphQLError } from 'graphql';
import { InputValidationError } from '@pothos/plugin-validation';
import { meaningOf } from '../db/errors.ts';
import { DomainError, failure } from '../lib/errors.ts';

/** What an error of an execution means for the caller; null when it is a fault of ours. */
export function failureOf(error: unknown): DomainError | null {
  const original = (error as Partial<GraphQLError> | null)?.originalError ?? error;
  if (original instanceof DomainError) return original;
  if (original instanceof InputValidationError) return failure('validation_failed', original.message);
  const meaning = meaningOf(original);
  return meaning === 'retry'
    ? failure('unavailable', 'Too many requests change the same thing', { retryAfterSeconds: 1 })
    : meaning;
}
