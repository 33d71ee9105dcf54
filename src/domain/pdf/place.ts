import { getChangeRequest } from '../change-requests/change-requests.ts';
import type { Context } from '../context.ts';
import { authorizedSpace } from '../spaces/spaces.ts';

/** Whose content is printed: that of a space, or of a change request on it. */
export interface PdfPlace {
  readonly spaceId: string;
  readonly changeRequestId: string | null;
}

/** Its active revision, and the id of the change request where it was named by its number. Throws not_found, insufficient_scope. */
export async function authorizePdf(
  ctx: Context,
  { spaceId, changeRequestId }: PdfPlace,
): Promise<PdfPlace & { readonly revisionId: string }> {
  if (changeRequestId === null) {
    const { revisionId } = await authorizedSpace(ctx, spaceId, 'readContent');
    return { spaceId, changeRequestId, revisionId };
  }
  const { id, revisionId } = await getChangeRequest(ctx, { id: changeRequestId, spaceId });
  return { spaceId, changeRequestId: id, revisionId };
}
