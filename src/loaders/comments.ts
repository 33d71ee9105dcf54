import DataLoader from 'dataloader';
import { pageQuery } from '../db/keyset.ts';
import { all, anyOf, type Fragment, raw, sql, type Sql } from '../db/sql.ts';
import type { Actor } from '../access/actor.ts';
import { readComments, storedColumns } from './comment-query.ts';
import { allParts, type CommentParts, type CommentRow } from './comment-rows.ts';
import { byParent, grouped, type PageKey } from './by-parent.ts';

/** Filter and order of a list of threads or replies. */
export interface CommentFilter {
  readonly order: 'asc' | 'desc';
  readonly status: 'open' | 'resolved' | null;
  readonly targetPage: string | null;
  /** User ids; null does not filter. */
  readonly authors: readonly string[] | null;
}

/** The condition on comment `c` for belonging to the list whose parent has the id `parents.id`. */
const lists = {
  threads: raw('c."spaceId" = parents.id and c."parentId" is null and c."changeRequestId" is null'),
  requestThreads: raw('c."changeRequestId" = parents.id and c."parentId" is null'),
  replies: raw('c."parentId" = parents.id'),
} as const;
type ListName = keyof typeof lists;

const parentOf = {
  threads: (row) => row.spaceId,
  requestThreads: (row) => row.changeRequestId ?? '',
  replies: (row) => row.parentId ?? '',
} satisfies Record<ListName, (row: CommentRow) => string>;

/** Loads threads and replies by id, or the thread started with a review by `reviewId`. */
export const commentLoader = (reader: Sql, actor: Actor, key: 'id' | 'reviewId') =>
  new DataLoader<string, CommentRow | null>(
    async (ids) => {
      const page = sql`select c.* from comments c where ${raw(`c."${key}"`)} = ${anyOf(ids)}`;
      const rows = await readComments(reader, { page, order: raw('page.id'), parts: allParts }, actor);
      const found = new Map(rows.map((row) => [row[key], row]));
      return ids.map((id) => found.get(id) ?? null);
    },
    { maxBatchSize },
  );

/** Most comments read by one statement. Larger batches are split. */
const maxBatchSize = 1_000;

interface CommentPageKey extends PageKey<CommentFilter> {
  /** Whether the rows are read in reverse order, toward the start of the list. */
  readonly backward?: boolean;
  readonly parts?: CommentParts;
}

/** Loads pages of threads or replies. Pages of several parents with the same filter are read by one statement. */
export const commentPageLoader = (reader: Sql, actor: Actor, name: ListName) =>
  byParent<CommentPageKey, CommentRow[]>(
    async (parentIds, { filter, after, first, backward = false, parts = allParts }) => {
      const direction = backward ? opposite[filter.order] : filter.order;
      const page = sql`select c.* from unnest(${parentIds}::text[]) as parents(id)
        cross join lateral (${onePage(name, { filter, after, first, direction, parts })}) c`;
      const order = raw(`page."postedAt" ${direction}, page.id ${direction}`);
      return grouped(await readComments(reader, { page, order, parts }, actor), parentOf[name]);
    },
    () => [],
  );

/** Counts the threads of a space or change request that pass a filter. */
export const commentCountLoader = (reader: Sql, name: ListName) =>
  byParent<CountKey, number>(
    async (parentIds, { filter }) => {
      const rows = await reader.rows<{ id: string; count: number }>(sql`select parents.id, found.count
        from unnest(${parentIds}::text[]) as parents(id) cross join lateral (
          select count(*)::int as count from comments c where ${all(listConditions(name, filter))}) found`);
      return new Map(rows.map(({ id, count }) => [id, count]));
    },
    () => 0,
  );

interface CountKey {
  readonly parentId: string;
  readonly filter: CommentFilter;
}

const opposite = { asc: 'desc', desc: 'asc' } as const;

interface OnePage extends Omit<Required<CommentPageKey>, 'parentId' | 'backward'> {
  readonly direction: 'asc' | 'desc';
}

const onePage = (name: ListName, { filter, after, first, direction, parts }: OnePage) =>
  pageQuery(
    {
      select: storedColumns(parts),
      from: raw('from comments c'),
      where: listConditions(name, filter),
      sort: { by: 'c."postedAt"', type: 'timestamptz', id: 'c.id', columns: ['postedAt', 'id'] },
      direction,
    },
    after,
    first,
    parts.next ? 1 : 0,
  );

const listConditions = (name: ListName, { status, targetPage, authors }: CommentFilter): (Fragment | null)[] => [
  lists[name],
  status && sql`c.status = ${status}`,
  targetPage === null ? null : sql`c."pageId" = ${targetPage}`,
  authors && sql`c."authorId" = any(${authors}::text[])`,
];
