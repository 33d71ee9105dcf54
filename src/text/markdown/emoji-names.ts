import { gemoji, nameToEmoji } from 'gemoji';
import unicodeNames from 'unicode-emoji-json/data-by-emoji.json' with { type: 'json' };

/** The names of GitHub, and those of Unicode for newer emoji, which GitHub has not named. */
const emojiByName = new Map(Object.entries(nameToEmoji));
const nameByEmoji = new Map(gemoji.map(({ emoji, names: [name = ''] }) => [emoji, name]));
for (const [emoji, { slug }] of Object.entries(unicodeNames)) {
  if (nameByEmoji.has(emoji) || emojiByName.has(slug)) continue;
  emojiByName.set(slug, emoji);
  nameByEmoji.set(emoji, slug);
}

/** Finds the emoji that a shortcode such as `:smile:` names. */
export const emojiOf = (name: string): string | undefined => emojiByName.get(name);

/** Finds the name of an emoji in shortcodes. */
export const emojiName = (emoji: string): string | undefined => nameByEmoji.get(emoji);
