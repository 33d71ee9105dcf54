/**
 * Folds a word to the form in which words are compared: without case, accents, vowel marks, invisible characters and
 * compatibility variants, in the nearest letters where a letter has no accent to take off.
 */
export function fold(word: string): string {
  const folded = isAscii.test(word) ? word.toLowerCase().replaceAll("'", '') : foldLetters(word);
  return folded.length > maxTermLength ? Array.from(folded).slice(0, maxTermLength).join('') : folded;
}

/** Maximum length of a term, in characters; longer words are truncated. PostgreSQL allows 2,046 bytes. */
const maxTermLength = 64;

export const isAscii = /^[\0-\x7f]*$/;

const foldLetters = (word: string) =>
  word
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(ignored, '')
    .replaceAll(replaced, (letter) => letters.get(letter) ?? letter)
    .normalize('NFC');

/**
 * Accents of Latin, Greek and Cyrillic, points of Hebrew, vowel marks of Arabic and its tatweel, apostrophes, and what nobody
 * sees. Marks of other scripts are vowels, which distinguish words.
 */
const ignored =
  // Marks that are removed on their own, not what they are combined with.
  // oxlint-disable-next-line no-misleading-character-class
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u08d3-\u08ff'’‘ʼ\p{Default_Ignorable_Code_Point}]/gu;

/** Letters that Unicode does not decompose, by what people type for them. */
const letters: ReadonlyMap<string, string> = new Map([
  ...pairsFrom(
    'ł l, ø o, đ d, ð d, ħ h, ŋ n, ı i, ȷ j, ŧ t, ƀ b, ɓ b, ɗ d, ɖ d, ə e, ɛ e, ɔ o, ƒ f, ɠ g, ɨ i, ɲ n, ɵ o, ʉ u, ƙ k',
  ),
  ...pairsFrom('æ ae, œ oe, ß ss, þ th, ĸ k, ς σ'),
  // Alef, ya, kaf and ha are written in several ways, and their Persian and Urdu forms look the same.
  ...pairsFrom('ٱ ا, ى ي, ی ي, ې ي, ک ك, ة ه, ھ ه, ہ ه, ە ه, ۃ ه'),
  ...digitsFrom('٠'),
  ...digitsFrom('۰'),
  ...digitsFrom('०'),
]);

const replaced = new RegExp(`[${[...letters.keys()].join('')}]`, 'gu');

function pairsFrom(text: string): (readonly [string, string])[] {
  return text.split(', ').map((pair) => [pair.split(' ')[0] ?? '', pair.split(' ')[1] ?? '']);
}

/** The ten digits of a script, which follow each other. */
function digitsFrom(zero: string): (readonly [string, string])[] {
  const first = zero.codePointAt(0) ?? 0;
  return Array.from({ length: 10 }, (_, digit) => [String.fromCodePoint(first + digit), String(digit)]);
}
