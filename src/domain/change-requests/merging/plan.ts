import { isDeepStrictEqual } from 'node:util';
import { raw, sql } from '../../../db/sql.ts';
import { entryAt, mainBelow, type ContentState } from '../../../loaders/content.ts';
import type { EntryState } from '../../content/changes.ts';
import { diffContent, type EntryChange } from '../../content/diff/diff-content.ts';
import { readEntries } from '../../content/entries.ts';
import type { Revision } from '../../content/revisions.ts';
import { placedPages, requireDepth } from '../../content/tree-depth.ts';
import type { Context } from '../../context.ts';
import { conflictOf, type Conflict, type Triple } from '../../merge/conflict.ts';
import { documentsNeeded, mergeEntries, type Merge } from '../../merge/merge.ts';
import type { Heads } from './lines.ts';
import { readOpenConflicts, type OpenConflict } from './open-conflicts.ts';
import type { MergeTexts } from './texts.ts';

/** A merge of a change request with main content. */
export interface MergePlan extends Merge {
  /** What was merged, by entry. */
  readonly triples: ReadonlyMap<string, Triple>;
  /** The head of the change request; a main revision when it has none of its own. */
  readonly own: Revision;
}

/** The merged entries that main content does not have as they are; null for those that are to go. */
export const unlikeMain = ({ entries, triples }: MergePlan): [id: string, entry: EntryState | null][] =>
  [...entries].filter(([id, entry]) => !isDeepStrictEqual(entry, triples.get(id)?.main ?? null));

/** Throws validation_failed when merged pages make a state, which has them, deeper than edits may. */
export const requireMergedDepth = (ctx: Context, state: ContentState, plan: MergePlan): Promise<void> =>
  requireDepth(
    ctx,
    state,
    placedPages(unlikeMain(plan).map(([id, entry]) => [entry, plan.triples.get(id)?.main ?? null])),
    'changeRequestId',
  );

/**
 * What merging comes to: the cost is that of the changes of both sides, whatever the size of the space. What an earlier update left open is merged again from what each side had.
 */
export async function planMerge(
  ctx: Context,
  changeRequestId: string,
  { own, main }: Heads,
  mergeTexts: MergeTexts,
): Promise<MergePlan> {
  const base = mainBelow(own);
  const ours = own.baseSeq === null ? [] : (await diffContent(ctx, base, own)).changes;
  const theirs = base.seq === main.seq ? [] : (await diffContent(ctx, base, main)).changes;
  const triples = triplesOf(ours, theirs);
  const open = await readOpenConflicts(ctx, changeRequestId, (id) => triples.get(id)?.changeRequest ?? null);
  for (const conflict of open.values()) {
    const triple = triples.get(conflict.id) ?? (await unchanged(ctx, main, conflict.id));
    triples.set(conflict.id, conflict.isTouched ? triple : mergedAgain(triple, conflict));
  }
  if (theirs.some(isMove) && ours.some(isMove)) await addAncestors(ctx, main, triples, ours);
  const mergedTextOf = await mergeTexts(ctx, documentsNeeded([...triples.values()]));
  const first = mergeEntries([...triples.values()], mergedTextOf);
  const more = await addOccupants(ctx, main, triples, first);
  const merge = more ? mergeEntries([...triples.values()], mergedTextOf) : first;
  return { ...merge, conflicts: withOpen(merge.conflicts, open), triples, own };
}

function triplesOf(ours: readonly EntryChange[], theirs: readonly EntryChange[]): Map<string, Triple> {
  const found = new Map<string, Triple>(
    theirs.map(({ id, before, after }) => [id, { id, base: before, main: after, changeRequest: before }]),
  );
  for (const { id, before, after } of ours)
    found.set(id, { id, base: before, main: before, ...found.get(id), changeRequest: after });
  return found;
}

async function unchanged(ctx: Context, main: ContentState, id: string): Promise<Triple> {
  const [entry = null] = await readEntries(ctx, main, [id]);
  return { id, base: entry, main: entry, changeRequest: entry };
}

const placeOf = ({ parentId, position, slug }: EntryState) => ({ parentId, position, slug });

/** The sides as they were before the update that left it open, in the places where they are now. */
function mergedAgain(now: Triple, open: OpenConflict): Triple {
  const place = (entry: EntryState | null, at: EntryState | null) => entry && { ...entry, ...(at && placeOf(at)) };
  return {
    id: now.id,
    base: place(open.base, now.base),
    main: now.main,
    changeRequest: place(open.changeRequest, now.changeRequest),
  };
}

/** What is open stays in conflict until it is settled, also where merging finds nothing any more. */
function withOpen(conflicts: ReadonlyMap<string, readonly Conflict[]>, open: ReadonlyMap<string, OpenConflict>) {
  const none = { base: null, main: null, changeRequest: null };
  const all = new Map(conflicts);
  for (const { id, isTouched, conflicts: before } of open.values()) {
    const found = all.get(id) ?? [];
    const known = new Set(found.map(({ kind, field }) => `${kind} ${field ?? ''}`));
    const left = isTouched
      ? [conflictOf('markers', null, none)]
      : before.filter(({ kind, field }) => !known.has(`${kind} ${field ?? ''}`));
    all.set(id, [...found, ...left]);
  }
  return all;
}

/** Circles take moves of both sides: what is new has nothing below it yet that the other could have moved. */
const isMove = ({ before, after }: EntryChange) =>
  before !== null && after !== null && before.parentId !== after.parentId;

/** Adds what is above the places that the change request moved pages to: only then a circle can be seen. */
async function addAncestors(
  ctx: Context,
  main: ContentState,
  triples: Map<string, Triple>,
  ours: readonly EntryChange[],
) {
  const parents = ours.flatMap(({ after }) => after?.parentId ?? []);
  const rows = await ctx.sql.rows<{ id: string }>(sql`
    with recursive above(id) as (
      select e."entryId" from unnest(${parents}::text[]) wanted(id) cross join lateral ${entryAt(main, raw('wanted.id'))}
      union select e."parentId" from above cross join lateral ${entryAt(main, raw('above.id'))}
      where e."parentId" is not null)
    select id from above`);
  await addUnchanged(ctx, main, triples, rows);
}

async function addUnchanged(
  ctx: Context,
  main: ContentState,
  triples: Map<string, Triple>,
  rows: readonly { readonly id: string }[],
): Promise<boolean> {
  const ids = rows.map(({ id }) => id).filter((id) => !triples.has(id));
  if (ids.length === 0) return false;
  for (const entry of await readEntries(ctx, main, ids))
    triples.set(entry.id, { id: entry.id, base: entry, main: entry, changeRequest: entry });
  return true;
}

/**
 * Adds the pages that are where merged pages come to be: a place that neither side has chosen as a whole, such as under
 * a parent of the one with a slug of the other. True when there are any.
 */
async function addOccupants(ctx: Context, main: ContentState, triples: Map<string, Triple>, { entries }: Merge) {
  const isAt = (at: EntryState | null | undefined, entry: EntryState) =>
    at?.parentId === entry.parentId && at.slug === entry.slug;
  const places = [...entries.values()].filter((entry): entry is EntryState => {
    if (entry?.kind !== 'page' || entry.slug === null) return false;
    const triple = triples.get(entry.id);
    return !isAt(triple?.main, entry) && !isAt(triple?.changeRequest, entry);
  });
  if (places.length === 0) return false;
  const rows = await ctx.sql.rows<{ id: string }>(sql`
    select e."entryId" as id
    from unnest(${places.map(({ parentId }) => parentId ?? '')}::text[], ${places.map(({ slug }) => slug)}::text[])
      wanted(parent, slug)
    join content_entries e on (e.line || ' ' || coalesce(e."parentId", '')) = (${main.line}::text || ' ' || wanted.parent)
      and coalesce(e.slug, e."entryId") = wanted.slug and e.slug is not null and e."toSeq" is null and not e.deleted`);
  return addUnchanged(ctx, main, triples, rows);
}
