import { paginate, type KeysetList } from '../../db/keyset.ts';
import { raw, sql, type Fragment } from '../../db/sql.ts';
import { mapPage, type Page, type PageRequest } from '../../lib/page.ts';
import { accessTree, spaceAtLeast, spaceRankColumns, spaceTreeJoin, spaceVisible } from '../../loaders/access.ts';
import type { ChangeRequestRow } from '../../loaders/change-requests.ts';
import { requireScope } from '../access/policy.ts';
import { atLeast, roleOfRank } from '../access/roles.ts';
import type { Actor, Context } from '../context.ts';
import { getOrganization } from '../organizations/organizations.ts';
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
  filter: ChangeRequestFilter,
  page: PageRequest,
): Promise<Page<ChangeRequest>> {
  const space = await authorizedSpace(ctx, spaceId, 'listChangeRequests');
  const found = await paginate<ChangeRequestRow>(
    ctx,
    {
      name: 'change-requests',
      filters: [spaceId, ...filtersOf(filter)],
      select: sql`cr.*, ${space.revisionId} as "mainRevisionId"`,
      from: sql`from change_requests cr`,
      where: [
        sql`cr."spaceId" = ${spaceId}`,
        ...conditionsOf(filter),
        atLeast(space.role, 'edit') ? null : isNoHiddenDraft(ctx.actor),
      ],
      ...newestFirst,
    },
    page,
  );
  return mapPage(found, (row) => asSeen(row, space.role));
}

type RankedRow = ChangeRequestRow & { readonly rank: number };

/**
 * The change requests of all spaces of an organization that the caller may see, newest first. Throws not_found for no
 * member, insufficient_scope.
 */
export async function listOrganizationChangeRequests(
  ctx: Context,
  organizationId: string,
  filter: ChangeRequestFilter,
  page: PageRequest,
): Promise<Page<ChangeRequest>> {
  await getOrganization(ctx, organizationId);
  requireScope(ctx.actor, 'space:change-requests:read');
  const found = await paginate<RankedRow>(ctx, listInOrganization(ctx.actor, organizationId, filter), page);
  return mapPage(found, ({ rank, ...row }) => asSeen(row, roleOfRank(rank)));
}

/** The list as a statement. It goes from the spaces that the caller may read to the change requests in each. */
export const listInOrganization = (actor: Actor, organizationId: string, filter: ChangeRequestFilter): KeysetList => ({
  name: 'organization-change-requests',
  filters: [organizationId, ...filtersOf(filter)],
  with: accessTree(organizationId, actor),
  select: sql`cr.id, cr."createdAt", s."revisionId" as "mainRevisionId", ${spaceRankColumns}`,
  from: sql`from spaces s ${spaceTreeJoin} join change_requests cr on cr."spaceId" = s.id`,
  where: [
    sql`s."organizationId" = ${organizationId} and s."deletedAt" is null`,
    spaceVisible,
    ...conditionsOf(filter),
    sql`(${spaceAtLeast('edit')} or ${isNoHiddenDraft(actor)})`,
  ],
  ...newestFirst,
  details: {
    select: raw('cr.*, page."mainRevisionId", page.rank'),
    // `limit 1` keeps the planner from reading all of them, for it cannot know how few a page has.
    join: raw('cross join lateral (select * from change_requests where change_requests.id = page.id limit 1) cr'),
  },
});

const newestFirst = {
  sort: { by: 'cr."createdAt"', type: 'timestamptz', id: 'cr.id', columns: ['createdAt', 'id'] },
  direction: 'desc',
} as const;

const filtersOf = ({ status = null, contributor = null, creator = null }: ChangeRequestFilter) => [
  status,
  contributor,
  creator,
];

const conditionsOf = ({
  status = null,
  contributor = null,
  creator = null,
}: ChangeRequestFilter): (Fragment | null)[] => [
  status && sql`cr.status = ${status}`,
  creator === null ? null : sql`cr."createdById" = ${creator}`,
  contributor === null
    ? null
    : sql`(cr."createdById" = ${contributor} or exists (
        select from revisions r where r.line = cr.id and r."createdById" = ${contributor}))`,
];

/** Whoever does not edit sees of drafts only their own. */
const isNoHiddenDraft = ({ userId }: Actor) => sql`(cr.status <> 'draft' or cr."createdById" = ${userId})`;
