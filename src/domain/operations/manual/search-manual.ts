import { readExcerpt, type Excerpt } from '../../../text/search/excerpt.ts';
import { createMatcher } from '../../../text/search/matcher.ts';
import { textsOf } from '../../../text/search/left-out.ts';
import {
  hasSigns,
  parseQuery,
  withoutClauses,
  withoutSigns,
  type Clause,
  type SearchQuery,
} from '../../../text/search/parse-query.ts';
import { listSections, type Section } from '../../../text/search/sections.ts';
import { splitWords, type Word } from '../../../text/search/words.ts';
import type { ManualPage } from './manual.ts';

/** A matching page with its best section. */
export interface ManualHit<Found> {
  readonly page: Found;
  readonly section: {
    readonly title: string;
    readonly anchor: string | null;
    readonly excerpt: Excerpt;
  };
}

/** The best pages, and the words that were left out because no page has them, as the query writes them. */
export interface ManualHits<Found> {
  readonly hits: readonly ManualHit<Found>[];
  readonly leftOut: readonly string[];
}

/** Maximum number of pages in the results. */
const maxPages = 20;

/** Weight of a match in a title, relative to a match in text. */
const titleWeight = 10;

interface Searchable {
  readonly source: Pick<ManualPage, 'markdown'>;
}

/**
 * Creates a search over pages with the syntax of the search in spaces: `"phrases"`, `-words`, stemming, prefix match of the
 * last word. Words that no page has are left out.
 */
export function createManualSearch<Found extends Searchable>(
  documents: readonly Found[],
): (text: string) => ManualHits<Found> {
  const pages = documents.map((page) => ({ page, sections: listSections(page.source.markdown).map(indexed) }));
  const find = (query: SearchQuery) => {
    if (query.wanted.length === 0) return [];
    return pages
      .flatMap(({ page, sections }) => {
        const all = wordsOf(sections);
        if (!query.wanted.every((clause) => countIn(all, clause) > 0)) return [];
        if (query.unwanted.some((clause) => countIn(all, clause) > 0)) return [];
        const found = findSection(sections, query);
        return found === null ? [] : [{ ...found, page }];
      })
      .toSorted((a, b) => b.score - a.score)
      .slice(0, maxPages)
      .map(({ page, section }) => ({ page, section }));
  };
  return (text) => {
    const parsed = parseQuery(text);
    const spelled = hasSigns(parsed) ? find(parsed) : [];
    if (spelled.length > 0) return { hits: spelled, leftOut: [] };
    const query = withoutSigns(parsed);
    const hits = find(query);
    if (hits.length > 0) return { hits, leftOut: [] };
    const absent = query.wanted.filter(
      (clause) => !clause.isPhrase && pages.every(({ sections }) => countIn(wordsOf(sections), clause) === 0),
    );
    const rest = withoutClauses(query, absent);
    const found = absent.length === 0 ? [] : find(rest);
    return { hits: found, leftOut: found.length === 0 ? [] : textsOf(text, absent, rest.wanted) };
  };
}

const wordsOf = (sections: readonly IndexedSection[]) => sections.flatMap(({ title, words }) => [...title, ...words]);

interface IndexedSection {
  readonly section: Section;
  readonly title: readonly Word[];
  readonly words: readonly Word[];
}

const indexed = (section: Section): IndexedSection => ({
  section,
  title: [...splitWords(section.title)],
  words: [...splitWords(section.text)],
});

/** The best section of a page, with the score of all of them. */
function findSection(sections: readonly IndexedSection[], query: SearchQuery) {
  const scored = sections
    .map(({ section, title, words }) => ({
      section,
      score: query.wanted.reduce(
        (sum, clause) => sum + titleWeight * countIn(title, clause) + Math.log1p(countIn(words, clause)),
        0,
      ),
    }))
    .toSorted((a, b) => b.score - a.score);
  const [best] = scored;
  if (best === undefined || best.score === 0) return null;
  const { title, anchor, text } = best.section;
  return {
    score: scored.reduce((sum, { score }) => sum + score, 0),
    section: { title, anchor, excerpt: readExcerpt(text, createMatcher(query)) },
  };
}

/** Counts the occurrences of a word or phrase. */
function countIn(words: readonly Word[], clause: Clause): number {
  if (!clause.isPhrase) {
    const { find } = createMatcher({ wanted: [clause], unwanted: [], wholeTitles: [] });
    return words.filter((word) => find(word) !== null).length;
  }
  return words.filter((_word, at) => clause.words.every(({ term }, offset) => words[at + offset]?.term === term))
    .length;
}
