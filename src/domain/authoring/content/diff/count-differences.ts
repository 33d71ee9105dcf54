import type { Context } from '../../../core/context.ts';
import type { ChangeRequest } from '../../change-requests/change-requests.ts';
import { contentOfChangeRequest } from '../revisions.ts';

/** Numbers of entries of one kind that differ. */
export interface DifferenceCounts {
  readonly added: number;
  /** With another text, name, place or attribute. */
  readonly updated: number;
  readonly removed: number;
}

/** What a change request changes, in numbers. */
export interface Difference {
  readonly pages: DifferenceCounts;
  readonly files: DifferenceCounts;
  /** Whether there are more changes than are counted. */
  readonly hasMore: boolean;
}

const none: DifferenceCounts = { added: 0, updated: 0, removed: 0 };

/**
 * Counts what a change request changes in the main content that it is based on; of a merged one, what the merge changed.
 * The change requests of a list take one statement. Throws not_found, insufficient_scope.
 */
export async function countDifferences(ctx: Context, changeRequest: ChangeRequest): Promise<Difference> {
  const { id } = await contentOfChangeRequest(ctx, changeRequest);
  const row = await ctx.loaders.differenceCounts.load(id);
  if (row === null) return { pages: none, files: none, hasMore: false };
  return {
    pages: { added: row.pagesAdded, updated: row.pagesUpdated, removed: row.pagesRemoved },
    files: { added: row.filesAdded, updated: row.filesUpdated, removed: row.filesRemoved },
    hasMore: row.hasMore,
  };
}
