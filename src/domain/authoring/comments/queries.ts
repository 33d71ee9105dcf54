import type { KeysetList } from '../../../db/keyset.ts';
import { raw, sql, type Fragment, type Sql } from '../../../db/sql.ts';
import type { Actor } from '../../../access/actor.ts';
import { entryAt, type ContentState } from '../../../db/content/states.ts';
import { memberColumns, memberOf } from '../../../loaders/members.ts';

interface CommentersFilter {
  readonly organizationId: string;
  readonly spaceId: string;
  /** Null for the discussion of the space itself. */
  readonly changeRequestId: string | null;
}

/** The members of an organization who commented in a discussion, newest member first. */
export const commentersList = (
  actor: Actor,
  { organizationId, spaceId, changeRequestId }: CommentersFilter,
): KeysetList => ({
  name: 'commenters',
  filters: [changeRequestId ?? spaceId],
  with: withAuthors(
    sql`(c."spaceId" || ' ' || coalesce(c."changeRequestId", '')) = ${`${spaceId} ${changeRequestId ?? ''}`}::text`,
  ),
  select: memberColumns(actor),
  from: sql`from authors ${memberOf(organizationId, 'authors.id')}`,
  where: [],
  sort: { by: 'm."joinedAt"', type: 'timestamptz', id: 'm."userId"' },
  direction: 'desc',
});

/** `authors`: who wrote the comments that a condition on `c` selects. One look in the index finds the next, however many they wrote. */
const withAuthors = (isSelected: Fragment) => {
  // Spelled as in the index: the index of comments by author alone would be read to its end.
  const author = raw(`(c."authorId" || '')`);
  const next = (after: Fragment) =>
    sql`select ${author} from comments c where ${isSelected}${after} order by ${author} limit 1`;
  return sql`with recursive authors(id) as (
    (${next(raw(''))})
    union all
    select (${next(sql` and ${author} > authors.id`)}) from authors where authors.id is not null
  )`;
};

/** Whether a revision has a page with this id. */
export async function hasPage(reader: Sql, revision: ContentState, pageId: string): Promise<boolean> {
  const page = await reader.first(sql`select 1 from ${entryAt(revision, sql`${pageId}::text`)} where e.kind = 'page'`);
  return page !== null;
}

interface MovedThreads {
  readonly from: string;
  readonly to: string;
  readonly ids: readonly string[];
  readonly revisionId: string;
}

/** Moves the threads on pages of a space to another space, with their replies. Returns how many threads, and how many open ones. */
export const moveThreads = (reader: Sql, { from, to, ids, revisionId }: MovedThreads) =>
  reader.first<{ open: number; all: number }>(sql`
    with threads as materialized (
      select id from comments where "spaceId" = ${from} and "changeRequestId" is null and "parentId" is null
        and "pageId" = any(${ids}::text[])
    ), moved as (
      update comments c set "spaceId" = ${to}, "revisionId" = ${revisionId} from threads
      where c.id = threads.id or c."parentId" = threads.id
      returning c."parentId", c.status
    )
    select count(*) filter (where status = 'open')::int as open, count(*)::int as all from moved where "parentId" is null`);
