import { sql } from '../../../db/sql.ts';
import type { EntryState } from '../../content/changes.ts';
import type { Context } from '../../context.ts';
import type { Conflict, Triple } from '../../merge/conflict.ts';
import { hasMarkers } from '../../merge/text.ts';

/** What an update could not settle about an entry. */
export interface OpenConflict extends Triple {
  readonly conflicts: readonly Conflict[];
  /** True when the entry was changed since, and its text holds markers still. */
  readonly isTouched: boolean;
}

/** The conflicts of a change request that nobody has settled yet, by entry; `entryOf` gives the entries as they are. */
export async function readOpenConflicts(
  ctx: Context,
  changeRequestId: string,
  entryOf: (id: string) => EntryState | null,
): Promise<Map<string, OpenConflict>> {
  const rows = await ctx.sql.rows<OpenConflict>(sql`
    select c."entryId" as id, c.base, c.main, c."changeRequest", c.conflicts, exists (
      select from content_entries e where e.line = c."changeRequestId" and e."entryId" = c."entryId"
        and (e."fromSeq" > c.seq or e."toSeq" > c.seq)) as "isTouched"
    from change_request_conflicts c where c."changeRequestId" = ${changeRequestId} order by c."entryId"`);
  const open = await Promise.all(
    rows.map(async (row) => !row.isTouched || (await holdsMarkers(ctx, entryOf(row.id)?.documentId ?? null))),
  );
  return new Map(rows.filter((_, index) => open[index]).map((row) => [row.id, row]));
}

async function holdsMarkers(ctx: Context, documentId: string | null): Promise<boolean> {
  const document = documentId === null ? null : await ctx.loaders.document.load(documentId);
  return document !== null && hasMarkers(document.markdown);
}

/** A conflict to be kept until it is settled. */
export interface NewConflict extends Triple {
  readonly conflicts: readonly Conflict[];
}

/** Puts the conflicts that an update found, in revision `seq` of the line, in the place of all earlier ones. */
export async function replaceConflicts(
  ctx: Context,
  changeRequestId: string,
  seq: number,
  found: readonly NewConflict[],
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
  await ctx.sql.rows(sql`insert into change_request_conflicts
    select * from json_populate_recordset(null::change_request_conflicts, ${JSON.stringify(rows)}::json)`);
}
