import { asOperator, actingAs } from '../acting.ts';
import type { Context } from '../context.ts';
import { listDueSpecs } from '../openapi-specs/queries/specs.ts';
import { enqueueProcessing } from './set-spec.ts';

/** Specifications that one run takes. */
const atOnce = 200;

/** Milliseconds without progress after which a processing counts as lost. */
const stuckMs = 30 * 60_000;

/**
 * Starts reading specifications whose URL was last read more than OPENAPI_REFRESH_HOURS ago, and those whose processing
 * was lost. Returns how many.
 */
export async function refreshDueSpecs(ctx: Context): Promise<number> {
  const { OPENAPI_REFRESH_HOURS: hours } = ctx.config;
  const ago = (ms: number) => new Date(ctx.now().getTime() - ms).toISOString();
  const due = await listDueSpecs(ctx.sql, {
    before: hours === 0 ? null : ago(hours * 3_600_000),
    stuck: ago(stuckMs),
    limit: atOnce,
  });
  for (const { userId, ...spec } of due) {
    // oxlint-disable-next-line no-await-in-loop -- each runs in the name of another user
    await enqueueProcessing(actingAs(ctx, asOperator(userId)), spec, `openapi ${spec.id}`);
  }
  return due.length;
}
