import { Prisma, type Comment } from '../db/generated/client.ts';
import { isoInstant } from '../db/pool-sql.ts';
import type { Stored } from '../db/rows.ts';
import { raw, sql, type Fragment, type Sql } from '../db/sql.ts';
import type { Actor } from '../domain/context.ts';
import { personColumns, personJoin, type PersonColumns, type PersonParts } from './people.ts';
import type { UserRow } from './users.ts';

/** Everybody who reacted with one emoji, first come first. */
export interface ReactionRow {
  readonly emoji: string;
  readonly count: number;
  readonly users: { readonly user: UserRow; readonly reactedAt: string }[];
}

/** A thread or a reply with the people in it, all read by one statement. */
export interface CommentRow extends Stored<Comment> {
  readonly author: UserRow;
  readonly resolver: UserRow | null;
  readonly reactions: ReactionRow[];
}

/** What is read beside what was said, by whom and when. */
export interface CommentParts extends PersonParts {
  /** Without them `reactions` is empty. */
  readonly reactions: boolean;
  /** Without them `resolver` is null, and of a comment's own columns there are but those of `brief`. */
  readonly details: boolean;
  /** Whether more follow; without it a page never has a next one. */
  readonly next: boolean;
}

export const everyPart: CommentParts = { reactions: true, addresses: true, details: true, next: true };

interface CommentQuery {
  readonly page: Fragment;
  readonly order: Fragment;
  readonly parts: CommentParts;
}

interface FetchedRow extends Stored<Comment>, PersonColumns<'author'>, PersonColumns<'resolver'> {
  /** On one row only, for all of them. */
  readonly reacted: readonly ReactionTuple[] | null;
}

type ReactionTuple = readonly [
  commentId: string,
  emoji: string,
  reactedAt: string,
  userId: string,
  displayName: string,
  photoURL: string | null,
  isInstanceAdmin: boolean,
  createdAt: string,
  email: string | null,
];

/** Reads the comments that a query selects, with authors, resolvers and reactions, in one statement. */
export async function readComments(
  reader: Sql,
  { page, order, parts }: CommentQuery,
  actor: Actor,
): Promise<CommentRow[]> {
  const rows = await reader.rows<FetchedRow>(sql`
    with page as (${page})${parts.reactions ? reactedTable(actor, parts) : raw('')}
    select ${parts.details ? columns : briefColumns}, ${parts.reactions ? reactedOnce : raw('null as reacted')}
    from page ${personJoin('author', 'page."authorId"', actor, parts)}
      ${parts.details ? personJoin('resolver', 'page."resolvedById"', actor, parts) : raw('')}
    order by ${order}`);
  const reactions = reactionsByComment(rows.find(({ reacted }) => reacted !== null)?.reacted ?? []);
  return rows.map((row) =>
    Object.assign(row, {
      author: authorOf(row),
      resolver: parts.details ? resolverOf(row) : null,
      reactions: reactions.get(row.id) ?? [],
    }),
  );
}

const brief = ['id', 'spaceId', 'changeRequestId', 'parentId', 'authorId', 'markdown', 'status', 'postedAt'] as const;

const columnsOf = (alias: string, names: readonly string[]) => names.map((name) => `${alias}."${name}"`).join(', ');

const columns = raw(
  [columnsOf('page', Object.values(Prisma.CommentScalarFieldEnum)), ...['author', 'resolver'].map(personColumns)].join(
    ', ',
  ),
);
const briefColumns = raw(`${columnsOf('page', brief)}, ${personColumns('author')}`);

const stored = { whole: raw('c.*'), brief: raw(columnsOf('c', brief)) };

/** Of comments `c`, what the `page` of a query needs to have. */
export const storedColumns = ({ details }: CommentParts): Fragment => (details ? stored.whole : stored.brief);

/** `offset 0` keeps the planner from reading all reactions, for it cannot know how few comments a page has. */
const reactedTable = (actor: Actor, parts: PersonParts) => sql`, reacted as materialized (
  select r."commentId", r.emoji, r."userId", r."reactedAt", person.*
  from page cross join lateral (
    select * from reactions r where r."commentId" = page.id offset 0) r ${personJoin('person', 'r."userId"', actor, parts)})`;

const reactedOnce = raw(`case when page.id = (select id from page limit 1) then (
  select json_agg(json_build_array("commentId", emoji, "reactedAt"::text,
    "userId", "displayName", "photoURL", "isInstanceAdmin", "createdAt"::text, email)
  order by "reactedAt", emoji, "userId") from reacted) end as reacted`);

const authorOf = (row: FetchedRow): UserRow => ({
  id: row.authorId,
  displayName: row['author.displayName'],
  photoURL: row['author.photoURL'],
  isInstanceAdmin: row['author.isInstanceAdmin'],
  createdAt: row['author.createdAt'],
  email: row['author.email'],
});

const resolverOf = (row: FetchedRow): UserRow | null =>
  row.resolvedById === null
    ? null
    : {
        id: row.resolvedById,
        displayName: row['resolver.displayName'],
        photoURL: row['resolver.photoURL'],
        isInstanceAdmin: row['resolver.isInstanceAdmin'],
        createdAt: row['resolver.createdAt'],
        email: row['resolver.email'],
      };

function reactionsByComment(tuples: readonly ReactionTuple[]) {
  const found = new Map<string, { emoji: string; count: number; users: { user: UserRow; reactedAt: string }[] }[]>();
  for (const [commentId, emoji, reactedAt, id, displayName, photoURL, isInstanceAdmin, createdAt, email] of tuples) {
    const groups = found.get(commentId) ?? [];
    if (groups.length === 0) found.set(commentId, groups);
    let group = groups.find((known) => known.emoji === emoji);
    if (!group) groups.push((group = { emoji, count: 0, users: [] }));
    group.count += 1;
    const user = { id, displayName, photoURL, isInstanceAdmin, createdAt: isoInstant(createdAt), email };
    group.users.push({ user, reactedAt: isoInstant(reactedAt) });
  }
  return found;
}
