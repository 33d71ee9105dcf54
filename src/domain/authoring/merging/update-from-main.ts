import { isDeepStrictEqual } from 'node:util';
import { changesTo, type ContentChanges, type EntryState } from '../../../text/content/changes.ts';
import { commitContent } from '../content/commit.ts';
import type { Context } from '../../core/context.ts';
import { transact } from '../../core/transact.ts';
import { lockRow, requireVersion } from '../../core/locks.ts';
import { getChangeRequest, isOutdated, type ChangeRequest } from '../change-requests/change-requests.ts';
import { requireNotClosed } from './heads.ts';
import type { VersionedChangeRequestRef } from './merge.ts';
import { replaceConflicts } from './open-conflicts.ts';
import { computedIn, differencesFromMain, requireMergedDepth, type MergePlan } from './plan.ts';
import { currentPlan, planAhead } from './plan-ahead.ts';
import { endStoredEntries, listStoredEntries } from './queries.ts';

/** Outcomes of an update. See docs/reference/change-requests.md. */
export const updateResults = {
  update: 'The main content was brought in.',
  conflicts: 'The main content was brought in; there are conflicts to resolve.',
} as const;

export interface UpdateOutcome {
  readonly changeRequest: ChangeRequest;
  readonly result: keyof typeof updateResults;
  /** The new revision of the change request. */
  readonly revisionId: string;
}

/**
 * Merges main content into a change request. Conflicting lines are kept between markers; other conflicting values keep
 * those of the change request. Conflicts stay open until they are resolved. The status does not change. Throws
 * not_found, forbidden, insufficient_scope, invalid_state, precondition_failed; validation_failed when the tree would
 * become too deep; query_too_complex for texts that take seconds to merge.
 */
export async function updateFromMain(outer: Context, ref: VersionedChangeRequestRef): Promise<UpdateOutcome> {
  const before = await getChangeRequest(outer, ref, 'update');
  requireNotClosed(before);
  const ahead = await planAhead(outer, before);
  const write = async (ctx: Context) => {
    const { id } = before;
    const version = await lockRow(ctx, 'change_requests', { id });
    const changeRequest = await getChangeRequest(ctx, { id }, 'update');
    requireNotClosed(changeRequest);
    requireVersion(version, ref.expectedVersion);
    const outcome = await updateLockedFromMain(ctx, changeRequest, ahead);
    return { ...outcome, changeRequest: await getChangeRequest(ctx, { id }, 'update') };
  };
  return transact(outer, write, { isLong: true });
}

/**
 * Merges main content into a change request that the caller has locked and authorized. `ahead` is the plan made before
 * that, if any.
 */
export async function updateLockedFromMain(
  ctx: Context,
  changeRequest: ChangeRequest,
  ahead: MergePlan | null,
): Promise<Omit<UpdateOutcome, 'changeRequest'>> {
  const { id, spaceId } = changeRequest;
  const plan = await currentPlan(ctx, changeRequest, ahead);
  const { own, main } = plan;
  const { changes, redundant } = changesOfLine(plan, await listStoredEntries(ctx.sql, id));
  const result = plan.conflicts.size === 0 ? 'update' : 'conflicts';
  // Nothing to merge. A new revision would invalidate approvals of unchanged content.
  if (!isOutdated(changeRequest) && isEmpty(changes) && redundant.length === 0) return { result, revisionId: own.id };
  const commit = async () => {
    await endStoredEntries(ctx.sql, { line: id, seq: own.seq + 1, ids: redundant });
    return changes;
  };
  const options = { type: 'update', parents: [...new Set([own.id, main.id])], baseSeq: main.seq } as const;
  const revision = await commitContent(ctx, { spaceId, changeRequestId: id }, commit, options);
  await requireMergedDepth(ctx, revision, plan);
  await ctx.db.changeRequest.updateMany({ where: { id }, data: { revisionMergedAncestorId: main.id } });
  const found = [...plan.conflicts].flatMap(([entryId, conflicts]) => {
    const triple = plan.triples.get(entryId);
    return triple ? [{ ...triple, conflicts }] : [];
  });
  await replaceConflicts(ctx, id, revision.seq, found);
  return { result, revisionId: revision.id };
}

const isEmpty = ({ put, remove }: ContentChanges) => put.length === 0 && remove.length === 0;

/**
 * Computes the entries that the line must store: those that differ from main content. Other stored entries are
 * redundant.
 */
function changesOfLine(plan: MergePlan, stored: ReadonlyMap<string, EntryState | null>) {
  const differences = differencesFromMain(plan);
  const different = new Set(differences.map(([id]) => id));
  const changed = differences.filter(([id, entry]) => !stored.has(id) || !isDeepStrictEqual(stored.get(id), entry));
  const changes = { ...changesTo(changed, { texts: plan.texts }), computed: computedIn(differences, plan) };
  return { changes, redundant: [...stored.keys()].filter((id) => !different.has(id)) };
}
