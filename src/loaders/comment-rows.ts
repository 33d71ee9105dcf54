import { Prisma, type Comment } from '../db/generated/client.ts';
import { isoInstant } from '../db/pool-sql.ts';
import type { Stored } from '../db/rows.ts';
import { raw, sql, type Fragment, type Sql } from '../db/sql.ts';
import type { Actor } from '../domain/context.ts';
import { peopleArray, peopleById } from './people.ts';
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

interface FetchedRow extends Stored<Comment> {
  /** On one row only, for all of them. */
  readonly around: { readonly reactions: readonly ReactionTuple[] | null; readonly people: readonly unknown[] } | null;
}

/** What is read beside a comment's own columns, its author and its resolver. */
export interface CommentParts {
  /** Without them `reactions` is empty. */
  readonly reactions: boolean;
  /** The e-mail addresses of people; without them `email` is null. */
  readonly addresses: boolean;
}

export const everyPart: CommentParts = { reactions: true, addresses: true };

interface CommentQuery {
  readonly page: Fragment;
  readonly order: Fragment;
  readonly parts: CommentParts;
}

type ReactionTuple = readonly [commentId: string, emoji: string, userId: string, reactedAt: string];

/**
 * Reads the comments that a query selects, with authors, resolvers and reactions, in one statement. People come once
 * each, however often the page names them.
 */
export async function readComments(
  reader: Sql,
  { page, order, parts }: CommentQuery,
  actor: Actor,
): Promise<CommentRow[]> {
  const rows = await reader.rows<FetchedRow>(sql`
    with page as materialized (${page})${parts.reactions ? reactedTable : raw('')}
    select ${columns}, case when page.id = (select id from page limit 1) then json_build_object(
      'reactions', ${parts.reactions ? reactedArray : raw('null')},
      'people', ${peopleArray(parts.reactions ? everybody : writers, actor, parts)}) end as around
    from page order by ${order}`);
  return withPeople(rows);
}

const columns = raw(
  Object.values(Prisma.CommentScalarFieldEnum)
    .map((column) => `page."${column}"`)
    .join(', '),
);

/** `offset 0` keeps the planner from reading all reactions, for it cannot know how few comments a page has. */
const reactedTable = raw(`, reacted as materialized (
  select r."commentId", r.emoji, r."userId", r."reactedAt"
  from page cross join lateral (
    select * from reactions r where r."commentId" = page.id offset 0) r)`);

const reactedArray = raw(`(select json_agg(json_build_array("commentId", emoji, "userId", "reactedAt"::text)
  order by "reactedAt", emoji, "userId") from reacted)`);

const writers = sql`select "authorId" as id from page union
  select "resolvedById" from page where "resolvedById" is not null`;

const everybody = sql`${writers} union select "userId" from reacted`;

function withPeople(rows: readonly FetchedRow[]): CommentRow[] {
  const around = rows.find((row) => row.around !== null)?.around;
  const people = peopleById(around?.people ?? []);
  const reactions = reactionsByComment(around?.reactions ?? [], people);
  return rows.map((row) =>
    Object.assign(row, {
      author: personOf(people, row.authorId),
      resolver: row.resolvedById === null ? null : personOf(people, row.resolvedById),
      reactions: reactions.get(row.id) ?? [],
    }),
  );
}

function reactionsByComment(tuples: readonly ReactionTuple[], people: ReadonlyMap<string, UserRow>) {
  const found = new Map<string, { emoji: string; count: number; users: { user: UserRow; reactedAt: string }[] }[]>();
  for (const [commentId, emoji, userId, reactedAt] of tuples) {
    const groups = found.get(commentId) ?? [];
    if (groups.length === 0) found.set(commentId, groups);
    let group = groups.find((known) => known.emoji === emoji);
    if (!group) groups.push((group = { emoji, count: 0, users: [] }));
    group.count += 1;
    group.users.push({ user: personOf(people, userId), reactedAt: isoInstant(reactedAt) });
  }
  return found;
}

function personOf(people: ReadonlyMap<string, UserRow>, id: string): UserRow {
  const person = people.get(id);
  if (!person) throw new Error(`The people of a page of comments lack ${id}`);
  return person;
}
