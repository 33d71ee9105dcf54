import * as z from 'zod';

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

const oneEmoji = new RegExp('^\\p{RGI_Emoji}$', 'v');
const codePoints = /^[0-9a-fA-F]{2,6}(?:-[0-9a-fA-F]{2,6}){0,9}$/;
const emojiVariant = '\uFE0F';

/**
 * An emoji as it is stored and counted: itself, or what hexadecimal code points stand for (`1f44d`, as older clients
 * send it, with or without variation selectors); null when the text is no emoji.
 */
export function canonicalEmoji(text: string): string | null {
  if (oneEmoji.test(text)) return text;
  const plain = codePoints.test(text) ? charactersOf(text.split('-')) : text;
  if (plain === null) return null;
  return [plain, plain + emojiVariant, withVariants(plain)].find((candidate) => oneEmoji.test(candidate)) ?? null;
}

function charactersOf(hexadecimals: readonly string[]): string | null {
  const points = hexadecimals.map((hexadecimal) => Number.parseInt(hexadecimal, 16));
  return points.every((point) => point <= 0x10_ff_ff) ? String.fromCodePoint(...points) : null;
}

/** With the variation selector after each part that shows as text without one. */
const withVariants = (text: string) =>
  text.replaceAll(/(?=\p{Emoji})\P{Emoji_Presentation}(?!\uFE0F)/gu, (part) =>
    /\p{Emoji_Modifier}/u.test(part) ? part : part + emojiVariant,
  );

/** One reaction. Contract 2.2. */
export const ReactionEmoji = z
  .string()
  .max(100)
  .refine((text) => canonicalEmoji(text) !== null, 'must be one emoji');
