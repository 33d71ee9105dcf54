import { push } from '../../../../infra/git/objects.ts';
import type { FileChange } from '../../../../text/git/folder.ts';
import { getContent } from '../../../authoring/content/revisions.ts';
import { transact } from '../../../core/transact.ts';
import { commitFolder, noteWritten } from '../commit-folder.ts';
import { changesFor } from '../folder-changes.ts';
import type { GitTip, GitTree } from '../read-folder.ts';
import { findNoted, stateOf } from '../tree-difference.ts';
import { describeCommit } from './commit-message.ts';
import type { SyncCounts } from './operation.ts';
import { findLastEqual } from './queries.ts';
import type { Sync, SyncEnd } from './sync.ts';

/** Writes what was edited in the space as a commit on the tip, which must be what was noted last. Throws TipMoved, git_declined. */
export async function writeOurs(sync: Sync, tip: GitTip | null): Promise<SyncEnd> {
  const { ctx: outer, connection, spaceId, place, notes, repository, operation } = sync;
  const noted = stateOf(await findNoted(outer, spaceId), place);
  const revision = await getContent(outer, spaceId);
  const isSame = noted?.revisionId === revision.id && operation.id === null;
  if (isSame && (await findLastEqual(outer.sql, connection.id)) === revision.id) return endUnchanged(sync);
  sync.progress('Comparing');
  const tree = tip ?? { commit: null, files: [] };
  const base = noted ?? { importId: connection.id, root: '', updatedAt: null };
  const changes = await changesFor(outer, { repository, tip: tree, base, revision });
  const told = await describeCommit(outer, sync, { after: noted?.revisionId ?? null, revision, changes });
  const written = { repository, place, tip: tree, changes, message: told.message };
  const commit = await commitFolder(outer, { ...written, authorId: told.authorId });
  if (commit !== null) {
    sync.progress('Pushing');
    // Where the answer is lost, the next sync finds by this that the commit has arrived.
    await operation.note(outer, { stage: 'push', direction: 'export', commit, revisionId: revision.id });
    await push(repository, commit, place.ref);
  }
  const note = await noteWritten({ ...written, spaceId, notes, base, revision, commit });
  return transact(outer, async (ctx) => {
    await note(ctx);
    if (commit === null && operation.id === null) return endUnchanged({ ...sync, ctx });
    const counts = commit === null ? null : countFiles(changes.changes, tree);
    const { skipped } = changes;
    const newest = commit ?? tree.commit;
    await operation.complete(ctx, { stage: 'write', commit: newest, revisionId: revision.id, counts, skipped });
    return 'completed';
  });
}

/** Ends a sync that has found nothing. A connection that had failed works again. */
export async function endUnchanged({ ctx, connection }: Pick<Sync, 'ctx' | 'connection'>): Promise<SyncEnd> {
  if (connection.failures > 0 || connection.status === 'failed' || connection.status === 'unauthenticated')
    await ctx.db.gitConnection.updateMany({
      where: { id: connection.id, status: { not: 'paused' } },
      data: { status: 'active', failures: 0 },
    });
  return 'unchanged';
}

function countFiles(changes: readonly FileChange[], { files }: GitTree): SyncCounts {
  const before = new Set(files.map(({ path }) => path));
  const isMove = (change: FileChange) => 'from' in change && change.from !== undefined;
  const moved = new Set(changes.flatMap((change) => ('from' in change ? (change.from ?? []) : [])));
  const written = changes.filter(({ kind }) => kind !== 'delete');
  const added = written.filter((change) => !before.has(change.path) && !isMove(change)).length;
  const removed = changes.filter(({ kind, path }) => kind === 'delete' && !moved.has(path)).length;
  return { added, updated: written.length - added, removed };
}
