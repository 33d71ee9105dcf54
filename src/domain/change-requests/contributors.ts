import { paginate } from '../../db/keyset.ts';
import { raw, sql } from '../../db/sql.ts';
import type { Page, PageRequest } from '../../lib/page.ts';
import { allowed } from '../access/policy.ts';
import type { Context } from '../context.ts';
import { spacePolicy } from '../spaces/policy.ts';
import { factsOf, readSpace } from '../spaces/spaces.ts';
import { getChangeRequest, type ChangeRequest } from './change-requests.ts';
import type { ContributionKind } from './fields.ts';

/** What one person has done in a change request, of one kind. */
export interface Contributor {
  readonly userId: string;
  readonly actionType: ContributionKind;
  /** Revisions, or comments and replies. */
  readonly count: number;
  /** When the last of them was made. */
  readonly updatedAt: string;
}

/**
 * Who changed the content of a change request or said something in it, last active first; whoever did both is there
 * twice. Comments count for those who may read them. Throws not_found, insufficient_scope. Beyond 2c.
 */
export async function listContributors(
  ctx: Context,
  { id }: ChangeRequest,
  page: PageRequest,
): Promise<Page<Contributor>> {
  const { spaceId } = await getChangeRequest(ctx, { id });
  const space = await readSpace(ctx, spaceId);
  const discusses = allowed(spacePolicy, 'readComments', ctx.actor, factsOf(space));
  const edits = sql`select r."createdById" as "userId", 'edit' as "actionType", count(*)::int as count,
      max(r."createdAt") as "updatedAt"
    from revisions r where r.line = ${id} and r."createdById" is not null group by r."createdById"`;
  const comments = sql`union all select c."authorId", 'comment', count(*)::int, max(coalesce(c."editedAt", c."postedAt"))
    from comments c where c."changeRequestId" = ${id} group by c."authorId"`;
  return paginate<Contributor>(
    ctx,
    {
      name: 'contributors',
      filters: [id, discusses],
      select: raw('c.*'),
      from: sql`from (${edits} ${discusses ? comments : raw('')}) c`,
      where: [],
      sort: { by: 'c."updatedAt"', type: 'timestamptz', id: `(c."userId" || ' ' || c."actionType")` },
      direction: 'desc',
    },
    page,
  );
}
