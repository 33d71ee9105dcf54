import { isDeepStrictEqual } from 'node:util';
import { raw, sql } from '../../../db/sql.ts';
import { changesTo, type EntryState } from '../../content/changes.ts';
import { commitContent } from '../../content/commit.ts';
import { entryColumns } from '../../content/entries.ts';
import type { Context } from '../../context.ts';
import { transact } from '../../transact.ts';
import { lockRow, requireVersion } from '../../versions.ts';
import { getChangeRequest, type ChangeRequest } from '../change-requests.ts';
import { readHeads, requireUnmerged } from './lines.ts';
import type { MergeTarget } from './merge.ts';
import { replaceConflicts } from './open-conflicts.ts';
import { planMerge, requireMergedDepth, unlikeMain, type MergePlan } from './plan.ts';
import { withMergedTexts, type MergeTexts } from './texts.ts';

/** How an update ended; decisions 3.2. */
export const updateResults = {
  update: 'Main content was brought in.',
  conflicts: 'Main content was brought in; what both sides changed waits to be settled.',
} as const;

export interface UpdateOutcome {
  readonly changeRequest: ChangeRequest;
  readonly result: keyof typeof updateResults;
  /** The new revision of the change request. */
  readonly revisionId: string;
}

/**
 * Brings main content into a change request. Texts that both changed get both sides between markers; of what else is in
 * conflict the word of the change request stays, and it waits to be settled. The status stays. Throws not_found,
 * forbidden, insufficient_scope, invalid_state, precondition_failed, validation_failed for a tree that
 * became too deep, query_too_complex.
 */
export async function updateFromMain(outer: Context, target: MergeTarget): Promise<UpdateOutcome> {
  return withMergedTexts(outer, (mergeTexts) =>
    transact(outer, async (ctx) => {
      const { id } = await getChangeRequest(ctx, target, 'update');
      const version = await lockRow(ctx, 'change_requests', { id });
      const changeRequest = await getChangeRequest(ctx, { id }, 'update');
      requireUnmerged(changeRequest);
      requireVersion(version, target.expectedVersion);
      const outcome = await bringMain(ctx, changeRequest, mergeTexts);
      return { ...outcome, changeRequest: await getChangeRequest(ctx, { id }, 'update') };
    }),
  );
}

/** The same for a change request that the caller has locked and authorized. */
export async function bringMain(
  ctx: Context,
  changeRequest: ChangeRequest,
  mergeTexts: MergeTexts,
): Promise<Omit<UpdateOutcome, 'changeRequest'>> {
  const { id, spaceId } = changeRequest;
  const { own, main } = await readHeads(ctx, changeRequest);
  const plan = await planMerge(ctx, id, { own, main }, mergeTexts);
  const rows = await readOwnRows(ctx, id);
  const { changes, drop } = ownChanges(plan, rows);
  const commit = async () => {
    await dropRows(ctx, id, own.seq + 1, drop);
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
  ctx.loaders.clear();
  return { result: found.length === 0 ? 'update' : 'conflicts', revisionId: revision.id };
}

/** The rows of a line that are true now: an entry, or null for one that hides what lies below. */
async function readOwnRows(ctx: Context, line: string): Promise<Map<string, EntryState | null>> {
  const rows = await ctx.sql.rows<EntryState & { deleted: boolean }>(sql`
    select ${entryColumns}, e.deleted
    from content_entries e where e.line = ${line} and e."toSeq" is null`);
  return new Map(rows.map(({ deleted, ...entry }) => [entry.id, deleted ? null : entry]));
}

/** What the line says of its own from now on: only where it differs from main content. */
function ownChanges(plan: MergePlan, rows: ReadonlyMap<string, EntryState | null>) {
  const wanted = unlikeMain(plan);
  const isWanted = new Set(wanted.map(([id]) => id));
  const changed = wanted.filter(([id, entry]) => !rows.has(id) || !isDeepStrictEqual(rows.get(id), entry));
  const changes = changesTo(changed, { documents: plan.documents });
  return { changes, drop: [...rows.keys()].filter((id) => !isWanted.has(id)) };
}

/** Ends rows of a line, so that main content shows where they were. */
async function dropRows(ctx: Context, line: string, seq: number, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await ctx.sql.rows(sql`update content_entries set "toSeq" = ${seq}::int
    where line = ${line} and "toSeq" is null and "entryId" = any(${ids}::text[]) returning ${raw('1')}`);
}
