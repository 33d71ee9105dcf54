import { emojiOf } from './emoji-names.ts';

const shortcode = /:([a-z\d_+-]{1,50})(?=:)/g;

/** Names that are also parts of addresses, such as `:100:` and `:ab:`, or so short that they are parts of keys. */
const isAmbiguous = /^(?:[\da-f]{1,4}|.{1,2})$/;

/**
 * Whether a shortcode stands for itself, and is not a part of an address or key such as `2001:db8:100::1`, `1:100:1000`
 * or `tenant:id:version`. `before` and `after` are the letters beside it, `before` is empty after an emoji.
 */
const isShortcode = (name: string, before: string, after: string) =>
  !/[\d:]/.test(before) && !/\w/.test(after) && !(isAmbiguous.test(name) && /\w/.test(before));

/** Finds shortcodes such as `:smile:` in text, with their emoji. */
export function listShortcodes(
  text: string,
): { readonly start: number; readonly end: number; readonly emoji: string }[] {
  if (!text.includes(':')) return [];
  const found: { start: number; end: number; emoji: string }[] = [];
  let at = 0;
  for (const { 1: name = '', index } of text.matchAll(shortcode)) {
    const emoji = emojiOf(name);
    const end = index + name.length + 2;
    const before = index > at ? text.charAt(index - 1) : '';
    if (emoji === undefined || index < at || !isShortcode(name, before, text.charAt(end))) continue;
    // A colon after it is the start of another shortcode, or both are parts of an address.
    if (text.charAt(end) === ':' && !startsWithEmoji(text.slice(end, end + 52))) continue;
    found.push({ start: index, end, emoji });
    at = end;
  }
  return found;
}

const startsWithEmoji = (text: string) => emojiOf(/^:([a-z\d_+-]{1,50}):/.exec(text)?.[1] ?? ':') !== undefined;

/** Text with emoji in the place of their shortcodes. */
export function replaceShortcodes(text: string): string {
  let replaced = '';
  let at = 0;
  for (const { start, end, emoji } of listShortcodes(text)) {
    replaced += text.slice(at, start) + emoji;
    at = end;
  }
  return at === 0 ? text : replaced + text.slice(at);
}
