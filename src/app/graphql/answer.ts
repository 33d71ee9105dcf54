import type { ExecutionResult } from 'graphql';
import { isAnonymous, type Actor } from '../../access/actor.ts';
import { abandon, assertAnswerable, endWhenExceeded, getWaitedMs } from '../../domain/core/budget.ts';
import type { Context, Origin } from '../../domain/core/context.ts';
import { failure } from '../../lib/errors.ts';
import type { Documents, Operation } from '../../engine/documents.ts';
import type { Tracing } from '../../infra/tracing/tracing.ts';
import type { Meters } from '../../infra/metrics/meters.ts';
import { listSize, objectsOf, repeatedListSize } from '../../engine/limits/cost.ts';
import { tooComplex, type Limits } from '../../engine/limits/limits.ts';
import { unauthenticated } from '../http/bearer.ts';
import { withDeadline } from '../http/deadline.ts';
import {
  errorItem,
  fieldErrorItem,
  requestErrorItem,
  publicFailure,
  type ErrorItem,
  type ErrorReader,
} from './errors.ts';
import { executeOnce } from './idempotency.ts';
import type { GraphqlParams } from './params.ts';

/** The body of a response. It has no `data` when the operation was not executed. */
export interface GraphqlAnswer {
  readonly data?: ExecutionResult['data'];
  readonly errors?: readonly ErrorItem[];
  /** The cost of the operation: how many objects it may read, and the limit. */
  readonly extensions?: { readonly cost: { readonly objects: number; readonly limit: number } };
}

/** One requested operation. */
export interface GraphqlRequest {
  readonly params: GraphqlParams;
  readonly actor: Actor;
  readonly origin: Origin;
  /** True for GET requests, which must not execute mutations. */
  readonly readOnly: boolean;
  /** Value of the Idempotency-Key header, or null. */
  readonly key: string | null;
  /** Called when the response is replayed from an earlier request with the same key. */
  readonly onReplay: () => void;
}

export interface GraphqlEngine {
  readonly documents: Documents;
  readonly limits: Limits;
  /** Whether introspection is allowed without a token. */
  readonly openIntrospection: boolean;
  readonly timeoutMs: number;
  /** Timeout in milliseconds of operations that are marked as long-running. */
  readonly longTimeoutMs: number;
  readonly contextFor: (
    request: Pick<GraphqlRequest, 'actor' | 'origin'>,
    requestId: string,
    signal?: AbortSignal,
  ) => Context;
  /** Called for each operation that was executed. */
  readonly onAnswer: Meters['graphqlAnswered'];
  readonly tracing: Tracing | null;
}

/** Validates and executes an operation. Never throws: every failure becomes an item of `errors`. */
export async function answerOf(
  engine: GraphqlEngine,
  request: GraphqlRequest,
  reader: ErrorReader,
): Promise<GraphqlAnswer> {
  try {
    const { params, actor } = request;
    const isKnown = !isAnonymous(actor);
    const prepared = engine.documents(params.query, params.operationName, isKnown);
    // Validation errors disclose parts of the schema.
    if (prepared.kind !== 'operation' && !isKnown && !engine.openIntrospection) throw unauthenticated();
    if (prepared.kind === 'limit') throw prepared.failure;
    if (prepared.kind === 'errors')
      return { errors: prepared.errors.map((error) => requestErrorItem(prepared.type, error, reader)) };
    const isOpen = prepared.isAnonymous || (engine.openIntrospection && prepared.isIntrospection);
    if (!isKnown && !isOpen) throw unauthenticated();
    const objects = assertAllowed(prepared, request, engine.limits);
    const stop = prepared.isLongRunning ? new AbortController() : undefined;
    const ctx = engine.contextFor(request, reader.requestId, stop?.signal);
    const timeoutMs = prepared.isLongRunning ? engine.longTimeoutMs : engine.timeoutMs;
    const result = await measured(engine, prepared, () => {
      const work = executed(ctx, prepared, request);
      // Mutations are not ended by the budget: they have already taken effect when it is exceeded.
      const patience = { waitedMs: () => getWaitedMs(ctx), longestMs: engine.longTimeoutMs };
      if (prepared.type !== 'query') return withDeadline(timeoutMs, work, { stop, ...patience });
      const stopQuery = stop ?? { abort: () => abandon(ctx) };
      return withDeadline(timeoutMs, withinBudget(ctx, work), { stop: stopQuery, ...patience });
    });
    if (prepared.type === 'query') await assertAnswerable(ctx, result.data, objects);
    const answer = result.errors ? withErrors(result, reader) : (result as GraphqlAnswer);
    if (answer.data === undefined) return answer;
    return { ...answer, extensions: { cost: { objects, limit: engine.limits.cost } } };
  } catch (error) {
    return { errors: [errorItem(publicFailure(error, reader), reader)] };
  }
}

/** Rejects as soon as the operation exceeds its budget, without waiting for its other fields to end. */
function withinBudget<Result>(ctx: Context, work: Result | Promise<Result>): Result | Promise<Result> {
  if (!(work instanceof Promise)) return work;
  return new Promise<Result>((resolve, reject) => {
    endWhenExceeded(ctx, reject);
    work.then(resolve, reject);
  });
}

async function measured(
  { onAnswer, tracing }: GraphqlEngine,
  { name, type }: Operation,
  run: () => ExecutionResult | Promise<ExecutionResult>,
): Promise<ExecutionResult> {
  const begun = performance.now();
  let hasErrors = true;
  try {
    const attributes = { 'graphql.operation.type': type, ...(name !== null && { 'graphql.operation.name': name }) };
    const result = await (tracing
      ? tracing.trace(name === null ? type : `${type} ${name}`, attributes, async () => run())
      : run());
    hasErrors = result.errors !== undefined;
    return result;
  } finally {
    onAnswer(name, hasErrors, (performance.now() - begun) / 1_000);
  }
}

function executed(ctx: Context, operation: Operation, { params, key, onReplay }: GraphqlRequest) {
  if (key === null) return operation.run(ctx, params.variables);
  return executeOnce(ctx, { key, operation, params }).then(({ result, isReplayed }) => {
    if (isReplayed) onReplay();
    return result;
  });
}

/** Advice for operations whose cost comes from lists without paging, so that smaller pages would not help. */
const withoutPages =
  `lists that are not paged count as ${listSize} items a level, or ${repeatedListSize} where they lead back to ` +
  'themselves, so ask for fewer levels; `pages` of a revision lists a whole tree';

/** The last names of a path, so that the advice after it is not cut off. */
const shortened = (path: string) => (path.length > 50 ? `…${path.slice(-50).replace(/^[^.]*/, '')}` : path);

/**
 * Returns how many objects the operation may read. Throws method_not_allowed for a mutation in a GET request, and
 * query_too_complex when the cost exceeds the limit.
 */
function assertAllowed(operation: Operation, { readOnly, params }: GraphqlRequest, limits: Limits): number {
  if (readOnly && operation.type !== 'query') throw failure('method_not_allowed', 'Send mutations by POST');
  const objects = objectsOf(operation.cost, params.variables);
  if (objects > limits.cost) {
    const hint = operation.cost.least > limits.cost ? withoutPages : 'ask for smaller pages (`first`)';
    const list = operation.costliestList(params.variables);
    const most = list === null ? '' : `, most of them in \`${shortened(list)}\``;
    throw tooComplex('cost', `an answer of up to ${objects} objects, more than ${limits.cost}${most}; ${hint}`);
  }
  return objects;
}

/** Maximum number of reported errors of variables. There can be one per value. */
const maxRequestErrors = 10;

/** Maximum number of reported errors of fields. There can be one per field of the response. */
const maxFieldErrors = 1_000;

/**
 * Formats a result with errors. If it has no data, the variables were invalid and nothing was executed; otherwise some
 * fields failed.
 */
function withErrors({ data, errors = [] }: ExecutionResult, reader: ErrorReader): GraphqlAnswer {
  if (data === undefined)
    return {
      errors: errors.slice(0, maxRequestErrors).map((error) => requestErrorItem('validation_failed', error, reader)),
    };
  return { data, errors: errors.slice(0, maxFieldErrors).map((error) => fieldErrorItem(error, reader)) };
}
