import { getChangeRequest } from '../../authoring/change-requests/change-requests.ts';
import { requireWritable, type ContentOwner } from '../../authoring/content/commit.ts';
import { authorizeEdit } from '../../authoring/content/edits/authorize.ts';
import type { Context } from '../../core/context.ts';

/**
 * Authorizes an import into an unlocked space, or into an editable change request. Call it before fetching. Throws
 * not_found, forbidden, insufficient_scope, space_locked, invalid_state.
 */
export async function authorizeImport(ctx: Context, owner: ContentOwner): Promise<ContentOwner> {
  const { spaceId, changeRequestId } = await authorizeEdit(ctx, owner);
  if (changeRequestId === null || changeRequestId === undefined) return { spaceId };
  const { status } = await getChangeRequest(ctx, { id: changeRequestId, spaceId }, 'editContent');
  requireWritable({ status });
  return { spaceId, changeRequestId };
}
