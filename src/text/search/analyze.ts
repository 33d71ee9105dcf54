import { createHash } from 'node:crypto';
import { listSections, type Section } from './sections.ts';
import { countWords, pageVector, sectionVector, type SectionWords } from './vector.ts';
import { pageSequences } from './word-sequence.ts';
import { splitWords, type Word } from './words.ts';

/**
 * Version of the analysis. Increase it when a page yields different rows than before, so that stored rows count as
 * stale.
 */
export const indexVersion = 6;

/** The indexed fields of a page. */
export interface IndexedPage {
  readonly id: string;
  readonly title: string;
  readonly documentId: string | null;
  readonly description: string;
}

/** The rows of a page, with fields named like the columns. */
export interface Analysis {
  readonly page: {
    spaceId: string;
    pageId: string;
    documentId: string | null;
    source: string;
    words: string;
    run: string;
    headingRun: string;
    version: number;
    titleWords: number;
  };
  readonly sections: readonly (Section & { documentId: string; ordinal: number; words: string })[];
  readonly terms: readonly string[];
}

/**
 * Computes the rows of a page. Content embedded from other sources (`shown`) is searchable, but not stored with the
 * sections, which derive from the text alone.
 */
export function analyze(spaceId: string, page: IndexedPage, markdown: string, shown = ''): Analysis {
  const { id: pageId, title, description, documentId } = page;
  const sections = listSections(markdown);
  const sectionWords = sections.map(readWords);
  const text = { title, description, sections: [...sectionWords, ...listSections(shown).map(readWords)] };
  const stored = documentId === null ? [] : sections.slice(0, maxSections);
  return {
    page: {
      spaceId,
      pageId,
      documentId,
      source: analysisSource(page),
      words: pageVector(spaceId, text),
      ...pageSequences(text),
      version: indexVersion,
      titleWords: countWords([...splitWords(title)]),
    },
    sections: stored.map((section, ordinal) => ({
      documentId: documentId ?? '',
      ordinal,
      ...shortened(section),
      words: sectionVector(shortenedWords(sectionWords[ordinal] ?? { title: [], text: [] })),
    })),
    terms: termsIn([[...splitWords(title)], ...sectionWords.map((words) => words.title)]),
  };
}

const readWords = (section: Section): SectionWords => ({
  title: [...splitWords(section.title)],
  text: [...splitWords(section.text)],
});

/** Maximum length, in characters, of a text that is analyzed in the calling thread. */
export const maxInlineCharacters = 4_000;

/** Whether the text is so long that a worker analyzes it. */
export const isAnalyzedInWorker = ({ markdown }: { readonly markdown: string }): boolean =>
  markdown.length > maxInlineCharacters;

/** Digest of all inputs of an analysis. */
export const analysisSource = ({ title, documentId, description }: Omit<IndexedPage, 'id'>): string =>
  createHash('sha256')
    .update(JSON.stringify([indexVersion, title, description, documentId]))
    .digest('base64url')
    .slice(0, 20);

/** Limits of the sections stored for display in results. The page is searchable by all of its words. */
const maxSections = 1_000;
const maxSectionLength = 20_000;

const shortened = (section: Section): Section =>
  section.text.length > maxSectionLength
    ? { ...section, text: section.text.slice(0, maxSectionLength).toWellFormed() }
    : section;

const shortenedWords = ({ title, text }: SectionWords): SectionWords =>
  (text.at(-1)?.end ?? 0) > maxSectionLength
    ? { title, text: text.filter(({ end }) => end <= maxSectionLength) }
    : { title, text };

/** Words of titles, with which misspelled words of a query are compared. */
function termsIn(titles: readonly (readonly Word[])[]): string[] {
  const terms = new Set<string>();
  for (const words of titles)
    for (const { term, isDense } of words)
      if (!isDense && term.length >= 4 && term.length <= 40 && !/^\d+$/.test(term)) terms.add(term);
  return [...terms];
}
