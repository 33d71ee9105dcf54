import { paginate } from '../../../db/keyset.ts';
import { mapPage, type Page, type PageRequest } from '../../../lib/page.ts';
import { toMemberRow, type MemberUserRow } from '../../../loaders/members.ts';
import type { Context } from '../../core/context.ts';
import type { Member } from '../../people/members/members.ts';
import { authorizeDiscussion, type Discussion } from './discussions.ts';
import { commentersList } from './queries.ts';

/**
 * Lists the members who commented on a space or in a change request, newest member first. Users who have left the
 * organization are omitted.
 */
export async function listCommenters(ctx: Context, discussion: Discussion, page: PageRequest): Promise<Page<Member>> {
  const { space, changeRequest } = discussion;
  authorizeDiscussion(ctx, space);
  const list = commentersList(ctx.actor, {
    organizationId: space.organizationId,
    spaceId: space.id,
    changeRequestId: changeRequest?.id ?? null,
  });
  return mapPage(await paginate<MemberUserRow>(ctx, list, page), toMemberRow);
}
