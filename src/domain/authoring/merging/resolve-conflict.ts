import type * as z from 'zod';
import { generateKeyBetween } from 'fractional-indexing';
import { invalid, notFound } from '../../../lib/errors.ts';
import { unpairId, readPairId } from '../../../lib/ids.ts';
import {
  changesTo,
  storedTextOf,
  type ContentChanges,
  type StoredText,
  type EntryState,
} from '../../../text/content/changes.ts';
import { commitContent } from '../content/commit.ts';
import { hasConditionalBlocks } from '../../../text/markdown/conditional-blocks.ts';
import { parseWritten } from '../content/parse-facts.ts';
import { mayLink } from '../content/write-links.ts';
import { listEntries, listSiblings } from '../content/queries/entries.ts';
import type { Revision } from '../content/revisions.ts';
import { variablesId } from '../content/variables.ts';
import { findTooDeepMove } from '../content/tree-depth.ts';
import type { Context } from '../../core/context.ts';
import type { MergeSide, EntryVersions } from '../../../text/three-way-merge/conflict.ts';
import { textsToMerge, mergeFieldsOf } from '../../../text/three-way-merge/merge-entries.ts';
import { sideOf } from '../../../text/three-way-merge/merge-text.ts';
import { suffixOf } from '../../../text/three-way-merge/repair-tree.ts';
import { transact } from '../../core/transact.ts';
import { lockRow, requireVersion } from '../../core/locks.ts';
import { getChangeRequest, isOutdated, type ChangeRequest } from '../change-requests/change-requests.ts';
import { loadHeads, requireNotClosed } from './heads.ts';
import type { VersionedChangeRequestRef } from './merge.ts';
import { urlSafe } from './preview.ts';
import { maxMergeMs, mergeStoredTexts } from './merge-stored-texts.ts';
import { loadOpenConflicts } from './open-conflicts.ts';
import { planAhead } from './plan-ahead.ts';
import { listWithAncestors, type StoredConflict } from './queries.ts';
import { updateLockedFromMain } from './update-from-main.ts';
import type { ResolveConflictInput } from './inputs.ts';

/** A resolution of the conflicts of an entry. Exactly one of `choice` and `markdown` must be set. */
export type Resolution = z.output<typeof ResolveConflictInput> & { readonly entryId: string };

/**
 * Resolves all conflicts of one entry. An outdated change request is updated from the main content first. Throws
 * validation_failed, invalid_state, precondition_failed, query_too_complex.
 */
export async function resolveConflict(
  outer: Context,
  ref: VersionedChangeRequestRef,
  input: Resolution,
): Promise<ChangeRequest> {
  requireExactlyOne(input);
  // Fills the cache, so that the transaction below does not wait for a worker.
  if (typeof input.markdown === 'string' && (mayLink.test(input.markdown) || hasConditionalBlocks(input.markdown)))
    await parseWritten(outer, input.markdown, 'input.markdown');
  const request = await getChangeRequest(outer, ref, 'editContent');
  requireNotClosed(request);
  const ahead = isOutdated(request) ? await planAhead(outer, request) : null;
  const write = async (ctx: Context) => {
    const { id } = request;
    const resolution = { ...input, entryId: conflictingEntry(id, input.entryId) };
    const version = await lockRow(ctx, 'change_requests', { id });
    const before = await getChangeRequest(ctx, { id }, 'editContent');
    requireNotClosed(before);
    requireVersion(version, ref.expectedVersion);
    if (isOutdated(before)) await updateLockedFromMain(ctx, before, ahead);
    const changeRequest = await getChangeRequest(ctx, { id }, 'editContent');
    const { own } = await loadHeads(ctx, changeRequest);
    const [current = null] = await listEntries(ctx.sql, own, [resolution.entryId]);
    const open = (await loadOpenConflicts(ctx, id, () => current)).get(resolution.entryId);
    if (!open) throw notFound('conflict', resolution.entryId);
    const changes = await resolvedChanges({ ctx, own, open, current }, resolution);
    await commitContent(ctx, { spaceId: changeRequest.spaceId, changeRequestId: id }, async () => changes);
    await ctx.db.changeRequestConflict.deleteMany({ where: { changeRequestId: id, entryId: resolution.entryId } });
    return getChangeRequest(ctx, { id }, 'editContent');
  };
  return transact(outer, write, { isLong: true });
}

/** The entry id for an entry id, its id in the change request, or the id of its conflicts. */
function conflictingEntry(changeRequestId: string, id: string): string {
  const [entryId, owner] = readPairId('cfl', id) ?? [id, changeRequestId];
  if (owner !== changeRequestId) return id;
  return entryId === urlSafe(variablesId) ? variablesId : unpairId(entryId, [changeRequestId]);
}

function requireExactlyOne({ choice, markdown }: Resolution) {
  if ((choice === undefined) === (markdown === undefined))
    throw invalid('input', 'Exactly one of choice and markdown must be set', 'exclusive');
}

interface OpenEntry {
  readonly ctx: Context;
  /** The active revision of the change request. */
  readonly own: Revision;
  readonly open: StoredConflict;
  /** The entry in that revision; null when it is deleted. */
  readonly current: EntryState | null;
}

const putEntry = (entry: EntryState, text: StoredText | null = null): ContentChanges =>
  changesTo([[entry.id, entry]], { texts: text ? [text] : [] });

async function resolvedChanges(openEntry: OpenEntry, { choice, markdown }: Resolution): Promise<ContentChanges> {
  const { ctx, own, open, current } = openEntry;
  if (typeof markdown === 'string') return withText(current, markdown);
  const chosen = sideOf<EntryState | null>(open, choice ?? 'change-request');
  if (chosen === null)
    return changesTo(current === null ? [] : (await listSubtree(ctx, own, open.id)).map((id) => [id, null]));
  if (open.main === null || open.changeRequest === null)
    return putEntry(await fitInTree(openEntry, chosen, current ?? chosen));
  const { entry, storedText } = await mergePreferring(ctx, open, choice ?? null);
  const isMoveConflict = open.conflicts.some(({ kind }) => kind === 'move');
  return putEntry(await fitInTree(openEntry, entry, isMoveConflict ? chosen : (current ?? chosen)), storedText);
}

function withText(current: EntryState | null, markdown: string): ContentChanges {
  if (current === null || !['document', ''].includes(current.type) || current.kind === 'variables')
    throw invalid('input.markdown', 'The entry has no text; set choice instead');
  const text = storedTextOf(markdown);
  return putEntry({ ...current, documentId: text?.id ?? null }, text);
}

async function mergePreferring(ctx: Context, triple: EntryVersions, prefer: MergeSide | null) {
  const lookUpText = await mergeStoredTexts(ctx, textsToMerge([triple]), { longestMs: maxMergeMs, prefer });
  return mergeFieldsOf(triple, { lookUpText, prefer });
}

async function listSubtree(ctx: Context, own: Revision, id: string): Promise<string[]> {
  const below = await ctx.loaders.pagesBelow.load({ state: own, id });
  return [id, ...below.map((page) => page.id)];
}

/**
 * Moves an entry to the parent and position of `place`. Keeps its current parent if the tree would become cyclic or too
 * deep, and assigns another position or slug if a sibling has the same.
 */
async function fitInTree({ ctx, own, current }: OpenEntry, entry: EntryState, place: EntryState): Promise<EntryState> {
  if (entry.kind !== 'page') return entry;
  const parentId = (await canBeUnder(ctx, own, entry.id, place.parentId))
    ? place.parentId
    : (current?.parentId ?? null);
  const siblings = (await listSiblings(ctx.sql, own, parentId)).filter(({ id }) => id !== entry.id);
  const hasSameSlug = entry.slug !== null && siblings.some(({ slug }) => slug === entry.slug);
  const hasSamePosition = siblings.some(({ position }) => position === place.position);
  return {
    ...entry,
    parentId,
    position: hasSamePosition ? generateKeyBetween(siblings.at(-1)?.position ?? null, null) : place.position,
    slug: hasSameSlug ? `${entry.slug}-${suffixOf(entry.id)}` : entry.slug,
  };
}

async function canBeUnder(ctx: Context, own: Revision, id: string, parentId: string | null): Promise<boolean> {
  if (parentId === null) return true;
  const above = await listWithAncestors(ctx.sql, own, [parentId]);
  if (above.length === 0 || above.includes(id)) return false;
  return (await findTooDeepMove(ctx, own, [{ id, parentId, isNew: false }])) === null;
}
