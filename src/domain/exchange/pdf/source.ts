import { getChangeRequest } from '../../authoring/change-requests/change-requests.ts';
import type { Context } from '../../core/context.ts';
import { authorizedSpace } from '../../authoring/spaces/spaces.ts';

/** The space or change request to print. */
export interface PdfSource {
  readonly spaceId: string;
  readonly changeRequestId: string | null;
}

/**
 * Authorizes an export and returns the active revision. Resolves the number of a change request to its id. Throws
 * not_found, insufficient_scope.
 */
export async function authorizePdf(
  ctx: Context,
  { spaceId, changeRequestId }: PdfSource,
): Promise<PdfSource & { readonly revisionId: string }> {
  if (changeRequestId === null) {
    const { revisionId } = await authorizedSpace(ctx, spaceId, 'readContent');
    return { spaceId, changeRequestId, revisionId };
  }
  const { id, revisionId } = await getChangeRequest(ctx, { id: changeRequestId, spaceId });
  return { spaceId, changeRequestId: id, revisionId };
}
