import { randomUUID } from 'node:crypto';
import type { Context, OnceEffect } from '../context.ts';
import { transact } from '../transact.ts';
import { claimKey, finishKey, inProgress, type Claim, type Hold, type StoredResponse } from './idempotency.ts';
import { releaseClaim, renewClaim, writeEffect } from './queries.ts';

/** A request with an idempotency key, as both APIs pass it. */
export interface KeyedWork<Result> {
  readonly run: (ctx: Context) => Promise<Result>;
  /** Rebuilds the result from the stored response of the first request. */
  readonly replay: (ctx: Context, stored: StoredResponse) => Promise<Result>;
  /** The response to store; null for a failure, which is not stored. */
  readonly responseOf: (result: Result) => (Omit<StoredResponse, 'location'> & { readonly location?: string }) | null;
}

/**
 * Runs a request in one transaction with its key, so that both commit or neither does. `failed` throws for a failed
 * result, to roll back.
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
 * Runs a request that must not hold a transaction open. Claims the key first; the request stores its effect with the
 * key (`ctx.once`), in the transaction of the effect. If the process ends before the response is stored, a retry is
 * answered from that effect, or runs again if there was none.
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
    () => void renewClaim(outer.sql, hold).catch(() => undefined),
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
    if (!isKept) await releaseClaim(outer.sql, hold);
  }
}

const onceOf = (hold: Hold, effect: unknown): OnceEffect => ({
  earlier: effect ?? null,
  record: async (ctx, made) => {
    if (!(await writeEffect(ctx.sql, hold, made))) throw inProgress();
  },
});
