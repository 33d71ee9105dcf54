import { baseUrl } from './settings.ts';
import { emojiCode, type Viewer } from './shapes.ts';

export interface UserRow {
  readonly id: string;
  readonly displayName: string;
  readonly email: string | null;
  readonly photoURL: string | null;
}

export interface ReactionRow {
  readonly emoji: string;
  readonly reactedAt: Date | string;
  readonly user: UserRow;
}

export interface CommentRow {
  readonly id: string;
  readonly spaceId: string;
  readonly markdown: string;
  readonly status: string;
  readonly revisionId: string;
  readonly replies: number;
  readonly authorId: string;
  readonly postedAt: Date | string;
  readonly editedAt: Date | string | null;
  readonly resolvedAt: Date | string | null;
  readonly author: UserRow;
  readonly resolver: UserRow | null;
  /** The reactions, oldest first. */
  readonly reactions: readonly ReactionRow[];
}

/** The REST resource of a user. The email address is included for callers who may create content. */
const userJson = (user: UserRow, { userId, rank }: Viewer) => ({
  object: 'user',
  id: user.id,
  displayName: user.displayName,
  email: (rank >= 5 || user.id === userId ? user.email : null) ?? undefined,
  photoURL: user.photoURL ?? undefined,
  urls: { location: `${baseUrl}/v1/users/${encodeURIComponent(user.id)}` },
});

/** The REST resource of a comment. */
export const commentJson = (comment: CommentRow, viewer: Viewer) => ({
  object: 'comment',
  id: comment.id,
  postedBy: userJson(comment.author, viewer),
  postedAt: comment.postedAt,
  editedAt: comment.editedAt ?? undefined,
  reactions: byEmoji(comment.reactions, viewer),
  replies: comment.replies,
  body: { markdown: comment.markdown },
  target: { space: comment.spaceId, revision: comment.revisionId },
  status: comment.status,
  resolvedAt: comment.resolvedAt ?? undefined,
  resolvedBy: comment.resolver ? userJson(comment.resolver, viewer) : undefined,
  urls: {
    location: `${baseUrl}/v1/spaces/${encodeURIComponent(comment.spaceId)}/comments/${encodeURIComponent(comment.id)}`,
  },
  permissions: {
    view: viewer.rank >= 2,
    edit: viewer.rank >= 2 && comment.authorId === viewer.userId,
    reply: viewer.rank >= 2,
    delete: viewer.rank >= 6 || (viewer.rank >= 2 && comment.authorId === viewer.userId),
  },
});

function byEmoji(reactions: readonly ReactionRow[], viewer: Viewer) {
  const groups = new Map<string, { user: object; reactedAt: Date | string }[]>();
  for (const { emoji, user, reactedAt } of reactions) {
    const users = groups.get(emoji) ?? [];
    if (users.length === 0) groups.set(emoji, users);
    users.push({ user: userJson(user, viewer), reactedAt });
  }
  return [...groups].map(([emoji, users]) => ({ emoji: emojiCode(emoji), count: users.length, users }));
}
