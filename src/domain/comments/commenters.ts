import { paginate } from '../../db/keyset.ts';
import { sql } from '../../db/sql.ts';
import { mapPage, type Page, type PageRequest } from '../../lib/page.ts';
import { memberColumns, memberOf, memberUserJoin, type MemberUserRow } from '../../loaders/members.ts';
import type { Context } from '../context.ts';
import type { Member } from '../members/members.ts';
import { requireDiscussion, type DiscussionPlace } from './comments.ts';

/**
 * The members who said something on a space or in a change request, those who joined last first. Who has left the
 * organization is left out. Throws not_found, forbidden, insufficient_scope. Decisions 4.1.
 */
export async function listCommenters(ctx: Context, place: DiscussionPlace, page: PageRequest): Promise<Page<Member>> {
  const { space, changeRequest } = place;
  requireDiscussion(ctx, space);
  const found = await paginate<MemberUserRow>(
    ctx,
    {
      name: 'commenters',
      filters: [(changeRequest ?? space).id],
      select: memberColumns(ctx.actor),
      from: sql`from members m ${memberUserJoin}`,
      where: [
        sql`m."organizationId" = ${space.organizationId}`,
        sql`exists (select from comments c where c."authorId" = m."userId" and c."spaceId" = ${space.id}
          and c."changeRequestId" is not distinct from ${changeRequest?.id ?? null}::text)`,
      ],
      sort: { by: 'm."joinedAt"', type: 'timestamptz', id: 'm."userId"' },
      direction: 'desc',
    },
    page,
  );
  return mapPage(found, memberOf);
}
