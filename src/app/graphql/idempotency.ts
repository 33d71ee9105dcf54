import type { ExecutionResult } from 'graphql';
import { enterCollection } from '../../domain/authoring/collections/collections.ts';
import type { Context } from '../../domain/core/context.ts';
import type { Claim, StoredResponse } from '../../domain/core/idempotency/idempotency.ts';
import { requestDigest, keyRefused, requireKey, scopeOfKey } from '../../domain/core/idempotency/key.ts';
import { runInside, runOutside, type KeyedWork } from '../../domain/core/idempotency/run-once.ts';
import { getOrganization } from '../../domain/people/organizations/organizations.ts';
import { enterSpace } from '../../domain/authoring/spaces/spaces.ts';
import type { Operation } from '../../engine/documents.ts';
import { typeOfId } from '../../lib/ids.ts';
import type { GraphqlParams } from './params.ts';

interface KeyedRequest {
  readonly key: string;
  readonly operation: Operation;
  readonly params: GraphqlParams;
}

interface KeyedResult {
  readonly result: ExecutionResult;
  readonly isReplayed: boolean;
}

/**
 * Executes a mutation with an Idempotency-Key at most once, as the REST API does. The response data is stored in the
 * transaction of the mutation, and replayed for the same key. Failures are not stored. Throws validation_failed unless the
 * document is a mutation with exactly one field, because a key covers one effect.
 */
export async function executeOnce(ctx: Context, { key, operation, params }: KeyedRequest): Promise<KeyedResult> {
  requireKey(key);
  requireOneMutation(operation);
  // The response contains a secret, which must not be stored.
  if (operation.isAnonymous) throw keyRefused('An Idempotency-Key cannot be used for a mutation that needs no token');
  const { query, operationName, variables } = params;
  const claim = {
    scope: scopeOfKey(ctx.actor, 'graphql'),
    key,
    fingerprint: requestDigest({ query, operationName, variables: variables ?? null }),
  };
  const run = { operation, params, claim };
  return operation.isLongRunning ? runOutside(ctx, claim, keyedWork(run)) : inside(ctx, run);
}

/** Throws validation_failed unless a key can cover the effect of an operation. */
export function requireOneMutation({ onlyMutation }: Operation): void {
  if (onlyMutation === null)
    throw keyRefused('An Idempotency-Key requires a mutation with exactly one field and no fragments');
}

interface Run extends Omit<KeyedRequest, 'key'> {
  readonly claim: Claim;
}

async function inside(outer: Context, run: Run): Promise<KeyedResult> {
  let failed: KeyedResult | null = null;
  const rollBack = (executed: KeyedResult): never => {
    failed = executed;
    throw new Error('The mutation failed, so its transaction is rolled back');
  };
  try {
    return await runInside(outer, run.claim, keyedWork(run), rollBack);
  } catch (error) {
    if (failed === null) throw error;
    return failed;
  }
}

const keyedWork = ({ operation, params }: Run): KeyedWork<KeyedResult> => ({
  run: async (ctx) => ({ result: await operation.run(ctx, params.variables), isReplayed: false }),
  replay: (ctx, stored) => replay(ctx, { operation, params }, stored),
  responseOf: ({ result: { data, errors } }) => (errors ? null : { status: 200, body: JSON.stringify(data ?? null) }),
});

/**
 * Answers a repeated mutation with the stored response. Throws not_found when the caller can no longer read the resource
 * that the mutation changed.
 */
async function replay(
  ctx: Context,
  { operation, params }: Omit<Run, 'claim'>,
  stored: StoredResponse,
): Promise<KeyedResult> {
  for (const id of Object.values(operation.onlyMutation?.(params.variables) ?? {}))
    if (typeof id === 'string') await requireReachable(ctx, id);
  const data = JSON.parse(stored.body ?? 'null') as ExecutionResult['data'];
  return { result: { data }, isReplayed: true };
}

async function requireReachable(ctx: Context, id: string): Promise<void> {
  const type = typeOfId(id);
  if (type === 'Organization') await getOrganization(ctx, id);
  if (type === 'Space') await enterSpace(ctx, id);
  if (type === 'Collection') await enterCollection(ctx, id);
}
