/** First and last letters of alphabets as `fold` leaves them, with the digits that words may contain. */
const alphabets: readonly (readonly [first: string, last: string])[] = [
  ['a', 'z'],
  ['α', 'ω'],
  ['а', 'џ'],
  ['ա', 'ֆ'],
  ['א', 'ת'],
  ['ء', 'ي'],
  ['ა', 'ჿ'],
  ['अ', 'ॿ'],
];

/** Maximum length of a word that is spelt in other ways, in characters, which has about 1,700 neighbours. */
const maxLength = 32;

/**
 * Lists the words that differ from a word in one letter: one more, one less, another one, or two neighbours exchanged. The letters
 * are those of its own alphabet; for other scripts, none is added.
 */
export function spellWithOneError(word: string): string[] {
  const letters = Array.from(word);
  if (letters.length > maxLength) return [];
  const others = lettersBeside(word);
  const found = new Set<string>();
  const add = (from: number, to: number, between: string) =>
    found.add([...letters.slice(0, from), between, ...letters.slice(to)].join(''));
  for (let at = 0; at <= letters.length; at += 1) {
    const [letter, next] = [letters[at], letters[at + 1]];
    if (letter !== undefined) add(at, at + 1, '');
    if (letter !== undefined && next !== undefined) add(at, at + 2, next + letter);
    for (const other of others) {
      add(at, at, other);
      if (letter !== undefined) add(at, at + 1, other);
    }
  }
  found.delete(word);
  return [...found];
}

function lettersBeside(word: string): string[] {
  const alphabet = alphabets.find(([first, last]) =>
    Array.from(word).some((letter) => letter >= first && letter <= last),
  );
  if (alphabet === undefined) return [];
  const [from, to] = alphabet.map((letter) => letter.codePointAt(0) ?? 0);
  return Array.from({ length: (to ?? 0) - (from ?? 0) + 1 }, (_, index) => String.fromCodePoint((from ?? 0) + index));
}
