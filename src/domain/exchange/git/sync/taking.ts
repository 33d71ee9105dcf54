import type { GitRepository } from '../../../../db/generated/client.ts';
import type { Revision } from '../../../authoring/content/revisions.ts';
import type { GitTip } from '../read-folder.ts';
import type { TipToTake } from '../take-tip.ts';
import type { TreeDifference } from '../tree-difference.ts';
import type { Sync } from './sync.ts';

/** A tip with changes, and what it is compared with. */
export interface Taking {
  readonly tip: GitTip;
  /** The state in which both were equal; null before the first sync. */
  readonly base: GitRepository | null;
  readonly difference: TreeDifference | null;
  /** The active revision of main content. */
  readonly head: Revision;
}

export const toTake = (
  { repository, folder }: Pick<Sync, 'repository' | 'folder'>,
  { tip, base, difference }: Taking,
): TipToTake => ({
  repository,
  folder,
  tip,
  base,
  difference,
});
