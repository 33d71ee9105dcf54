import { failure } from '../../../../lib/errors.ts';
import { getChangeRequest } from '../../change-requests/change-requests.ts';
import type { Context } from '../../../core/context.ts';
import { authorizedSpace } from '../../spaces/spaces.ts';
import type { ContentOwner } from '../commit.ts';

/** A space or change request that the caller may edit. */
interface EditableOwner extends ContentOwner {
  /** The revision from which a change request was created; null for a space. */
  readonly initialRevisionId: string | null;
}

/**
 * Authorizes an edit of an unlocked space, or of a change request by id or number. Throws not_found, forbidden,
 * insufficient_scope, space_locked.
 */
export async function authorizeEdit(ctx: Context, { spaceId, changeRequestId }: ContentOwner): Promise<EditableOwner> {
  if (changeRequestId !== null && changeRequestId !== undefined) {
    const { id, revisionInitialId } = await getChangeRequest(ctx, { id: changeRequestId, spaceId }, 'editContent');
    return { spaceId, changeRequestId: id, initialRevisionId: revisionInitialId };
  }
  const { editMode } = await authorizedSpace(ctx, spaceId, 'editContent');
  // The mode is about people.
  if (editMode === 'locked' && !ctx.actor.gitSync)
    throw failure('space_locked', 'The space is locked: edit it in a change request');
  return { spaceId, initialRevisionId: null };
}
