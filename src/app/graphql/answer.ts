import { isAnonymous } from '../../access/actor.ts';
import type { Db } from '../../db/client.ts';
import type { Context } from '../../domain/core/context.ts';
import { failure } from '../../lib/errors.ts';
import type { Operation } from '../../engine/documents.ts';
import { listSize, objectsOf, repeatedListSize } from '../../engine/limits/cost.ts';
import { tooComplex, type Limits } from '../../engine/limits/limits.ts';
import { unauthenticated } from '../http/bearer.ts';
import { errorItem, publicFailure, requestErrorItem, type ErrorReader } from './errors.ts';
import {
  answerWithin,
  type GraphqlAnswer,
  type GraphqlEngine,
  type GraphqlRequest,
  type AdmittedOperation,
} from './execution.ts';
import { executeOnce, requireOneMutation } from './idempotency.ts';
import { subscribe, type OpensStream } from './subscribe.ts';

/** Validates and executes an operation. Never throws: every failure becomes an item of `errors`. */
export async function answerOf(
  engine: GraphqlEngine,
  request: GraphqlRequest,
  reader: ErrorReader,
): Promise<GraphqlAnswer> {
  try {
    const prepared = prepare(engine, request, reader);
    if ('errors' in prepared) return prepared;
    if (prepared.operation.type === 'subscription') throw onlyAsStream();
    return await answerOfOperation(engine, prepared, request, reader);
  } catch (error) {
    return answerOfFailure(error, reader);
  }
}

/** Validates and executes an operation for a client that takes streams. Never throws, as `answerOf`. */
export async function streamOf(
  engine: GraphqlEngine,
  request: GraphqlRequest,
  { reader, stream }: { readonly reader: ErrorReader; readonly stream: OpensStream | null },
): Promise<GraphqlAnswer | AsyncIterable<GraphqlAnswer>> {
  try {
    const prepared = prepare(engine, request, reader);
    if ('errors' in prepared) return prepared;
    if (prepared.operation.type !== 'subscription') return await answerOfOperation(engine, prepared, request, reader);
    if (stream === null) throw onlyAsStream();
    if (request.key !== null) requireOneMutation(prepared.operation);
    return await subscribe(engine, prepared, { variables: request.params.variables, reader, stream });
  } catch (error) {
    return answerOfFailure(error, reader);
  }
}

const onlyAsStream = () =>
  failure('not_acceptable', 'A subscription is answered as a stream of events: send "Accept: text/event-stream"');

const answerOfFailure = (error: unknown, reader: ErrorReader): GraphqlAnswer => ({
  errors: [errorItem(publicFailure(error, reader), reader)],
});

/** Returns the operation of a request, or the errors of its document. Throws when the caller may not run it. */
function prepare(
  engine: GraphqlEngine,
  request: GraphqlRequest,
  reader: ErrorReader,
): AdmittedOperation | Required<Pick<GraphqlAnswer, 'errors'>> {
  const { params, actor } = request;
  const isKnown = !isAnonymous(actor);
  const operation = engine.documents(params.query, params.operationName, isKnown);
  // Validation errors disclose parts of the schema.
  if (operation.kind !== 'operation' && !isKnown && !engine.openIntrospection) throw unauthenticated();
  if (operation.kind === 'limit') throw operation.failure;
  if (operation.kind === 'errors')
    return { errors: operation.errors.map((error) => requestErrorItem(operation.type, error, reader)) };
  const isOpen = operation.isAnonymous || (engine.openIntrospection && operation.isIntrospection);
  if (!isKnown && !isOpen) throw unauthenticated();
  return { operation, objects: assertAllowed(operation, request, engine.limits) };
}

async function answerOfOperation(
  engine: GraphqlEngine,
  { operation, objects }: AdmittedOperation,
  request: GraphqlRequest,
  reader: ErrorReader,
): Promise<GraphqlAnswer> {
  const stop = operation.isLongRunning ? new AbortController() : undefined;
  const answer = (reads?: Db) => {
    const { requestId } = reader;
    const ctx = engine.contextFor(request, { requestId, signal: stop?.signal, reads });
    return answerWithin(
      engine,
      { operation, objects },
      { ctx, stop, reader, run: () => executed(ctx, operation, request) },
    );
  };
  return operation.type === 'query' && stop === undefined
    ? engine.reads.run(request.actor, answer, isUnavailable)
    : answer();
}

const isUnavailable = ({ errors }: GraphqlAnswer): boolean =>
  errors?.some(({ extensions }) => extensions?.['code'] === 'SERVICE_UNAVAILABLE') ?? false;

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
  if (readOnly && operation.type === 'mutation') throw failure('method_not_allowed', 'Send mutations by POST');
  const objects = objectsOf(operation.cost, params.variables);
  if (objects > limits.cost) {
    const hint = operation.cost.least > limits.cost ? withoutPages : 'ask for smaller pages (`first`)';
    const list = operation.costliestList(params.variables);
    const most = list === null ? '' : `, most of them in \`${shortened(list)}\``;
    throw tooComplex('cost', `an answer of up to ${objects} objects, more than ${limits.cost}${most}; ${hint}`);
  }
  return objects;
}
