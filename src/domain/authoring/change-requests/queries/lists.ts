import type { KeysetList } from '../../../../db/keyset.ts';
import { raw, sql, type Fragment } from '../../../../db/sql.ts';
import type { Actor } from '../../../../access/actor.ts';
import {
  accessTree,
  spaceAtLeast,
  spaceRankColumns,
  spaceTreeJoin,
  spaceVisible,
} from '../../../../access/queries/visible-resources.ts';
import type { ChangeRequestStatus } from '../fields.ts';

/** A filter on change requests. Omitted fields do not filter. */
export interface ChangeRequestFilter {
  readonly status?: ChangeRequestStatus | null | undefined;
  /** Id of a user who created it or edited its content. */
  readonly contributor?: string | null | undefined;
  /** Id of the user who created it. */
  readonly creator?: string | null | undefined;
}

interface SpaceScope {
  readonly id: string;
  /** The active main revision. */
  readonly revisionId: string;
  /** Whose drafts the caller may see. */
  readonly drafts: 'all' | 'own';
}

/** The change requests of a space that the caller may see, newest first, as rows of `ChangeRequestRow`. */
export const changeRequestsOfSpace = (actor: Actor, space: SpaceScope, filter: ChangeRequestFilter): KeysetList => ({
  name: 'change-requests',
  filters: [space.id, ...filterValues(filter)],
  select: sql`cr.*, ${space.revisionId} as "mainRevisionId"`,
  from: sql`from change_requests cr`,
  where: [
    sql`cr."spaceId" = ${space.id}`,
    ...filterConditions(filter),
    space.drafts === 'all' ? null : notDraftOfOthers(actor),
  ],
  ...newestFirst,
});

/**
 * The change requests of an organization that the caller may see, newest first, with the `rank` of the caller's role on
 * the space. The statement joins from the readable spaces, so that it never scans those of other spaces.
 */
export const changeRequestsOfOrganization = (
  actor: Actor,
  organizationId: string,
  filter: ChangeRequestFilter,
): KeysetList => ({
  name: 'organization-change-requests',
  filters: [organizationId, ...filterValues(filter)],
  with: accessTree(organizationId, actor),
  select: sql`cr.id, cr."createdAt", s."revisionId" as "mainRevisionId", ${spaceRankColumns}`,
  from: sql`from spaces s ${spaceTreeJoin} join change_requests cr on cr."spaceId" = s.id`,
  where: [
    sql`s."organizationId" = ${organizationId} and s."deletedAt" is null`,
    spaceVisible,
    ...filterConditions(filter),
    sql`(${spaceAtLeast('edit')} or ${notDraftOfOthers(actor)})`,
  ],
  ...newestFirst,
  details: {
    select: raw('cr.*, page."mainRevisionId", page.rank'),
    // `limit 1` keeps the planner from choosing a scan: it cannot estimate how few rows a page has.
    join: raw('cross join lateral (select * from change_requests where change_requests.id = page.id limit 1) cr'),
  },
});

const newestFirst = {
  sort: { by: 'cr."createdAt"', type: 'timestamptz', id: 'cr.id', columns: ['createdAt', 'id'] },
  direction: 'desc',
} as const;

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
  status && sql`cr.status = ${status}`,
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
