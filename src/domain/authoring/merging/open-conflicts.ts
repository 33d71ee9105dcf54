import type { EntryState } from '../../../text/content/changes.ts';
import type { Context } from '../../core/context.ts';
import type { Conflict, EntryVersions } from '../../../text/three-way-merge/conflict.ts';
import { countMarkers } from '../../../text/three-way-merge/merge-text.ts';
import { insertConflicts, listStoredConflicts, type StoredConflict } from './queries.ts';

/**
 * Reads the unresolved conflicts of a change request, by entry id. Editing an entry resolves its conflicts, unless its
 * text still contains conflict markers. `entryOf` returns the current entries of the change request.
 */
export async function loadOpenConflicts(
  ctx: Context,
  changeRequestId: string,
  entryOf: (id: string) => EntryState | null,
): Promise<Map<string, StoredConflict>> {
  const rows = await listStoredConflicts(ctx.sql, changeRequestId);
  const isOpen = await Promise.all(
    rows.map(async (row) => !row.isTouched || (await containsMarkers(ctx, entryOf(row.id), row))),
  );
  return new Map(rows.filter((_, index) => isOpen[index]).map((row) => [row.id, row]));
}

/** Whether the text of an entry has more markers than the texts that were merged, which can be about markers. */
async function containsMarkers(ctx: Context, entry: EntryState | null, versions: EntryVersions): Promise<boolean> {
  const { base, main, changeRequest } = versions;
  const [own = 0, ...known] = await Promise.all(
    [entry, base, main, changeRequest].map(async (version) => {
      const text = version?.documentId ? await ctx.loaders.storedText.load(version.documentId) : null;
      return text === null ? 0 : countMarkers(text.markdown);
    }),
  );
  return own > Math.max(...known);
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
