import { namesWithStem, splitPlainWords, splitWords, stemMark, type Word } from './words.ts';
import { hasSigns, isSingleCharacter, type SearchQuery } from './parse-query.ts';

/** UTF-16 offsets in a text. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Finds the matches of a query in texts. */
export interface Matcher {
  /** The words of a text, with what is spelled with signs only for a query that asks for it. */
  readonly split: (text: string) => Iterable<Word>;
  /** What matches at a word: the word, or what is spelled with signs there; null for nothing. */
  readonly find: (word: Word) => Range | null;
}

/** Creates a matcher by the rules of the index. Used to highlight excerpts. */
export function createMatcher(query: SearchQuery): Matcher {
  const { wanted } = query;
  const names = new Set<string>();
  const prefixes: string[] = [];
  for (const { words, isPrefix, joined, similar, isPhrase, spelled } of wanted) {
    if (spelled.length > 0) {
      for (const term of spelled) names.add(term);
      if (isPrefix) prefixes.push(...spelled);
      continue;
    }
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
  const isNamed = (term: string) => names.has(term) || prefixes.some((prefix) => term.startsWith(prefix));
  const find = (word: Word) => {
    const { term, more, joined, spelled = [] } = word;
    const isMatch =
      isNamed(term) || (joined !== undefined && names.has(joined)) || more.some((other) => names.has(other));
    return isMatch ? word : (spelled.find((one) => isNamed(one.term)) ?? null);
  };
  return { find, split: hasSigns(query) ? splitWords : splitPlainWords };
}
