import { DomainError } from '../../../../lib/errors.ts';
import { createChangeRequest } from '../../../authoring/change-requests/create.ts';
import { updateChangeRequest } from '../../../authoring/change-requests/update.ts';
import type { ChangeRequestStatus } from '../../../authoring/change-requests/fields.ts';
import type { Revision } from '../../../authoring/content/revisions.ts';
import { mergeChangeRequest } from '../../../authoring/merging/merge.ts';
import { transact } from '../../../core/transact.ts';
import { noteCommit, noteRepository } from '../note-repository.ts';
import { takeTip, type TakeOptions } from '../take-tip.ts';
import { isSameTree } from '../tree-difference.ts';
import { copySources, takeSources } from './queries.ts';
import type { Sync, SyncEnd } from './sync.ts';
import { toTake, type Taking } from './taking.ts';

/** A change request of the sync that is neither merged nor archived. */
export interface OpenRequest {
  readonly id: string;
  /** Whether somebody was asked to look at it. */
  readonly isWaiting: boolean;
}

/**
 * Finds the change request that the connection waits for; null without one. After it was merged or archived, what it has taken from the
 * repository is what main content is compared with: what differs is an edit here, which is written to the repository.
 */
export async function settleRequest({ ctx: outer, connection }: Sync): Promise<OpenRequest | null> {
  const { id, spaceId } = connection;
  return transact(outer, async (ctx) => {
    const row = await ctx.db.gitConnection.findUnique({ where: { id }, include: { changeRequest: true } });
    const request = row?.changeRequest;
    if (!request) return null;
    const status = request.status as ChangeRequestStatus;
    if (status === 'draft' || status === 'open') return { id: request.id, isWaiting: row.status === 'conflict' };
    await takeSources(ctx.sql, { spaceId, changeRequestId: request.id });
    await ctx.db.gitConnection.update({ where: { id }, data: { changeRequestId: null } });
    await ctx.db.gitConnection.updateMany({ where: { id, status: 'conflict' }, data: { status: 'active' } });
    return null;
  });
}

interface NewRequest {
  /** The main revision that had what the repository had. */
  readonly start: Revision;
  /** Whether somebody must look at it, although it may have no conflict. */
  readonly isReviewed: boolean;
  readonly replacesAll?: boolean;
}

/** Takes what has changed in the repository into a new change request, and merges it when it may be merged. */
export async function takeIntoNew(
  sync: Sync,
  taking: Taking,
  { start, isReviewed, replacesAll = false }: NewRequest,
): Promise<SyncEnd> {
  const { ctx, connection, spaceId } = sync;
  const id = ctx.newId('cr');
  const { base } = taking;
  await takeTip(
    ctx,
    { spaceId, changeRequestId: id },
    { ...toTake(sync, taking), line: spaceId },
    {
      ...requestOptions(sync, taking, start),
      replacesAll,
      head: start,
      begin: async (inner) => {
        const first = { id, revisionId: start.id, description: descriptionOf(taking) };
        await createChangeRequest(inner, { spaceId, subject: subjectOf(taking) }, first);
        if (base) await copySources(inner.sql, { spaceId, importId: base.importId, changeRequestId: id });
        await inner.db.gitConnection.update({ where: { id: connection.id }, data: { changeRequestId: id } });
      },
    },
  );
  const mustWait = isReviewed || connection.onConflict === 'review';
  return mustWait ? waitFor(sync, id) : mergeRequest(sync, id);
}

/** Takes what has changed since into a change request that is still open. */
export async function takeIntoOpen(sync: Sync, { id, isWaiting }: OpenRequest, taking: Taking): Promise<SyncEnd> {
  const { ctx, spaceId, connection } = sync;
  const { difference, head } = taking;
  const hasMore = difference !== null && !isSameTree(difference);
  if (hasMore)
    await takeTip(
      ctx,
      { spaceId, changeRequestId: id },
      { ...toTake(sync, taking), line: id },
      requestOptions(sync, taking, head),
    );
  if (!isWaiting && connection.onConflict === 'merge') return mergeRequest(sync, id);
  return hasMore || !isWaiting ? waitFor(sync, id) : 'conflicted';
}

const requestOptions = (sync: Sync, { tip, base }: Taking, start: Revision): TakeOptions => ({
  findsEarlier: true,
  allowPartial: true,
  mayBeEmpty: true,
  progress: sync.progress,
  complete: async (ctx, { result, root, changed }) => {
    const { spaceId, place, notes, operation } = sync;
    const { revision, importId, changes, skipped } = result;
    const { commit, message, files } = tip;
    await noteCommit(ctx, { revisionId: revision.id, place, notes, oid: commit, message, createdByService: false });
    // The change request has what the repository has; the last main revision that had it stays the one before.
    const equal = { revision: { id: base?.revisionId ?? start.id }, importId, root };
    await noteRepository(ctx, { spaceId, place, notes, commit, files, changed, ...equal });
    await operation.note(ctx, { stage: 'merge', direction: 'import', commit, counts: changes, skipped });
  },
});

/** Merges a change request of the sync; one with conflicts waits. */
async function mergeRequest(sync: Sync, id: string): Promise<SyncEnd> {
  const { ctx } = sync;
  try {
    const { result } = await mergeChangeRequest(ctx, { id });
    if (result === 'conflicts') return await waitFor(sync, id);
  } catch (error) {
    // It cannot be merged by itself, for example because the tree would become too deep.
    const isRefused = error instanceof DomainError && error.status < 500 && error.type !== 'conflict';
    if (!isRefused) throw error;
    return waitFor(sync, id);
  }
  await settleRequest(sync);
  return 'unchanged';
}

/** Opens a change request for people, who merge it, or archive it to keep what the space has. */
async function waitFor({ ctx: outer, operation }: Sync, id: string): Promise<SyncEnd> {
  await transact(outer, async (ctx) => {
    await updateChangeRequest(ctx, { id }, { status: 'open' });
    await operation.conflict(ctx, id, { stage: 'merge' });
  });
  return 'conflicted';
}

const shortIdLength = 7;

const subjectOf = ({ tip }: Taking) => `Changes from the repository (${tip.commit.slice(0, shortIdLength)})`;

const maxMessage = 5_000;

/** What the newest commit says, as text that is no Markdown. */
const descriptionOf = ({ tip: { message } }: Taking) =>
  [
    'Merging this takes the changes into the space. Archiving it keeps what the space has, and writes that to the repository.',
    ...(message === '' ? [] : [`\`\`\`\`text\n${message.replaceAll('````', "'''").slice(0, maxMessage)}\n\`\`\`\``]),
  ].join('\n\n');
