import { ofChangeRequest } from '../change-requests/events.ts';
import { changesTo, type ContentChanges } from '../../../text/content/changes.ts';
import { commitAndDescribe, lockSpaceContent } from '../content/commit.ts';
import type { Context } from '../../core/context.ts';
import { inMergeQueue } from './merge-queue.ts';
import { transact } from '../../core/transact.ts';
import { lockRow, requireVersion, type Expected } from '../../core/locks.ts';
import { getChangeRequest, type ChangeRequest, type ChangeRequestRef } from '../change-requests/change-requests.ts';
import { countStatus } from '../change-requests/counters.ts';
import { requireNotClosed } from './heads.ts';
import { computedIn, differencesFromMain, requireMergedDepth, type MergePlan } from './plan.ts';
import { currentPlan, planAhead } from './plan-ahead.ts';

/** Identifies a change request, with its expected version. */
export type VersionedChangeRequestRef = ChangeRequestRef & Expected;

/** Outcomes of a merge. See docs/reference/change-requests.md. */
export const mergeResults = {
  merge: 'The change request was merged.',
  conflicts: 'There are conflicts; nothing was merged.',
} as const;

export interface MergeOutcome {
  readonly changeRequest: ChangeRequest;
  readonly result: keyof typeof mergeResults;
  /** The new main revision, or with conflicts the active revision of the change request. */
  readonly revisionId: string;
}

/**
 * Merges a change request into main content as one revision. Writes nothing when there are conflicts. Merges into one
 * space are serialized. Throws not_found, forbidden, insufficient_scope, invalid_state, precondition_failed;
 * validation_failed when the tree would become too deep; query_too_complex for texts that take seconds to merge.
 */
export async function mergeChangeRequest(outer: Context, ref: VersionedChangeRequestRef): Promise<MergeOutcome> {
  const { id, spaceId } = await getChangeRequest(outer, ref, 'merge');
  const run = async (hasWaited: boolean) => {
    if (hasWaited) outer.loaders.clear();
    const changeRequest = await getChangeRequest(outer, { id }, 'merge');
    requireNotClosed(changeRequest);
    const ahead = await planAhead(outer, changeRequest);
    return transact(outer, (ctx) => merge(ctx, { ...ref, id, spaceId }, ahead), { isLong: true });
  };
  // The queue holds no connection while it waits. A transaction already holds one, so queueing inside it could
  // deadlock.
  return outer.inTransaction ? run(false) : inMergeQueue(spaceId, run);
}

type LockableRef = VersionedChangeRequestRef & { readonly spaceId: string };

async function merge(ctx: Context, { id, spaceId, expectedVersion }: LockableRef, ahead: MergePlan) {
  // Only the holder of this lock may change main content.
  await lockSpaceContent(ctx, spaceId);
  const version = await lockRow(ctx, 'change_requests', { id });
  const changeRequest = await getChangeRequest(ctx, { id }, 'merge');
  requireNotClosed(changeRequest);
  requireVersion(version, expectedVersion);
  const plan = await currentPlan(ctx, changeRequest, ahead);
  const { own, main } = plan;
  if (plan.conflicts.size > 0) return { changeRequest, result: 'conflicts' as const, revisionId: own.id };
  const parents = [...new Set([main.id, own.id])];
  const committed = await commitAndDescribe(ctx, { spaceId }, async () => mainChanges(plan), {
    type: 'merge',
    parents,
  });
  const { revision, described } = committed;
  await requireMergedDepth(ctx, revision, plan);
  const now = ctx.now();
  await ctx.db.changeRequest.updateMany({
    where: { id },
    data: {
      status: 'merged',
      revisionMergedId: revision.id,
      version: { increment: 1 },
      updatedAt: now,
      closedAt: now,
    },
  });
  await countStatus(ctx, changeRequest, 'merged');
  ctx.emit('change_request.merged', await ofChangeRequest(ctx, changeRequest), described);
  return {
    changeRequest: await getChangeRequest(ctx, { id }, 'merge'),
    result: 'merge' as const,
    revisionId: revision.id,
  };
}

/** The changes of main content that a merge makes. */
export function mainChanges(plan: MergePlan): ContentChanges {
  const differences = differencesFromMain(plan);
  return { ...changesTo(differences, { texts: plan.texts }), computed: computedIn(differences, plan) };
}
