import { mainStateOf } from '../../../../db/content/states.ts';
import { changesBetween, type ChangeList } from './changes-between.ts';
import { contentOfChangeRequest } from '../revisions.ts';
import type { Context } from '../../../core/context.ts';
import type { ChangeRequest } from '../../change-requests/change-requests.ts';

/**
 * Lists the changes of a change request against its base, up to `limit` entries; of a merged one, the changes that the
 * merge made. Throws not_found, insufficient_scope.
 */
export async function changesOfChangeRequest(
  ctx: Context,
  changeRequest: ChangeRequest,
  limit: number,
): Promise<ChangeList> {
  const own = await contentOfChangeRequest(ctx, changeRequest);
  if (own.baseSeq === null) return { changes: [], more: 0 };
  return changesBetween(ctx, { before: mainStateOf(own), after: own, limit });
}
