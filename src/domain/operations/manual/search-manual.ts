import { renderExcerpt, readExcerpt } from '../../../text/search/excerpt.ts';
import { createMatcher } from '../../../text/search/matcher.ts';
import { parseQuery, type Clause, type SearchQuery } from '../../../text/search/parse-query.ts';
import type { Section } from '../../../text/search/sections.ts';
import { splitWords, type Word } from '../../../text/search/words.ts';
import type { Manual, ManualPage } from './manual.ts';

/** A matching page with its best sections. */
export interface ManualHit {
  readonly page: ManualPage;
  readonly sections: readonly {
    readonly title: string;
    readonly anchor: string | null;
    /** HTML with matches in `<mark>`. */
    readonly excerpt: string;
  }[];
}

/** Maximum number of pages, and of sections of a page, in the results. */
const maxPages = 20;
const maxSections = 3;

/** Weight of a match in a title, relative to a match in text. */
const titleWeight = 10;

/**
 * Creates a search over the manual with the syntax of the search in spaces: `"phrases"`, `-words`, stemming, prefix
 * match of the last word.
 */
export function createManualSearch(manual: Manual): (text: string) => ManualHit[] {
  const pages = manual.pages.map((page) => ({ page, sections: page.sections.map(indexed) }));
  return (text) => {
    const query = parseQuery(text);
    if (query.wanted.length === 0) return [];
    return pages
      .flatMap(({ page, sections }) => {
        const all = sections.flatMap(({ title, words }) => [...title, ...words]);
        if (!query.wanted.every((clause) => countIn(all, clause) > 0)) return [];
        if (query.unwanted.some((clause) => countIn(all, clause) > 0)) return [];
        return [foundIn(page, sections, query)];
      })
      .toSorted((a, b) => b.score - a.score)
      .slice(0, maxPages)
      .map(({ hit }) => hit);
  };
}

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

function foundIn(page: ManualPage, sections: readonly IndexedSection[], query: SearchQuery) {
  const isMatch = createMatcher(query);
  const scored = sections
    .map(({ section, title, words }) => ({
      section,
      score: query.wanted.reduce(
        (sum, clause) => sum + titleWeight * countIn(title, clause) + Math.log1p(countIn(words, clause)),
        0,
      ),
    }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
  return {
    score: scored.reduce((sum, { score }) => sum + score, 0),
    hit: {
      page,
      sections: scored.slice(0, maxSections).map(({ section: { title, anchor, text } }) => ({
        title,
        anchor,
        excerpt: renderExcerpt(readExcerpt(text, isMatch)),
      })),
    },
  };
}

/** Counts the occurrences of a word or phrase. */
function countIn(words: readonly Word[], clause: Clause): number {
  if (!clause.isPhrase) {
    const isMatch = createMatcher({ wanted: [clause], unwanted: [], wholeTitles: [] });
    return words.filter(isMatch).length;
  }
  return words.filter((_word, at) => clause.words.every(({ term }, offset) => words[at + offset]?.term === term))
    .length;
}
