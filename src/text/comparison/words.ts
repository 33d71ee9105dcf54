/** Scripts without blanks between words, whose characters are words of their own. */
const dense = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}`;
const word = String.raw`[${dense}]|(?:(?![${dense}])[\p{L}\p{M}\p{N}_])+`;
const pieces = new RegExp(String.raw`\s+|${word}|[^]`, 'gu');
const words = new RegExp(word, 'gu');

/** Splits a text into words, blanks and other characters. */
export const splitPieces = (text: string): readonly string[] => text.match(pieces) ?? [];

/** Lists the words of a text. */
export const listWords = (text: string): readonly string[] => text.match(words) ?? [];
