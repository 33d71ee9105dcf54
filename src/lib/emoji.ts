import { LRUCache } from 'lru-cache';

const oneEmoji = new RegExp('^\\p{RGI_Emoji}$', 'v');
const codePoints = /^[0-9a-fA-F]{2,6}(?:-[0-9a-fA-F]{2,6}){0,9}$/;
const emojiVariant = '\uFE0F';

/**
 * Normalizes an emoji for storage and counting. Accepts the emoji itself or its hexadecimal code points (`1f44d`), with
 * or without variation selectors. Returns null when the text is not one emoji.
 */
export function canonicalEmoji(text: string): string | null {
  if (oneEmoji.test(text)) return text;
  const plain = codePoints.test(text) ? findCharacters(text.split('-')) : text;
  if (plain === null) return null;
  return [plain, plain + emojiVariant, withVariants(plain)].find((candidate) => oneEmoji.test(candidate)) ?? null;
}

function findCharacters(hexadecimals: readonly string[]): string | null {
  const points = hexadecimals.map((hexadecimal) => Number.parseInt(hexadecimal, 16));
  return points.every((point) => point <= 0x10_ff_ff) ? String.fromCodePoint(...points) : null;
}

/** Adds the variation selector after each part that would otherwise be displayed as text. */
const withVariants = (text: string) =>
  text.replaceAll(/(?=\p{Emoji})\P{Emoji_Presentation}(?!\uFE0F)/gu, (part) =>
    /\p{Emoji_Modifier}/u.test(part) ? part : part + emojiVariant,
  );

/** The hexadecimal code points of an emoji: `1f469-200d-1f4bb`. Cached, because each item of a list has one. */
export function codePointsOf(emoji: string): string {
  const known = codes.get(emoji);
  if (known !== undefined) return known;
  const code = Array.from(emoji, (letter) => (letter.codePointAt(0) ?? 0).toString(16)).join('-');
  codes.set(emoji, code);
  return code;
}

/** Larger than the number of emoji in use. The limit guards against texts of older rows that are not emoji. */
const codes = new LRUCache<string, string>({ max: 2_000 });
