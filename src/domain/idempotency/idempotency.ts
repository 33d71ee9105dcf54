import { failure } from '../../lib/errors.ts';
import { sql } from '../../db/sql.ts';
import type { Context } from '../context.ts';

/** A key as one caller used it for one operation. */
export interface Claim {
  readonly scope: string;
  readonly key: string;
  readonly fingerprint: string;
}

export interface StoredAnswer {
  readonly status: number;
  readonly body: string | null;
  readonly location: string | null;
}

/** Keys are kept for a day; one whose work never ended may be taken again after five minutes. */
export const keptHours = 24;
const abandonedMinutes = 5;

interface Row {
  readonly fingerprint: string;
  readonly status: number | null;
  readonly body: string | null;
  readonly location: string | null;
}

/**
 * Takes the key for this request and gives null, or gives what the first request answered. A second
 * request waits here for the first one's transaction. Throws idempotency_key_reused for a different
 * request, idempotency_in_progress while a long-running first one works.
 */
export async function claimKey(ctx: Context, claim: Claim): Promise<StoredAnswer | null> {
  const taken = await ctx.sql.first(sql`
    insert into idempotency_keys (scope, key, fingerprint, "createdAt")
    values (${claim.scope}, ${claim.key}, ${claim.fingerprint}, now())
    on conflict (scope, key) do update
      set fingerprint = excluded.fingerprint, status = null, body = null, location = null, "createdAt" = now()
      where idempotency_keys."createdAt" < now() - make_interval(hours => ${keptHours}::int)
        or (idempotency_keys.status is null
          and idempotency_keys."createdAt" < now() - make_interval(mins => ${abandonedMinutes}::int))
    returning key`);
  if (taken) return null;
  const row = await ctx.sql.first<Row>(sql`
    select fingerprint, status, body, location from idempotency_keys
    where scope = ${claim.scope} and key = ${claim.key}`);
  if (row && row.fingerprint !== claim.fingerprint)
    throw failure('idempotency_key_reused', 'This Idempotency-Key was used for a different request');
  if (!row || row.status === null)
    throw failure('idempotency_in_progress', 'The first request with this Idempotency-Key is under way', {
      retryAfterSeconds: 1,
    });
  return { status: row.status, body: row.body, location: row.location };
}

/** Stores the answer for whoever repeats the request. */
export async function finishKey(
  ctx: Context,
  claim: Claim,
  answer: { readonly status: number; readonly body: string | null; readonly location?: string },
): Promise<void> {
  await ctx.db.idempotencyKey.update({
    where: { scope_key: { scope: claim.scope, key: claim.key } },
    data: { status: answer.status, body: answer.body, location: answer.location ?? null },
  });
}

/** Gives the key back after a failure, so that a repetition may succeed. */
export async function releaseKey(ctx: Context, claim: Claim): Promise<void> {
  await ctx.db.idempotencyKey.deleteMany({ where: { scope: claim.scope, key: claim.key, status: null } });
}
