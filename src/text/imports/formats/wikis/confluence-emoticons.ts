import { emojiOf } from '../../../markdown/emoji-names.ts';

/** Emoji by the names of Confluence that no other tool has. */
const emoticons: Readonly<Record<string, string>> = {
  'broken-heart': '💔',
  'blue-star': '🔵',
  check_mark: '✅',
  cheeky: '😛',
  cross: '❌',
  cross_mark: '❌',
  'green-star': '🟢',
  information: 'ℹ️',
  laugh: '😀',
  'light-off': '💡',
  'light-on': '💡',
  minus: '➖',
  plus: '➕',
  question: '❓',
  question_mark: '❓',
  'red-star': '🔴',
  sad: '🙁',
  smile: '🙂',
  'thumbs-down': '👎',
  'thumbs-up': '👍',
  tick: '✅',
  warning: '⚠️',
  wink: '😉',
  'yellow-star': '⭐',
};

/** The emoji with a name of Confluence, or with one that others have, too. */
export const emoticonNamed = (name: string): string | undefined => emoticons[name] ?? emojiOf(name);
