import { Prisma } from '../db/generated/client.ts';
import { raw, sql, type Fragment, type Sql } from '../db/sql.ts';
import type { Actor } from '../access/actor.ts';
import { commentRows, type CommentColumns, type CommentParts, type CommentRow } from './comment-rows.ts';
import { personColumns, personJoin, type PersonParts } from './people.ts';

interface CommentQuery {
  /** Selects the comments, with at least `storedColumns`. */
  readonly page: Fragment;
  readonly order: Fragment;
  readonly parts: CommentParts;
}

/** Reads the selected comments with their authors, resolvers and reactions in one statement. */
export async function readComments(
  reader: Sql,
  { page, order, parts }: CommentQuery,
  actor: Actor,
): Promise<CommentRow[]> {
  const rows = await reader.rows<CommentColumns>(sql`
    with page as (${page})${parts.reactions ? reactedTable(actor, parts) : raw('')}
    select ${parts.details ? columns : briefColumns}, ${parts.reactions ? reactedOnce : raw('null as reacted')}
    from page ${personJoin('author', 'page."authorId"', actor, parts)}
      ${parts.details ? personJoin('resolver', 'page."resolvedById"', actor, parts) : raw('')}
    order by ${order}`);
  return commentRows(rows, parts);
}

/** The columns of a comment that are read without `details`. */
const brief = ['id', 'spaceId', 'changeRequestId', 'parentId', 'authorId', 'markdown', 'status', 'postedAt'] as const;

const toColumns = (alias: string, names: readonly string[]) => names.map((name) => `${alias}."${name}"`).join(', ');

const columns = raw(
  [toColumns('page', Object.values(Prisma.CommentScalarFieldEnum)), ...['author', 'resolver'].map(personColumns)].join(
    ', ',
  ),
);
const briefColumns = raw(`${toColumns('page', brief)}, ${personColumns('author')}`);

const stored = { whole: raw('c.*'), brief: raw(toColumns('c', brief)) };

/** The columns of `comments c` that the `page` of a query must select. */
export const storedColumns = ({ details }: CommentParts): Fragment => (details ? stored.whole : stored.brief);

/** `offset 0` keeps the planner from choosing a scan of all reactions: it cannot estimate how few comments a page has. */
const reactedTable = (actor: Actor, parts: PersonParts) => sql`, reacted as materialized (
  select r."commentId", r.emoji, r."userId", r."reactedAt", person.*
  from page cross join lateral (
    select * from reactions r where r."commentId" = page.id offset 0) r ${personJoin('person', 'r."userId"', actor, parts)})`;

/** The reactions to all comments, as a column of one row. */
const reactedOnce = raw(`case when page.id = (select id from page limit 1) then (
  select json_agg(json_build_array("commentId", emoji, "reactedAt"::text,
    "userId", "displayName", "photoURL", email)
  order by "reactedAt", emoji, "userId") from reacted) end as reacted`);
