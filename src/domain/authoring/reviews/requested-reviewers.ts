import { paginate } from '../../../db/keyset.ts';
import type { Page, PageRequest } from '../../../lib/page.ts';
import { getChangeRequest, type ChangeRequest } from '../change-requests/change-requests.ts';
import type { Context } from '../../core/context.ts';
import { requestedReviewersList, type RequestedReviewer } from './queries.ts';

/**
 * Lists the pending review requests of a change request, most recent first. Users who have left the organization are
 * omitted.
 */
export async function listRequestedReviewers(
  ctx: Context,
  { id }: ChangeRequest,
  page: PageRequest,
): Promise<Page<RequestedReviewer>> {
  await getChangeRequest(ctx, { id });
  return paginate<RequestedReviewer>(ctx, requestedReviewersList(id), page);
}
