import { getChangeRequest } from '../change-requests/change-requests.ts';
import { requireWritable, type ContentPlace } from '../content/commit.ts';
import { editablePlace } from '../content/edits/authorize.ts';
import type { Context } from '../context.ts';

/**
 * Where an import goes, when it may: a space that takes direct edits, or a change request under work. Known before
 * anything is fetched. Throws not_found, forbidden, insufficient_scope, space_locked, invalid_state.
 */
export async function authorizedPlace(ctx: Context, asked: ContentPlace): Promise<ContentPlace> {
  const { spaceId, changeRequestId } = await editablePlace(ctx, asked);
  if (changeRequestId === null || changeRequestId === undefined) return { spaceId };
  const { status } = await getChangeRequest(ctx, { id: changeRequestId, spaceId }, 'editContent');
  requireWritable({ status });
  return { spaceId, changeRequestId };
}
