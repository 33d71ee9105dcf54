import { TipMoved } from '../../../../infra/git/git-errors.ts';
import { conflict } from '../../../../lib/errors.ts';
import { getContent } from '../../../authoring/content/revisions.ts';
import type { Context } from '../../../core/context.ts';
import { findTip, noSuchBranch, openPlace, type GitTip } from '../read-folder.ts';
import { compareToNoted, findNoted, isSameTree, stateOf } from '../tree-difference.ts';
import { asConnection } from './actor.ts';
import { takePullRequests } from '../pull-requests/take-pull-requests.ts';
import { keepsSpace, takeFirst } from './first-sync.ts';
import { SyncOperation } from './operation.ts';
import { findConnection } from './queries.ts';
import { recoverPush } from './recover-push.ts';
import { settleRequest, takeIntoOpen, type OpenRequest } from './requests.ts';
import { openSync, type Sync, type SyncEnd, type SyncResult } from './sync.ts';
import { takeTheirs } from './take-theirs.ts';
import { endUnchanged, writeOurs } from './write-ours.ts';

interface SyncRun {
  readonly jobId: string;
  readonly progress: (phase: string) => void;
}

/**
 * Makes a space and its branch equal: takes what has changed in the repository, then writes what has changed in the space. What both
 * have changed is merged, and waits in a change request where they have changed the same. It may be stopped at any point and begun
 * again. Throws fetch_…, git_…, import_refused, conflict; the operation has the error, too.
 */
export async function syncConnection(
  outer: Context,
  connectionId: string,
  { jobId, progress }: SyncRun,
): Promise<SyncResult> {
  const connection = await findConnection(outer.sql, connectionId);
  if (connection === null || connection.status === 'paused') return { state: 'unchanged', operation: null };
  const operation = new SyncOperation(connection, jobId);
  const ctx = asConnection(outer, connection);
  try {
    const opened = openSync(ctx, connection);
    const state = await openPlace(ctx, opened.place, async (repository, folder) => {
      const sync = { ...opened, operation, progress, repository, folder };
      const end = await untilEqual(sync);
      await takePullRequests(sync);
      return end;
    });
    return { state, operation: operation.id };
  } catch (error) {
    // A sync that was stopped goes on when it is begun again.
    if (!ctx.signal.aborted) await operation.fail(ctx, error);
    throw error;
  }
}

/** How often a sync begins again when others have pushed in the meantime. */
const tries = 5;

async function untilEqual(sync: Sync): Promise<SyncEnd> {
  for (let left = tries; ; left -= 1)
    try {
      return await syncOnce(sync);
    } catch (error) {
      if (!(error instanceof TipMoved)) throw error;
      if (left === 1) throw conflict('Others push to the branch all the time. The sync is tried again later');
    }
}

async function syncOnce(sync: Sync): Promise<SyncEnd> {
  const { ctx, place, repository, connection } = sync;
  sync.progress('Fetching');
  const isReadWhole = !keepsSpace(connection) && (await findBase(sync)) === null;
  const tip = await findTip(ctx, repository, place, { isReadWhole });
  const request = await settleRequest(sync);
  if (tip) {
    await recoverPush(sync, tip.commit);
    const end = await takeTip(sync, tip, request);
    if (end !== 'unchanged') return end;
  } else if (await findBase(sync)) throw noSuchBranch(place);
  if (connection.direction === 'import') return endUnchanged(sync);
  return writeOurs(sync, tip);
}

/** Takes what has changed in the repository. Returns `unchanged` when edits of the space may be left to be written. */
async function takeTip(sync: Sync, tip: GitTip, request: OpenRequest | null): Promise<SyncEnd> {
  const { ctx, spaceId } = sync;
  sync.progress('Comparing');
  const base = await findBase(sync);
  const difference = base && (await compareToNoted(ctx, spaceId, tip.files));
  const taking = { tip, base, difference, head: await getContent(ctx, spaceId) };
  if (request !== null) return takeIntoOpen(sync, request, taking);
  if (base === null || difference === null) return takeFirst(sync, taking);
  return isSameTree(difference) ? 'unchanged' : takeTheirs(sync, { ...taking, base });
}

const findBase = async ({ ctx, spaceId, place }: Sync) => stateOf(await findNoted(ctx, spaceId), place);
