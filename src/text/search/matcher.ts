import { namesWithStem, stemMark, type Word } from './words.ts';
import { isSingleCharacter, type SearchQuery } from './parse-query.ts';

/**
 * Creates a function that tells whether a word matches a query, by the rules of the index. Used to highlight excerpts.
 */
export function createMatcher({ wanted }: SearchQuery): (word: Word) => boolean {
  const names = new Set<string>();
  const prefixes: string[] = [];
  for (const { words, isPrefix, joined, similar, isPhrase } of wanted) {
    for (const term of [...similar, ...joined].flatMap(namesWithStem)) names.add(term);
    for (const term of similar) names.add(stemMark + term);
    for (const word of words) {
      if (isPrefix || isSingleCharacter(word)) prefixes.push(word.term);
      names.add(word.term);
      if (isPhrase) continue;
      names.add(stemMark + word.term);
      for (const other of word.more)
        names.add(other).add(other.startsWith(stemMark) ? other.slice(stemMark.length) : stemMark + other);
    }
  }
  return ({ term, more, joined }) =>
    names.has(term) ||
    (joined !== undefined && names.has(joined)) ||
    more.some((other) => names.has(other)) ||
    prefixes.some((prefix) => term.startsWith(prefix));
}
