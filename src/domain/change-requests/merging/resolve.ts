import { generateKeyBetween } from 'fractional-indexing';
import { raw, sql } from '../../../db/sql.ts';
import { invalid, notFound } from '../../../lib/errors.ts';
import { entryAt } from '../../../loaders/content.ts';
import {
  changesTo,
  documentText,
  type ContentChanges,
  type DocumentText,
  type EntryState,
} from '../../content/changes.ts';
import { commitContent } from '../../content/commit.ts';
import { readEntries, readSiblings } from '../../content/entries.ts';
import type { Revision } from '../../content/revisions.ts';
import { tooDeepPage } from '../../content/tree-depth.ts';
import type { Context } from '../../context.ts';
import type { MergeSide, Triple } from '../../merge/conflict.ts';
import { documentsNeeded, mergeFieldsOf } from '../../merge/merge.ts';
import { sideOf } from '../../merge/text.ts';
import { suffixOf } from '../../merge/tree.ts';
import { transact } from '../../transact.ts';
import { lockRow, requireVersion } from '../../versions.ts';
import { getChangeRequest, isOutdated, type ChangeRequest } from '../change-requests.ts';
import { readHeads, requireUnmerged } from './lines.ts';
import type { MergeTarget } from './merge.ts';
import { readOpenConflicts, type OpenConflict } from './open-conflicts.ts';
import { preferring, withMergedTexts } from './texts.ts';
import { bringMain } from './update.ts';

/** How a conflict is settled: by one side's word, or by a text. */
export interface Resolution {
  readonly entryId: string;
  readonly choice?: MergeSide | null | undefined;
  readonly markdown?: string | null | undefined;
}

/**
 * Settles all that is in conflict about one entry: what both changed is as the chosen side has it, all else stays merged;
 * or the text is the given one. Main content is brought in first when it has moved on. Throws not_found, forbidden,
 * insufficient_scope, validation_failed, invalid_state, precondition_failed, query_too_complex.
 */
export async function resolveConflict(
  outer: Context,
  target: MergeTarget,
  resolution: Resolution,
): Promise<ChangeRequest> {
  requireOneWay(resolution);
  return withMergedTexts(outer, (mergeTexts) =>
    transact(outer, async (ctx) => {
      const { id } = await getChangeRequest(ctx, target, 'editContent');
      const version = await lockRow(ctx, 'change_requests', { id });
      const before = await getChangeRequest(ctx, { id }, 'editContent');
      requireUnmerged(before);
      requireVersion(version, target.expectedVersion);
      if (isOutdated(before)) await bringMain(ctx, before, mergeTexts);
      const changeRequest = await getChangeRequest(ctx, { id }, 'editContent');
      const { own } = await readHeads(ctx, changeRequest);
      const [current = null] = await readEntries(ctx, own, [resolution.entryId]);
      const open = (await readOpenConflicts(ctx, id, () => current)).get(resolution.entryId);
      if (!open) throw notFound('conflict', resolution.entryId);
      const changes = await settle({ ctx, own, open, current }, resolution);
      await commitContent(ctx, { spaceId: changeRequest.spaceId, changeRequestId: id }, async () => changes);
      await ctx.db.changeRequestConflict.deleteMany({ where: { changeRequestId: id, entryId: resolution.entryId } });
      ctx.loaders.clear();
      return getChangeRequest(ctx, { id }, 'editContent');
    }),
  );
}

function requireOneWay({ choice = null, markdown = null }: Resolution) {
  if ((choice === null) === (markdown === null)) throw invalid('input', 'Give either a choice or a text', 'exclusive');
}

interface Unsettled {
  readonly ctx: Context;
  /** The content of the change request. */
  readonly own: Revision;
  readonly open: OpenConflict;
  /** The entry in there. */
  readonly current: EntryState | null;
}

const only = (entry: EntryState, document: DocumentText | null = null): ContentChanges =>
  changesTo([[entry.id, entry]], { documents: document ? [document] : [] });

async function settle(unsettled: Unsettled, { choice, markdown }: Resolution): Promise<ContentChanges> {
  const { ctx, own, open, current } = unsettled;
  if (typeof markdown === 'string') return withText(current, markdown);
  const chosen = sideOf<EntryState | null>(open, choice ?? 'change-request');
  if (chosen === null)
    return changesTo(current === null ? [] : (await subtree(ctx, own, open.id)).map((id) => [id, null]));
  if (open.main === null || open.changeRequest === null)
    return only(await placed(unsettled, chosen, current ?? chosen));
  const { entry, document } = await preferred(ctx, open, choice ?? null);
  const moves = open.conflicts.some(({ kind }) => kind === 'move');
  return only(await placed(unsettled, entry, moves ? chosen : (current ?? chosen)), document);
}

function withText(current: EntryState | null, markdown: string): ContentChanges {
  if (current === null || !['document', ''].includes(current.type) || current.kind === 'variables')
    throw invalid('input.markdown', 'There is no text in conflict: give a choice');
  const document = documentText(markdown);
  return only({ ...current, documentId: document?.id ?? null }, document);
}

async function preferred(ctx: Context, triple: Triple, prefer: MergeSide | null) {
  return mergeFieldsOf(triple, { mergedTextOf: await preferring(prefer)(ctx, documentsNeeded([triple])), prefer });
}

async function subtree(ctx: Context, own: Revision, id: string): Promise<string[]> {
  const below = await ctx.loaders.pagesBelow.load({ state: own, id });
  return [id, ...below.map((page) => page.id)];
}

/** The entry at a place, or where it is, as far as the tree allows. */
async function placed({ ctx, own, current }: Unsettled, entry: EntryState, at: EntryState): Promise<EntryState> {
  if (entry.kind !== 'page') return entry;
  const parentId = (await canBeUnder(ctx, own, entry.id, at.parentId)) ? at.parentId : (current?.parentId ?? null);
  const siblings = (await readSiblings(ctx, own, parentId)).filter(({ id }) => id !== entry.id);
  const isTaken = entry.slug !== null && siblings.some(({ slug }) => slug === entry.slug);
  const isCrowded = siblings.some(({ position }) => position === at.position);
  return {
    ...entry,
    parentId,
    position: isCrowded ? generateKeyBetween(siblings.at(-1)?.position ?? null, null) : at.position,
    slug: isTaken ? `${entry.slug}-${suffixOf(entry.id)}` : entry.slug,
  };
}

async function canBeUnder(ctx: Context, own: Revision, id: string, parentId: string | null): Promise<boolean> {
  if (parentId === null) return true;
  const above = await ctx.sql.rows<{ id: string }>(sql`
    with recursive above(id, "parentId") as (
      select e."entryId", e."parentId" from ${entryAt(own, sql`${parentId}::text`)}
      union select e."entryId", e."parentId" from above cross join lateral ${entryAt(own, raw('above."parentId"'))})
    select id from above`);
  if (above.length === 0 || above.some((one) => one.id === id)) return false;
  return (await tooDeepPage(ctx, own, [{ id, parentId, isNew: false }])) === null;
}
