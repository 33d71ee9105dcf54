import { failure } from '../../../lib/errors.ts';
import { getChangeRequest } from '../../change-requests/change-requests.ts';
import type { Context } from '../../context.ts';
import { authorizedSpace } from '../../spaces/spaces.ts';
import type { ContentPlace } from '../commit.ts';

/** Where the caller may write. */
export interface EditablePlace extends ContentPlace {
  /** The revision a change request was made from; null for a space. */
  readonly initialRevisionId: string | null;
}

/**
 * The place by ids, a change request also by its number, when the caller may write there: to a space that takes direct
 * edits, to a change request. Throws not_found, forbidden, insufficient_scope, space_locked.
 */
export async function editablePlace(ctx: Context, { spaceId, changeRequestId }: ContentPlace): Promise<EditablePlace> {
  if (changeRequestId !== null && changeRequestId !== undefined) {
    const { id, revisionInitialId } = await getChangeRequest(ctx, { id: changeRequestId, spaceId }, 'editContent');
    return { spaceId, changeRequestId: id, initialRevisionId: revisionInitialId };
  }
  const { editMode } = await authorizedSpace(ctx, spaceId, 'editContent');
  if (editMode === 'locked') throw failure('space_locked', 'The space is locked: it takes no direct edits');
  return { spaceId, initialRevisionId: null };
}
