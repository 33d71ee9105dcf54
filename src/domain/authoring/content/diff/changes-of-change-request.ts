import { changesBetween, noChanges, type ChangeList, type ChangesPart } from './changes-between.ts';
import { baseOfContent, contentOfChangeRequest } from '../revisions.ts';
import type { Context } from '../../../core/context.ts';
import type { ChangeRequest } from '../../change-requests/change-requests.ts';

/**
 * Lists the changes of a change request against its base, a part at a time; of a merged one, the changes that the
 * merge made. Throws not_found, insufficient_scope, invalid_cursor.
 */
export async function changesOfChangeRequest(
  ctx: Context,
  changeRequest: ChangeRequest,
  part: ChangesPart,
): Promise<ChangeList> {
  const own = await contentOfChangeRequest(ctx, changeRequest);
  const before = await baseOfContent(ctx, own);
  return before === null ? noChanges : changesBetween(ctx, { before, after: own }, part);
}
