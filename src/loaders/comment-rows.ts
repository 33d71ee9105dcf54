import type { Comment } from '../db/generated/client.ts';
import { isoInstant } from '../db/pool-sql.ts';
import type { Stored } from '../db/rows.ts';
import type { PersonColumns, PersonParts } from './people.ts';
import type { UserRow } from './users.ts';

/** The users who reacted with one emoji, earliest first. */
export interface ReactionRow {
  readonly emoji: string;
  readonly count: number;
  readonly users: { readonly user: UserRow; readonly reactedAt: string }[];
}

/** A comment or reply with its author, resolver and reactions. */
export interface CommentRow extends Stored<Comment> {
  readonly author: UserRow;
  readonly resolver: UserRow | null;
  readonly reactions: ReactionRow[];
}

/** Which parts of a comment are read besides its text, author and time. */
export interface CommentParts extends PersonParts {
  /** When false, `reactions` is empty. */
  readonly reactions: boolean;
  /** When false, `resolver` is null and most columns of the comment are missing; see `storedColumns`. */
  readonly details: boolean;
  /** Reads one extra row to learn whether another page follows. When false, a page never has a next one. */
  readonly next: boolean;
}

export const allParts: CommentParts = { reactions: true, emails: true, details: true, next: true };

/** A row as `readComments` selects it. */
export interface CommentColumns extends Stored<Comment>, PersonColumns<'author'>, PersonColumns<'resolver'> {
  /** The reactions to all comments of the result. Only one row holds them; null on the others. */
  readonly reacted: readonly ReactionTuple[] | null;
}

type ReactionTuple = readonly [
  commentId: string,
  emoji: string,
  reactedAt: string,
  userId: string,
  displayName: string,
  photoURL: string | null,
  email: string | null,
];

/** Maps selected columns to comments. */
export function commentRows(rows: readonly CommentColumns[], { details }: CommentParts): CommentRow[] {
  const reactions = reactionsByComment(rows.find(({ reacted }) => reacted !== null)?.reacted ?? []);
  return rows.map((row) =>
    Object.assign(row, {
      author: author(row, row.authorId),
      resolver: !details || row.resolvedById === null ? null : resolver(row, row.resolvedById),
      reactions: reactions.get(row.id) ?? [],
    }),
  );
}

/** Reads the user joined under an alias. The column names are built once, since this runs for every row. */
function personReader(alias: 'author' | 'resolver') {
  const displayName = `${alias}.displayName` as const;
  const photoURL = `${alias}.photoURL` as const;
  const email = `${alias}.email` as const;
  return (row: CommentColumns, id: string): UserRow => ({
    id,
    displayName: row[displayName],
    photoURL: row[photoURL],
    email: row[email],
  });
}

const author = personReader('author');
const resolver = personReader('resolver');

function reactionsByComment(tuples: readonly ReactionTuple[]) {
  const groupsByComment = new Map<
    string,
    { emoji: string; count: number; users: { user: UserRow; reactedAt: string }[] }[]
  >();
  for (const [commentId, emoji, reactedAt, id, displayName, photoURL, email] of tuples) {
    const groups = groupsByComment.get(commentId) ?? [];
    if (groups.length === 0) groupsByComment.set(commentId, groups);
    let group = groups.find((one) => one.emoji === emoji);
    if (!group) groups.push((group = { emoji, count: 0, users: [] }));
    group.count += 1;
    group.users.push({ user: { id, displayName, photoURL, email }, reactedAt: isoInstant(reactedAt) });
  }
  return groupsByComment;
}
