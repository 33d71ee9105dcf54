import * as z from 'zod';
import { canonicalEmoji } from '../../../lib/emoji.ts';
import { orderForm } from '../../../lib/list-order.ts';

export const commentStatuses = { open: 'Under discussion.', resolved: 'Resolved.' } as const;
export type CommentStatus = keyof typeof commentStatuses;

export const commentStatusFilters = { all: 'Comments in any status.', ...commentStatuses } as const;
export type CommentStatusFilter = keyof typeof commentStatusFilters;

export type SortOrder = 'asc' | 'desc';

export const CommentOrder = orderForm('CommentOrder', 'comments or replies', { postedAt: 'Time of posting.' });

/** Length only; the service refuses blank texts. See docs/reference/limits.md. */
export const CommentMarkdown = z.string().max(10_000);

/** Id of a block of a page, or of a row or column of a table, as the client's editor assigned it. */
export const NodeId = z.string().min(1).max(200);

/** User ids to filter comments by. */
export const Authors = z.array(z.string()).max(100);

/** Most reactions added or removed by one request. */
export const maxReactions = 50;

export const ReactionEmoji = z
  .string()
  .max(100)
  .refine((text) => canonicalEmoji(text) !== null, 'must be one emoji');
