import { paginate } from '../../../db/keyset.ts';
import type { Page, PageRequest } from '../../../lib/page.ts';
import { allowed } from '../../../access/policy.ts';
import type { Context } from '../../core/context.ts';
import { spacePolicy } from '../spaces/policy.ts';
import { toFacts, loadSpace } from '../spaces/spaces.ts';
import { getChangeRequest, type ChangeRequest } from './change-requests.ts';
import type { ContributionKind } from './fields.ts';
import { contributorsList } from './queries/lists.ts';

/** The contributions of one kind by one user. */
export interface Contributor {
  readonly userId: string;
  readonly actionType: ContributionKind;
  /** Number of revisions, or of comments and replies. */
  readonly count: number;
  /** Time of the most recent one. */
  readonly updatedAt: string;
}

/**
 * Lists who edited a change request or commented in it, most recent contribution first. A user who did both appears
 * twice. Comments count only for callers who may read them.
 */
export async function listContributors(
  ctx: Context,
  { id }: ChangeRequest,
  page: PageRequest,
): Promise<Page<Contributor>> {
  const { spaceId } = await getChangeRequest(ctx, { id });
  const space = await loadSpace(ctx, spaceId);
  const withComments = allowed(spacePolicy, 'readComments', ctx.actor, toFacts(space));
  return paginate<Contributor>(ctx, contributorsList({ changeRequestId: id, withComments }), page);
}
