import type { ExecutionResult } from 'graphql';
import type { Actor, Context } from '../domain/context.ts';
import { failure } from '../lib/errors.ts';
import type { Documents, Operation } from '../schema/documents.ts';
import { objectsOf } from '../schema/limits/cost.ts';
import { tooComplex, type Limits } from '../schema/limits/limits.ts';
import { unauthenticated } from './bearer.ts';
import { withDeadline } from './deadline.ts';
import {
  errorItem,
  fieldErrorItem,
  requestErrorItem,
  shownFailure,
  type ErrorItem,
  type ErrorReader,
} from './graphql-errors.ts';
import type { GraphqlParams } from './graphql-params.ts';

/** The body of an answer; without `data` nothing was run. */
export interface GraphqlAnswer {
  readonly data?: ExecutionResult['data'];
  readonly errors?: readonly ErrorItem[];
}

/** One operation that somebody wants run. */
export interface GraphqlRequest {
  readonly params: GraphqlParams;
  /** Null for a caller without a token. */
  readonly actor: Actor | null;
  /** GET must not change anything. */
  readonly readOnly: boolean;
}

export interface GraphqlEngine {
  readonly documents: Documents;
  readonly limits: Limits;
  readonly timeoutMs: number;
  /** For operations that are marked as long-running. */
  readonly longTimeoutMs: number;
  readonly contextFor: (actor: Actor, requestId: string, signal?: AbortSignal) => Context;
}

/** Who reads the schema without a token. */
const nobody: Actor = { userId: '', tokenId: '', scopes: new Set(), organizationId: null, isInstanceAdmin: false };

/** Checks and runs an operation. Never throws: what goes wrong is in the answer. */
export async function answerOf(
  engine: GraphqlEngine,
  request: GraphqlRequest,
  reader: ErrorReader,
): Promise<GraphqlAnswer> {
  try {
    const { params } = request;
    const prepared = engine.documents(params.query, params.operationName);
    if (prepared.kind === 'limit') throw prepared.failure;
    if (prepared.kind === 'errors')
      return { errors: prepared.errors.map((error) => requestErrorItem(prepared.type, error, reader)) };
    assertAllowed(prepared, request, engine.limits);
    const stop = prepared.isLongRunning ? new AbortController() : undefined;
    const ctx = engine.contextFor(request.actor ?? nobody, reader.requestId, stop?.signal);
    const timeoutMs = prepared.isLongRunning ? engine.longTimeoutMs : engine.timeoutMs;
    const result = await withDeadline(timeoutMs, prepared.run(ctx, params.variables), stop);
    return result.errors ? withErrors(result, reader) : (result as GraphqlAnswer);
  } catch (error) {
    return { errors: [errorItem(shownFailure(error, reader), reader)] };
  }
}

function assertAllowed(operation: Operation, { actor, readOnly, params }: GraphqlRequest, limits: Limits): void {
  if (actor === null && !operation.isIntrospection) throw unauthenticated();
  if (readOnly && operation.type !== 'query') throw failure('method_not_allowed', 'Send mutations by POST');
  if (objectsOf(operation.cost, params.variables) > limits.cost)
    throw tooComplex('cost', `an answer of more than ${limits.cost} objects; ask for smaller pages`);
}

/** Mistakes in variables that are told; there can be as many as there are values. */
const maxRequestErrors = 10;

/** Fields that failed and are told; each of a thousand things asked for together may. */
const maxFieldErrors = 1_000;

/** Without data the variables did not fit, and nothing ran; else some fields failed. */
function withErrors({ data, errors = [] }: ExecutionResult, reader: ErrorReader): GraphqlAnswer {
  if (data === undefined)
    return {
      errors: errors.slice(0, maxRequestErrors).map((error) => requestErrorItem('validation_failed', error, reader)),
    };
  return { data, errors: errors.slice(0, maxFieldErrors).map((error) => fieldErrorItem(error, reader)) };
}
