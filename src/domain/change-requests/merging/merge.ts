import { changesTo, type ContentChanges } from '../../content/changes.ts';
import { commitContent } from '../../content/commit.ts';
import type { Context } from '../../context.ts';
import { oneByOne } from '../../../lib/one-by-one.ts';
import { transact } from '../../transact.ts';
import { lockRow, requireVersion } from '../../versions.ts';
import { getChangeRequest, type ChangeRequest, type ChangeRequestPlace } from '../change-requests.ts';
import { countStatus } from '../count-status.ts';
import { lockMain, readHeads, requireUnmerged } from './lines.ts';
import { planMerge, requireMergedDepth, unlikeMain, type MergePlan } from './plan.ts';
import { withMergedTexts, type MergeTexts } from './texts.ts';

/** Which change request, and the version of it the caller knows. */
export interface MergeTarget extends ChangeRequestPlace {
  readonly expectedVersion?: number | null | undefined;
}

/** How a merge ended; decisions 3.2. */
export const mergeResults = {
  merge: 'It is part of the main content.',
  conflicts: 'Both sides changed the same: nothing was merged.',
} as const;

export interface MergeOutcome {
  readonly changeRequest: ChangeRequest;
  readonly result: keyof typeof mergeResults;
  /** The new main revision; with conflicts that of the change request. */
  readonly revisionId: string;
}

/**
 * Makes a change request part of the main content, as one revision; with conflicts nothing changes. Merges into one
 * space follow one another. Throws not_found, forbidden, insufficient_scope, invalid_state, precondition_failed,
 * validation_failed for a tree that became too deep, query_too_complex for texts that take seconds to be merged.
 */
export async function mergeChangeRequest(outer: Context, target: MergeTarget): Promise<MergeOutcome> {
  const { id, spaceId } = await getChangeRequest(outer, target, 'merge');
  const run = () =>
    withMergedTexts(outer, (mergeTexts) =>
      transact(outer, (ctx) => merge(ctx, { ...target, id, spaceId }, mergeTexts)),
    );
  // Whoever waits here holds no connection. Within a transaction there is one already, and others may wait for it.
  return outer.inTransaction ? run() : oneByOne(spaceId, run);
}

type LockedTarget = MergeTarget & { readonly spaceId: string };

async function merge(ctx: Context, { id, spaceId, expectedVersion }: LockedTarget, mergeTexts: MergeTexts) {
  await lockMain(ctx, spaceId);
  const version = await lockRow(ctx, 'change_requests', { id });
  const changeRequest = await getChangeRequest(ctx, { id }, 'merge');
  requireUnmerged(changeRequest);
  requireVersion(version, expectedVersion);
  const { own, main } = await readHeads(ctx, changeRequest);
  const plan = await planMerge(ctx, id, { own, main }, mergeTexts);
  if (plan.conflicts.size > 0) return { changeRequest, result: 'conflicts' as const, revisionId: own.id };
  const parents = [...new Set([main.id, own.id])];
  const revision = await commitContent(ctx, { spaceId }, async () => mainChanges(plan), { type: 'merge', parents });
  await requireMergedDepth(ctx, revision, plan);
  await ctx.db.changeRequest.updateMany({
    where: { id },
    data: { status: 'merged', revisionMergedId: revision.id, version: { increment: 1 }, updatedAt: ctx.now() },
  });
  await countStatus(ctx, changeRequest, 'merged');
  ctx.loaders.clear();
  return {
    changeRequest: await getChangeRequest(ctx, { id }, 'merge'),
    result: 'merge' as const,
    revisionId: revision.id,
  };
}

/** What main content becomes. */
export const mainChanges = (plan: MergePlan): ContentChanges =>
  changesTo(unlikeMain(plan), { documents: plan.documents });
