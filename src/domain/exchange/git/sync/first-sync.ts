import { isPagePath } from '../../../../text/imports/unpack/source-path.ts';
import { listEntriesOf } from '../../imports/queries.ts';
import { overrule } from './overrule.ts';
import { takeIntoNew } from './requests.ts';
import { takeIntoMain } from './take-theirs.ts';
import type { Sync, SyncEnd } from './sync.ts';
import type { Taking } from './taking.ts';

/**
 * Takes a repository that the space has nothing in common with. An empty space becomes what the repository is. One with content does so by a
 * change request that somebody looks at, unless the space is to be kept: then it is written over the repository.
 */
export async function takeFirst(sync: Sync, taking: Taking): Promise<SyncEnd> {
  const { ctx, connection } = sync;
  const { tip, head } = taking;
  if (!hasPages(tip) || keepsSpace(connection)) return overrule(sync, taking);
  const isEmpty = (await listEntriesOf(ctx.sql, head)).length === 0;
  return isEmpty
    ? takeIntoMain(sync, taking, true)
    : takeIntoNew(sync, taking, { start: head, isReviewed: true, replacesAll: true });
}

/** Whether the first sync writes the space over the repository. */
export const keepsSpace = ({ direction, priority }: Pick<Sync['connection'], 'direction' | 'priority'>): boolean =>
  direction === 'export' || (priority === 'octavo' && direction !== 'import');

export const hasPages = ({ files }: Pick<Taking['tip'], 'files'>): boolean =>
  files.some(({ path }) => isPagePath(path));
