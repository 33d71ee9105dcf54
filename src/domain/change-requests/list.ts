import { paginate } from '../../db/keyset.ts';
import { sql } from '../../db/sql.ts';
import { mapPage, type Page, type PageRequest } from '../../lib/page.ts';
import type { ChangeRequestRow } from '../../loaders/change-requests.ts';
import { atLeast } from '../access/roles.ts';
import type { Context } from '../context.ts';
import { authorizedSpace } from '../spaces/spaces.ts';
import { asSeen, type ChangeRequest } from './change-requests.ts';
import type { ChangeRequestStatus } from './fields.ts';

/** Which change requests; what is not given does not limit. */
export interface ChangeRequestFilter {
  readonly status?: ChangeRequestStatus | null | undefined;
  /** Id of a user who made it or changed its content. */
  readonly contributor?: string | null | undefined;
  /** Id of the user who made it. */
  readonly creator?: string | null | undefined;
}

/** The change requests of a space that the caller may see, newest first. Throws not_found, insufficient_scope. */
export async function listChangeRequests(
  ctx: Context,
  spaceId: string,
  { status = null, contributor = null, creator = null }: ChangeRequestFilter,
  page: PageRequest,
): Promise<Page<ChangeRequest>> {
  const space = await authorizedSpace(ctx, spaceId, 'listChangeRequests');
  const { userId } = ctx.actor;
  const seesDrafts = atLeast(space.role, 'edit');
  const found = await paginate<ChangeRequestRow>(
    ctx,
    {
      name: 'change-requests',
      filters: [spaceId, status, contributor, creator],
      select: sql`cr.*, ${space.revisionId} as "mainRevisionId"`,
      from: sql`from change_requests cr`,
      where: [
        sql`cr."spaceId" = ${spaceId}`,
        status && sql`cr.status = ${status}`,
        seesDrafts ? null : sql`(cr.status <> 'draft' or cr."createdById" = ${userId})`,
        creator === null ? null : sql`cr."createdById" = ${creator}`,
        contributor === null
          ? null
          : sql`(cr."createdById" = ${contributor} or exists (
              select from revisions r where r.line = cr.id and r."createdById" = ${contributor}))`,
      ],
      sort: { by: 'cr."createdAt"', type: 'timestamptz', id: 'cr.id', columns: ['createdAt', 'id'] },
      direction: 'desc',
    },
    page,
  );
  return mapPage(found, (row) => asSeen(row, space.role));
}
