import type * as z from 'zod';
import type { KeysetList } from '../../../../db/keyset.ts';
import { anyOf, raw, sql, type Fragment } from '../../../../db/sql.ts';
import type { Actor } from '../../../../access/actor.ts';
import { callerRank, callerRankJoin } from '../../../../access/queries/space-rank.ts';
import {
  accessTree,
  spaceAtLeast,
  spaceRankColumns,
  spaceTreeJoin,
  spaceVisible,
} from '../../../../access/queries/visible-resources.ts';
import type { ChangeRequestOrder, ChangeRequestRole, ChangeRequestStatus } from '../fields.ts';

/** A filter on change requests. Omitted fields do not filter. */
export interface ChangeRequestFilter {
  /** The states to list. */
  readonly status?: readonly ChangeRequestStatus[] | null | undefined;
  /** Id of a user who created it or edited its content. */
  readonly contributor?: string | null | undefined;
  /** Id of the user who created it. */
  readonly creator?: string | null | undefined;
}

/** The order of a list; the newest first when omitted. */
type ListOrder = z.output<typeof ChangeRequestOrder>;

/** Filter and order of a list of change requests. */
export interface ChangeRequestQuery extends ChangeRequestFilter {
  readonly orderBy?: ListOrder | null | undefined;
}

interface SpaceScope {
  readonly id: string;
  /** The active main revision. */
  readonly revisionId: string;
  /** Whose drafts the caller may see. */
  readonly drafts: 'all' | 'own';
}

/** The change requests of a space that the caller may see, as rows of `ChangeRequestRow`. */
export const changeRequestsOfSpace = (
  actor: Actor,
  space: SpaceScope,
  { orderBy, ...filter }: ChangeRequestQuery,
): KeysetList => ({
  name: 'change-requests',
  filters: [space.id, ...filterValues(filter), ...orderValues(orderBy)],
  select: sql`cr.*, ${space.revisionId} as "mainRevisionId"`,
  from: sql`from change_requests cr`,
  where: [
    sql`cr."spaceId" = ${space.id}`,
    ...filterConditions(filter),
    space.drafts === 'all' ? null : notDraftOfOthers(actor),
  ],
  ...sorted(orderBy),
});

/**
 * The change requests of an organization that the caller may see, with the `rank` of the caller's role on
 * the space. The statement joins from the readable spaces, so that it never scans those of other spaces.
 */
export const changeRequestsOfOrganization = (
  actor: Actor,
  organizationId: string,
  { orderBy, ...filter }: ChangeRequestQuery,
): KeysetList => ({
  name: 'organization-change-requests',
  filters: [organizationId, ...filterValues(filter), ...orderValues(orderBy)],
  with: accessTree(organizationId, actor),
  select: sql`cr.id, ${sortColumn(orderBy)}, s."revisionId" as "mainRevisionId", ${spaceRankColumns}`,
  from: sql`from spaces s ${spaceTreeJoin} join change_requests cr on cr."spaceId" = s.id`,
  where: [
    sql`s."organizationId" = ${organizationId} and s."deletedAt" is null`,
    spaceVisible,
    ...filterConditions(filter),
    sql`(${spaceAtLeast('edit')} or ${notDraftOfOthers(actor)})`,
  ],
  ...sorted(orderBy),
  details,
});

const details = {
  select: raw('cr.*, page."mainRevisionId", page.rank'),
  // `limit 1` keeps the planner from choosing a scan: it cannot estimate how few rows a page has.
  join: raw('cross join lateral (select * from change_requests where change_requests.id = page.id limit 1) cr'),
};

/** What a user has to do with change requests. */
export interface Involvement {
  readonly userId: string;
  /** What the user did; anything, or a request for a review, when omitted. */
  readonly role?: ChangeRequestRole | null | undefined;
  /** Whether a review by the user is requested and not submitted yet. */
  readonly reviewRequested?: boolean | null | undefined;
}

/**
 * The change requests in all organizations that a user takes part in and the caller may see, with the `rank` of the
 * caller's role on the space.
 */
export const changeRequestsOfUser = (
  actor: Actor,
  { userId, role = null, reviewRequested = null }: Involvement,
  { orderBy, ...filter }: ChangeRequestQuery,
): KeysetList => ({
  name: 'user-change-requests',
  filters: [userId, role, reviewRequested, ...filterValues(filter), ...orderValues(orderBy)],
  with: sql`with involved as materialized (${involvedIn(userId, role, reviewRequested === true)})`,
  select: sql`cr.id, ${sortColumn(orderBy)}, s."revisionId" as "mainRevisionId", ${callerRank} as rank`,
  from: sql`from involved join change_requests cr on cr.id = involved.id join spaces s on s.id = cr."spaceId"
    ${callerRankJoin(actor)}`,
  where: [
    sql`s."deletedAt" is null and ${callerRank} >= 1`,
    sql`(${callerRank} >= role_rank('edit') or ${notDraftOfOthers(actor)})`,
    reviewRequested === null ? null : sql`(involved.id in (${requestedFrom(userId)})) = ${reviewRequested}`,
    ...filterConditions(filter),
  ],
  ...sorted(orderBy),
  details,
});

const requestedFrom = (userId: string) =>
  sql`select "changeRequestId" as id from requested_reviewers where "userId" = ${userId}`;

/** Selects the ids of the change requests that a user takes part in. */
function involvedIn(userId: string, role: ChangeRequestRole | null, requested: boolean): Fragment {
  const byRole: Record<ChangeRequestRole, Fragment> = {
    creator: sql`select id from change_requests where "createdById" = ${userId}`,
    reviewer: sql`select "changeRequestId" as id from change_request_reviews where "reviewerId" = ${userId}`,
  };
  if (role !== null) return sql`select distinct own.id from (${byRole[role]}) own`;
  return requested
    ? requestedFrom(userId)
    : sql`${byRole.creator} union ${byRole.reviewer} union ${requestedFrom(userId)}`;
}

const newestFirst: ListOrder = { field: 'createdAt', direction: 'desc' };

const sorted = (orderBy: ListOrder | null | undefined) => {
  const { field, direction } = orderBy ?? newestFirst;
  return {
    sort: { by: `cr."${field}"`, type: 'timestamptz', id: 'cr.id', columns: [field, 'id'] },
    direction,
  } as const;
};

const sortColumn = (orderBy: ListOrder | null | undefined) => raw(`cr."${(orderBy ?? newestFirst).field}"`);

const orderValues = (orderBy: ListOrder | null | undefined) => Object.values(orderBy ?? newestFirst);

const filterValues = ({ status = null, contributor = null, creator = null }: ChangeRequestFilter) => [
  status,
  contributor,
  creator,
];

const filterConditions = ({
  status = null,
  contributor = null,
  creator = null,
}: ChangeRequestFilter): (Fragment | null)[] => [
  status && sql`cr.status = ${anyOf(status)}`,
  creator === null ? null : sql`cr."createdById" = ${creator}`,
  contributor === null
    ? null
    : sql`(cr."createdById" = ${contributor} or exists (
        select from revisions r where r.line = cr.id and r."createdById" = ${contributor}))`,
];

/** The visibility of drafts for callers without `edit`; the SQL twin of `changeRequestPolicy`. */
const notDraftOfOthers = ({ userId }: Actor) => sql`(cr.status <> 'draft' or cr."createdById" = ${userId})`;

interface ContributorFilter {
  readonly changeRequestId: string;
  readonly withComments: boolean;
}

/** Counts of edits and comments per user, most recent contribution first. */
export const contributorsList = ({ changeRequestId, withComments }: ContributorFilter): KeysetList => {
  const edits = sql`select r."createdById" as "userId", 'edit' as "actionType", count(*)::int as count,
      max(r."createdAt") as "updatedAt"
    from revisions r where r.line = ${changeRequestId} and r."createdById" is not null group by r."createdById"`;
  const comments = sql`union all select c."authorId", 'comment', count(*)::int, max(coalesce(c."editedAt", c."postedAt"))
    from comments c where c."changeRequestId" = ${changeRequestId} group by c."authorId"`;
  return {
    name: 'contributors',
    filters: [changeRequestId, withComments],
    select: raw('c.*'),
    from: sql`from (${edits} ${withComments ? comments : raw('')}) c`,
    where: [],
    sort: { by: 'c."updatedAt"', type: 'timestamptz', id: `(c."userId" || ' ' || c."actionType")` },
    direction: 'desc',
  };
};
