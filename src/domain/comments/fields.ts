import * as z from 'zod';
import { canonicalEmoji } from '../../lib/emoji.ts';

/** Contract 2.2, decisions 2.2. */
export const commentStatuses = { open: 'Under discussion.', resolved: 'Settled.' } as const;
export type CommentStatus = keyof typeof commentStatuses;

/** Contract 4.1 `status`, decisions 2.2. */
export const commentStatusFilters = { all: 'Whatever the status.', ...commentStatuses } as const;
export type CommentStatusFilter = keyof typeof commentStatusFilters;

/** Contract 4.1 `order`; the values are public. */
export type SortOrder = 'asc' | 'desc';

/** Contract 2.2 gives no limit; ours: 10,000 characters. Emptiness is the service's to refuse. */
export const CommentMarkdown = z.string().max(10_000);

/** A node of a page, and a cell of a table: ids of the caller's editor. */
export const NodeId = z.string().min(1).max(200);

/** People to filter by: a URL holds no more. */
export const Authors = z.array(z.string()).max(100);

/** Reactions in one request. */
export const maxReactions = 50;

/** One reaction. Contract 2.2. */
export const ReactionEmoji = z
  .string()
  .max(100)
  .refine((text) => canonicalEmoji(text) !== null, 'must be one emoji');
