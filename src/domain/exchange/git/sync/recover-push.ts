import { readMessage } from '../../../../infra/git/objects.ts';
import { findParent, listTree } from '../../../../infra/git/tree.ts';
import type { Revision } from '../../../authoring/content/revisions.ts';
import { transact } from '../../../core/transact.ts';
import { noteWritten } from '../commit-folder.ts';
import { changesFor } from '../folder-changes.ts';
import { isNamed } from '../read-folder.ts';
import { compareToNoted, findNoted, isSameTree, stateOf } from '../tree-difference.ts';
import { endLostOperations, findOpenPush } from './queries.ts';
import type { Sync } from './sync.ts';

/**
 * Notes a commit that an earlier sync has pushed and did not live to note: its answer was lost, or the process ended. Otherwise what
 * the space itself has written would look like the work of others.
 */
export async function recoverPush(sync: Sync, tip: string): Promise<void> {
  const { ctx: outer, connection, spaceId, place, notes, repository, operation } = sync;
  const open = await findOpenPush(outer.sql, connection.id);
  if (operation.id === null) await endLostOperations(outer.sql, connection.id, outer.now());
  const noted = stateOf(await findNoted(outer, spaceId), place);
  if (open === null || noted?.commit === tip) return;
  const parent = await findParent(repository, place.ref, open.commit);
  if (parent === undefined) return;
  const files = parent === null ? [] : (await listTree(repository, parent, place.directory)).filter(isNamed);
  const revision = (await outer.loaders.revision.load(open.revisionId)) as Revision | null;
  if (revision === null || !isSameTree(await compareToNoted(outer, spaceId, files))) return;
  const base = noted ?? { importId: connection.id, root: '', updatedAt: null };
  const before = { commit: parent, files };
  const changes = await changesFor(outer, { repository, tip: before, base, revision });
  const written = { repository, place, tip: before, changes, message: await readMessage(repository, open.commit) };
  const note = await noteWritten({ ...written, spaceId, notes, base, revision, commit: open.commit });
  await transact(outer, note);
}
