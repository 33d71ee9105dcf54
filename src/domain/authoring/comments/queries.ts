import type { KeysetList } from '../../../db/keyset.ts';
import { sql, type Sql } from '../../../db/sql.ts';
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
  select: memberColumns(actor),
  from: sql`from members m ${memberUserJoin}`,
  where: [
    sql`m."organizationId" = ${organizationId}`,
    sql`exists (select from comments c where c."authorId" = m."userId" and c."spaceId" = ${spaceId}
      and c."changeRequestId" is not distinct from ${changeRequestId}::text)`,
  ],
  sort: { by: 'm."joinedAt"', type: 'timestamptz', id: 'm."userId"' },
  direction: 'desc',
});

/** Whether a revision has a page with this id. */
export async function hasPage(reader: Sql, revision: ContentState, pageId: string): Promise<boolean> {
  const page = await reader.first(sql`select 1 from ${entryAt(revision, sql`${pageId}::text`)} where e.kind = 'page'`);
  return page !== null;
}
