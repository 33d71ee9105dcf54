import type { ExecutionResult } from 'graphql';
import type { Actor } from '../../access/actor.ts';
import { abandon, assertAnswerable, endWhenExceeded, getWaitedMs } from '../../domain/core/budget.ts';
import type { Db } from '../../db/client.ts';
import type { Context, Origin } from '../../domain/core/context.ts';
import type { Documents, Operation } from '../../engine/documents.ts';
import type { Limits } from '../../engine/limits/limits.ts';
import type { Meters } from '../../infra/metrics/meters.ts';
import type { Tracing } from '../../infra/tracing/tracing.ts';
import { withDeadline } from '../http/deadline.ts';
import type { Reads } from '../process/reads.ts';
import { fieldErrorItem, requestErrorItem, type ErrorItem, type ErrorReader } from './errors.ts';
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
    call: { readonly requestId: string; readonly signal?: AbortSignal | undefined; readonly reads?: Db | undefined },
  ) => Context;
  readonly reads: Reads;
  /** Called for each operation that was executed. */
  readonly onAnswer: Meters['graphqlAnswered'];
  readonly tracing: Tracing | null;
}

/** An operation that the caller may run, and how many objects it may read. */
export interface AdmittedOperation {
  readonly operation: Operation;
  readonly objects: number;
}

/** One execution of an operation. */
interface Execution {
  readonly ctx: Context;
  readonly stop?: AbortController | undefined;
  readonly reader: ErrorReader;
  readonly run: () => ExecutionResult | Promise<ExecutionResult>;
}

/** Executes an operation within its time and its budget. */
export async function answerWithin(
  engine: GraphqlEngine,
  admitted: AdmittedOperation,
  { ctx, stop, reader, run }: Execution,
): Promise<GraphqlAnswer> {
  const { operation, objects } = admitted;
  const result = await measured(engine, operation, () => limited(engine, operation, { ctx, stop, work: run() }));
  if (operation.type !== 'mutation') await assertAnswerable(ctx, result.data, objects);
  const answer = result.errors ? withErrors(result, reader) : (result as GraphqlAnswer);
  return answer.data === undefined ? answer : withCost(engine, admitted, answer);
}

/** Maximum number of objects in answers that are made together: some for each event of a stream, but hardly a list. */
const maxObjectsTogether = 150;

/**
 * Executes an operation several times, within the time and the budget of one. Null when that is too many objects, or when an
 * answer has errors; throws when it takes more.
 */
export async function answerTogether(
  engine: GraphqlEngine,
  admitted: AdmittedOperation,
  { ctx, runs }: Pick<Execution, 'ctx'> & { readonly runs: readonly Execution['run'][] },
): Promise<readonly GraphqlAnswer[] | null> {
  const { operation, objects } = admitted;
  if (objects * runs.length > maxObjectsTogether) return null;
  const work = Promise.all(runs.map((run) => measured(engine, operation, run)));
  const results = await limited(engine, operation, { ctx, work });
  if (results.some(({ errors }) => errors !== undefined)) return null;
  await assertAnswerable(ctx, results, objects * runs.length);
  return results.map((result) => withCost(engine, admitted, result as GraphqlAnswer));
}

const withCost = ({ limits }: GraphqlEngine, { objects }: AdmittedOperation, answer: GraphqlAnswer): GraphqlAnswer => ({
  ...answer,
  extensions: { cost: { objects, limit: limits.cost } },
});

/** Rejects when work of an operation takes longer than its time, or more than its budget. */
function limited<Result>(
  { timeoutMs, longTimeoutMs }: GraphqlEngine,
  { isLongRunning, type }: Operation,
  { ctx, stop, work }: Pick<Execution, 'ctx' | 'stop'> & { readonly work: Result | Promise<Result> },
): Result | Promise<Result> {
  const ms = isLongRunning ? longTimeoutMs : timeoutMs;
  const patience = { waitedMs: () => getWaitedMs(ctx), longestMs: longTimeoutMs };
  // Mutations are not ended by the budget: they have already taken effect when it is exceeded.
  if (type === 'mutation') return withDeadline(ms, work, { stop, ...patience });
  const stopQuery = stop ?? { abort: () => abandon(ctx) };
  return withDeadline(ms, withinBudget(ctx, work), { stop: stopQuery, ...patience });
}

/** Rejects as soon as the operation exceeds its budget, without waiting for its other fields to end. */
function withinBudget<Result>(ctx: Context, work: Result | Promise<Result>): Result | Promise<Result> {
  if (!(work instanceof Promise)) return work;
  return new Promise<Result>((resolve, reject) => {
    const forget = endWhenExceeded(ctx, reject);
    work.finally(forget).then(resolve, reject);
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
