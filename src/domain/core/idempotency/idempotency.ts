import { decrypt, encrypt } from '../../../lib/encryption.ts';
import { failure } from '../../../lib/errors.ts';
import type { Context } from '../context.ts';
import { findClaim, insertClaim, type Claim, type Hold } from './queries.ts';

export type { Claim, Hold };

export interface StoredResponse {
  readonly status: number;
  readonly body: string | null;
  readonly location: string | null;
}

/** Result of a claim: the response of the first request, or the effect of a run that ended before it had a response. */
type ClaimResult = { readonly stored: StoredResponse } | { readonly stored: null; readonly effect: unknown };

/**
 * Claims the key for this run of a request, or finds the response of the first request with the key. Waits for the
 * transaction of a first request that is still running. Throws idempotency_key_reused when the first request was a
 * different one; idempotency_in_progress while a long-running first request continues.
 */
export async function claimKey(ctx: Context, hold: Hold): Promise<ClaimResult> {
  const claimed = await insertClaim(ctx.sql, hold, ctx.config.JOB_LEASE_MS);
  if (claimed) return { stored: null, effect: claimed.effect };
  const row = await findClaim(ctx.sql, hold);
  if (row && row.fingerprint !== hold.fingerprint)
    throw failure('idempotency_key_reused', 'This Idempotency-Key was used for a different request');
  if (!row || row.status === null) throw inProgress();
  return { stored: { status: row.status, body: row.body && opened(ctx, hold, row.body), location: row.location } };
}

export const inProgress = () =>
  failure('idempotency_in_progress', 'The first request with this Idempotency-Key is still in progress', {
    retryAfterSeconds: 1,
  });

/** Encrypted, because a response may contain a secret that is stored nowhere else, such as a new token. */
const ownerOf = ({ scope, key }: Claim) => `idempotency:${scope}/${key}`;

const sealed = ({ encryptionKey }: Context, claim: Claim, body: string) => encrypt(encryptionKey, body, ownerOf(claim));

const opened = ({ encryptionKey }: Context, claim: Claim, body: string) => decrypt(encryptionKey, body, ownerOf(claim));

/** Stores the response for retries of the request. */
export async function finishKey(
  ctx: Context,
  claim: Claim,
  response: { readonly status: number; readonly body: string | null; readonly location?: string },
): Promise<void> {
  await ctx.db.idempotencyKey.update({
    where: { scope_key: { scope: claim.scope, key: claim.key } },
    data: {
      status: response.status,
      body: response.body && sealed(ctx, claim, response.body),
      location: response.location ?? null,
    },
  });
}
