import { asOperator, actingAs } from '../../core/acting.ts';
import type { Context } from '../../core/context.ts';
import { listDueSpecs } from '../../authoring/openapi-specs/queries/specs.ts';
import { enqueueProcessing } from './set-spec.ts';

/** Maximum number of specifications in one run. */
const maxPerRun = 200;

/** Time without progress after which processing counts as lost, in milliseconds. */
const stuckMs = 30 * 60_000;

/**
 * Starts to read specifications whose URL was last read more than OPENAPI_REFRESH_HOURS ago, and those whose processing
 * was lost. Returns their number.
 */
export async function refreshDueSpecs(ctx: Context): Promise<number> {
  const { OPENAPI_REFRESH_HOURS: hours } = ctx.config;
  const ago = (ms: number) => new Date(ctx.now().getTime() - ms).toISOString();
  const due = await listDueSpecs(ctx.sql, {
    before: hours === 0 ? null : ago(hours * 3_600_000),
    stuck: ago(stuckMs),
    limit: maxPerRun,
  });
  for (const { userId, ...spec } of due) {
    // Each runs as another user.
    await enqueueProcessing(actingAs(ctx, asOperator(userId)), spec, `openapi ${spec.id}`);
  }
  return due.length;
}
