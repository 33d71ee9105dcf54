import type { EntryState } from '../../../text/content/changes.ts';
import type { Context } from '../../core/context.ts';
import type { Conflict, EntryVersions } from '../../../text/three-way-merge/conflict.ts';
import { hasMarkers } from '../../../text/three-way-merge/merge-text.ts';
import { insertConflicts, listStoredConflicts, type StoredConflict } from './queries.ts';

/**
 * Reads the unresolved conflicts of a change request, by entry id. Editing an entry resolves its conflicts, unless its
 * text still contains conflict markers. `entryOf` returns the current entries of the change request.
 */
export async function readOpenConflicts(
  ctx: Context,
  changeRequestId: string,
  entryOf: (id: string) => EntryState | null,
): Promise<Map<string, StoredConflict>> {
  const rows = await listStoredConflicts(ctx.sql, changeRequestId);
  const isOpen = await Promise.all(
    rows.map(async (row) => !row.isTouched || (await containsMarkers(ctx, entryOf(row.id)?.documentId ?? null))),
  );
  return new Map(rows.filter((_, index) => isOpen[index]).map((row) => [row.id, row]));
}

async function containsMarkers(ctx: Context, documentId: string | null): Promise<boolean> {
  const text = documentId === null ? null : await ctx.loaders.storedText.load(documentId);
  return text !== null && hasMarkers(text.markdown);
}

interface EntryConflicts extends EntryVersions {
  readonly conflicts: readonly Conflict[];
}

/**
 * Replaces the stored conflicts of a change request with those found by an update. `seq` is the revision that the
 * update wrote.
 */
export async function replaceConflicts(
  ctx: Context,
  changeRequestId: string,
  seq: number,
  found: readonly EntryConflicts[],
): Promise<void> {
  await ctx.db.changeRequestConflict.deleteMany({ where: { changeRequestId } });
  if (found.length === 0) return;
  const rows = found.map(({ id, base, main, changeRequest, conflicts }) => ({
    changeRequestId,
    entryId: id,
    seq,
    base,
    main,
    changeRequest,
    conflicts,
  }));
  await insertConflicts(ctx.sql, rows);
}
