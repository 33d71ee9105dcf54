import { baseUrl } from './settings.ts';

/** Returns the rank of a role. The hand-written peers derive permissions from the rank of the membership only. */
const ranks: Readonly<Record<string, number>> = { read: 1, comment: 2, edit: 3, review: 4, create: 5, admin: 6 };
export const rankOf = (role: string | null) => (role === null ? 0 : (ranks[role] ?? 0));

export interface SpaceRow {
  readonly id: string;
  readonly title: string;
  readonly emoji: string | null;
  readonly visibility: string;
  readonly createdAt: Date | string;
  readonly updatedAt: Date | string;
  readonly deletedAt: Date | string | null;
  readonly editMode: string;
  readonly organizationId: string;
  readonly parentId: string | null;
  readonly revisionId: string;
  readonly defaultLevel: string;
  readonly comments: number;
  readonly changeRequests: number;
  readonly changeRequestsOpen: number;
  readonly changeRequestsDraft: number;
}

/** The caller and their role in the organization. */
export interface Viewer {
  readonly userId: string;
  readonly rank: number;
  readonly defaultRole: string | null;
}

/** The REST resource of a space. Its permissions follow from the membership, without grants and inheritance. */
export const spaceJson = (space: SpaceRow, { rank, defaultRole }: Viewer) => ({
  object: 'space',
  id: space.id,
  title: space.title,
  emoji: emojiCode(space.emoji ?? '📄'),
  visibility: space.visibility,
  createdAt: space.createdAt,
  updatedAt: space.updatedAt,
  deletedAt: space.deletedAt ?? undefined,
  editMode: space.editMode,
  organization: space.organizationId,
  parent: space.parentId ?? undefined,
  revision: space.revisionId,
  defaultLevel: space.defaultLevel === 'inherit' ? defaultRole : space.defaultLevel,
  comments: space.comments,
  changeRequests: space.changeRequests,
  changeRequestsOpen: space.changeRequestsOpen,
  changeRequestsDraft: space.changeRequestsDraft,
  mergeRules: { type: 'inherit' },
  urls: {
    location: `${baseUrl}/v1/spaces/${encodeURIComponent(space.id)}`,
    app: `${baseUrl}/spaces/${encodeURIComponent(space.id)}`,
  },
  permissions: {
    view: rank >= 1,
    access: rank >= 1,
    admin: rank >= 6,
    viewInviteLinks: rank >= 6,
    edit: rank >= 3 && space.editMode === 'live',
    triggerGitSync: rank >= 5,
    comment: rank >= 2,
    merge: rank >= 4,
    review: rank >= 4,
    installIntegration: rank >= 5,
  },
});

type Position = readonly [key: string, id: string];

/** Encodes a cursor. Cursors are opaque to callers, so each peer may have its own encoding. */
const cursorOf = (position: Position) => Buffer.from(JSON.stringify(position)).toString('base64url');
export const positionOf = (cursor: string) => JSON.parse(Buffer.from(cursor, 'base64url').toString()) as Position;

/** Returns the body of a list. `rows` contains one row more than the page when there is a next page. */
export function listJson<Row, Json>(
  rows: readonly Row[],
  limit: number,
  count: number,
  of: { json: (row: Row) => Json; position: (row: Row) => Position },
) {
  const page = rows.length > limit ? rows.slice(0, limit) : rows;
  const last = page.at(-1);
  const items = page.map(of.json);
  return rows.length > limit && last ? { next: { page: cursorOf(of.position(last)) }, count, items } : { count, items };
}

export const limitOf = (text: string | undefined) => (text === undefined ? 50 : Number(text));

/** Returns the hexadecimal code points of an emoji. */
export const emojiCode = (emoji: string): string =>
  Array.from(emoji, (letter) => (letter.codePointAt(0) ?? 0).toString(16)).join('-');
