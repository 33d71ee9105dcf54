import { currentEntry, isCurrent, isPage } from '../../../db/content/states.ts';
import type { KeysetList } from '../../../db/keyset.ts';
import { raw, sql, type Fragment, type Sql } from '../../../db/sql.ts';
import type { Actor } from '../../../access/actor.ts';
import { callerRank, callerRankJoin } from '../../../access/queries/space-rank.ts';
import { accessTree, spaceTreeJoin, spaceVisible } from '../../../access/queries/visible-resources.ts';

/**
 * Joins what is known of pages `f` to the pages that are in the newest main revision of their space. The limits here and below
 * keep the planner from starting at the pages or spaces, of which there may be thousands where few pages are due.
 */
const pageJoin = sql`cross join lateral (select from content_entries e
  where e.line = f."spaceId" and e."entryId" = f."pageId" and ${isPage} and ${isCurrent} limit 1) e`;

/** Joins what is known of pages `f` to their spaces `s`, which are not deleted. */
const spaceJoin = sql`cross join lateral (select * from spaces s where s.id = f."spaceId" and s."deletedAt" is null limit 1) s`;

const isDue = (now: Date): Fragment => sql`f."reviewAt" <= ${now}::timestamptz`;

const sorted = {
  select: raw('f.*'),
  sort: { by: 'f."reviewAt"', type: 'timestamptz', id: 'f.id' },
  direction: 'asc',
} as const satisfies Partial<KeysetList>;

/** Keyset list of what is due in a space, the longest due first. */
export const dueInSpaceList = (spaceId: string, now: Date): KeysetList => ({
  name: 'due-pages-of-space',
  filters: [spaceId],
  ...sorted,
  from: sql`from page_freshness f ${pageJoin}`,
  where: [sql`f."spaceId" = ${spaceId}`, isDue(now)],
});

interface DueFilter {
  readonly organizationId: string;
  readonly ownerId?: string | null | undefined;
}

/** Keyset list of what is due in the spaces of an organization that the caller may read, the longest due first. */
export const dueInOrganizationList = (actor: Actor, { organizationId, ownerId }: DueFilter, now: Date): KeysetList => ({
  name: 'due-pages',
  filters: [organizationId, ownerId ?? null],
  with: accessTree(organizationId, actor),
  ...sorted,
  from: sql`from page_freshness f ${spaceJoin} ${pageJoin} ${spaceTreeJoin}`,
  where: [
    sql`f."organizationId" = ${organizationId} and s."organizationId" = ${organizationId}`,
    ownerId ? sql`f."ownerId" = ${ownerId}` : null,
    isDue(now),
    spaceVisible,
  ],
});

/** Keyset list of what is due of the pages of a user, in all spaces that the caller may read, the longest due first. */
export const dueOfOwnerList = (actor: Actor, ownerId: string, now: Date): KeysetList => ({
  name: 'due-pages-of-owner',
  filters: [ownerId],
  ...sorted,
  from: sql`from page_freshness f ${spaceJoin} ${pageJoin} ${callerRankJoin(actor)}`,
  where: [sql`f."ownerId" = ${ownerId}`, isDue(now), sql`${callerRank} >= 1`],
});

/** A page that has become due. Without a title, it is no longer there. */
interface DuePage {
  readonly organizationId: string;
  readonly spaceId: string;
  readonly pageId: string;
  readonly ownerId: string | null;
  readonly reviewAt: string;
  readonly title: string | null;
}

/** Takes pages that have become due and that nobody was told of, so that they are told of once. Skips those that another process takes. */
export const takeDue = (writer: Sql, now: Date, limit: number): Promise<DuePage[]> =>
  writer.rows(sql`
    with taken as (
      select id from page_freshness where "dueAt" <= ${now}::timestamptz order by "dueAt" limit ${limit}::int for update skip locked
    ), told as (
      update page_freshness f set "dueAt" = null from taken where f.id = taken.id returning f.*
    )
    select f."organizationId", f."spaceId", f."pageId", f."ownerId", f."reviewAt", e.title
    from told f left join spaces s on s.id = f."spaceId" and s."deletedAt" is null
    left join lateral ${currentEntry('s.id', 'f."pageId"')} on ${isPage}
    order by f."reviewAt", f.id`);

/** Takes pages of spaces from owners who are no members of an organization. */
export const clearForeignOwners = (
  writer: Sql,
  spaceIds: readonly string[],
  organizationId: string,
): Promise<unknown> =>
  writer.rows(sql`
    update page_freshness f set "ownerId" = null where f."spaceId" = any(${spaceIds}::text[]) and f."ownerId" is not null
      and not exists (select from members m where m."organizationId" = ${organizationId} and m."userId" = f."ownerId")`);
