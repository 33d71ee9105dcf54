import { randomUUID } from 'node:crypto';
import type { Context, OnceEffect } from '../context.ts';
import { transact } from '../transact.ts';
import { claimKey, finishKey, inProgress, type Claim, type Hold, type StoredResponse } from './idempotency.ts';
import { dropClaim, keepClaim, writeEffect } from './queries.ts';

/** A request with a key, in the form that both APIs share. */
export interface KeyedWork<Result> {
  readonly run: (ctx: Context) => Promise<Result>;
  /** Answers with the stored response of the first request. */
  readonly replay: (ctx: Context, stored: StoredResponse) => Promise<Result>;
  /** The response to store; null for a failure, which is not stored. */
  readonly responseOf: (result: Result) => (Omit<StoredResponse, 'location'> & { readonly location?: string }) | null;
}

/**
 * Runs a request in one transaction with its key, so that both commit or neither. When the result is a failure,
 * `failed` throws, to roll back.
 */
export function runInside<Result>(
  outer: Context,
  claim: Claim,
  { run, replay, responseOf }: KeyedWork<Result>,
  failed: (result: Result) => never,
): Promise<Result> {
  return transact(outer, async (ctx) => {
    const { stored } = await claimKey(ctx, { ...claim, holder: randomUUID() });
    if (stored) return replay(ctx, stored);
    const result = await run(ctx);
    const response = responseOf(result);
    if (response === null) return failed(result);
    await finishKey(ctx, claim, response);
    return result;
  });
}

/**
 * Runs a request that must not hold a transaction open. The key is claimed first, and the effect of the request is
 * stored with it in the transaction of the effect (`ctx.once`). If the process ends before the response is stored, a
 * repeated request is answered from that effect, or runs again if there was none.
 */
export async function runOutside<Result>(
  outer: Context,
  claim: Claim,
  { run, replay, responseOf }: KeyedWork<Result>,
): Promise<Result> {
  const hold: Hold = { ...claim, holder: randomUUID() };
  const found = await transact(outer, (ctx) => claimKey(ctx, hold));
  if (found.stored) return replay(outer, found.stored);
  const timer = setInterval(
    () => void keepClaim(outer.sql, hold).catch(() => undefined),
    outer.config.JOB_LEASE_MS / 3,
  );
  timer.unref();
  let isKept = false;
  try {
    const result = await run({ ...outer, once: onceOf(hold, found.effect) });
    const response = responseOf(result);
    if (response !== null) await finishKey(outer, claim, response);
    isKept = response !== null;
    return result;
  } finally {
    clearInterval(timer);
    if (!isKept) await dropClaim(outer.sql, hold);
  }
}

const onceOf = (hold: Hold, effect: unknown): OnceEffect => ({
  earlier: effect ?? null,
  record: async (ctx, made) => {
    if (!(await writeEffect(ctx.sql, hold, made))) throw inProgress();
  },
});
