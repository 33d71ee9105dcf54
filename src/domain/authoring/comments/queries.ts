import type { KeysetList } from '../../../db/keyset.ts';
import { sql, type Fragment, type Sql } from '../../../db/sql.ts';
import type { Actor } from '../../../access/actor.ts';
import { entryAt, type ContentState } from '../../../db/content/states.ts';
import { memberColumns, memberUserJoin } from '../../../loaders/members.ts';

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
  // Spelled as in the index, which no other one matches.
  with: withAuthors(
    sql`(c."spaceId" || ' ' || coalesce(c."changeRequestId", '')) = ${`${spaceId} ${changeRequestId ?? ''}`}::text`,
  ),
  select: memberColumns(actor),
  from: sql`from authors join members m on m."userId" = authors.id ${memberUserJoin}`,
  where: [sql`m."organizationId" = ${organizationId}`],
  sort: { by: 'm."joinedAt"', type: 'timestamptz', id: 'm."userId"' },
  direction: 'desc',
});

/** `authors`: who wrote the comments that a condition on `c` selects. One look in the index finds the next, however many they wrote. */
const withAuthors = (isSelected: Fragment) => sql`with recursive authors(id) as (
    (select c."authorId" from comments c where ${isSelected} order by c."authorId" limit 1)
    union all
    select (select c."authorId" from comments c where ${isSelected} and c."authorId" > authors.id order by c."authorId" limit 1)
    from authors where authors.id is not null
  )`;

/** Whether a revision has a page with this id. */
export async function hasPage(reader: Sql, revision: ContentState, pageId: string): Promise<boolean> {
  const page = await reader.first(sql`select 1 from ${entryAt(revision, sql`${pageId}::text`)} where e.kind = 'page'`);
  return page !== null;
}
