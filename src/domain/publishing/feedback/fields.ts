import * as z from 'zod';
import { choice } from '../../../lib/form-types.ts';

const ratings = {
  good: 'The page has helped.',
  ok: 'The page has helped partly.',
  bad: 'The page has not helped.',
} as const;

export const PageRating = choice('PageRating', 'How a reader rates a page.', ratings);
export type PageRating = keyof typeof ratings;

/** The answers of the form, in their order. */
export const pageRatings = Object.keys(ratings) as readonly PageRating[];

/** Maximum length of a comment, in characters. */
export const maxCommentLength = 2_000;

/** What the form of a page sends. An empty comment is none. */
export const FeedbackForm = z.object({
  page: z.string(),
  rating: PageRating,
  comment: z
    .string()
    .default('')
    .transform((text) => text.toWellFormed().replaceAll('\0', '').trim().slice(0, maxCommentLength) || null),
});

/** Maximum number of answers about one site in a day. More are not stored. */
export const maxFeedbackPerDay = 2_000;
