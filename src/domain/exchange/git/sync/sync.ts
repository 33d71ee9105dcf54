import type { Repository } from '../../../../infra/git/repository.ts';
import type { GitConnectionRow } from '../../../../loaders/git.ts';
import type { Context } from '../../../core/context.ts';
import { remoteOf } from '../connections.ts';
import type { GitNotes } from '../note-repository.ts';
import type { GitPlace } from '../read-folder.ts';
import type { SyncOperation } from './operation.ts';

/** A sync that is running. One of a space runs at a time. */
export interface Sync {
  /** Acts as the connection. */
  readonly ctx: Context;
  readonly connection: GitConnectionRow;
  readonly spaceId: string;
  readonly place: GitPlace;
  readonly notes: GitNotes;
  readonly repository: Repository;
  /** A temporary folder. */
  readonly folder: string;
  readonly operation: SyncOperation;
  readonly progress: (phase: string) => void;
}

/** How a sync has ended, and its operation; null when there was nothing to do. */
export interface SyncResult {
  readonly state: SyncEnd;
  readonly operation: string | null;
}

/** How a sync has ended: both sides are equal, or a change request waits. */
export type SyncEnd = 'unchanged' | 'completed' | 'conflicted';

/** What a sync of a connection begins with, whose context acts as the connection. Throws as `remoteOf`. */
export function openSync(
  ctx: Context,
  connection: GitConnectionRow,
): Pick<Sync, 'ctx' | 'connection' | 'spaceId' | 'place' | 'notes'> {
  const { spaceId, ref, directory, provider } = connection;
  const place = { remote: remoteOf(ctx, connection), ref, directory };
  const known = provider === 'github' || provider === 'gitlab' ? provider : null;
  return {
    ctx,
    connection,
    spaceId,
    place,
    notes: { provider: known, treeUrl: null, commitUrl: null, happenedAt: null },
  };
}
