import { joinNeighbours, namesWithStem, splitWords, stemMark, type Word } from './words.ts';

/** The words of a section, used both for the rows of the page and for that of the section. */
export interface SectionWords {
  readonly title: readonly Word[];
  readonly text: readonly Word[];
}

/** The indexed texts of a page. */
export interface PageText {
  readonly title: string;
  readonly description: string;
  readonly sections: readonly SectionWords[];
}

/**
 * Marks of words in `search_pages` by location: anywhere on the page, in a heading or the title, in the title. The
 * marks let the index alone determine the tier of a page, without reading its text.
 */
export const fieldMarks = { anywhere: '.', heading: '#', title: '^' } as const;
export type SearchField = keyof typeof fieldMarks;

/** Mark of the whole title as one word, for queries that equal a title. */
export const wholeTitleMark = '=';

/** Key of a space. It prefixes each word of `search_pages`, so that a search reads only the words of one space. */
export const searchKey = (spaceId: string) => spaceId.slice(-10);

/** Placeholder for the key of a space in a tsquery. No word contains it. */
export const keyPlaceholder = '§';

type Weight = 'A' | 'B' | 'C' | 'D';

/** The `words` of a page as the text form of a tsvector. */
export function pageVector(spaceId: string, { title, description, sections }: PageText): string {
  const vector = new Vector(searchKey(spaceId));
  const titleWords = [...splitWords(title)];
  vector.add(titleWords, 'A', ['anywhere', 'heading', 'title']);
  for (const name of wholeTitles(titleWords)) vector.addWhole(wholeTitleMark + name);
  vector.add([...splitWords(description)], 'C', ['anywhere']);
  for (const { title: heading, text } of sections) {
    vector.add(heading, 'B', ['anywhere', 'heading']);
    vector.add(text, 'D', ['anywhere']);
  }
  return vector.text();
}

/** The `words` of a section as the text form of a tsvector, without key. */
export function sectionVector({ title, text }: SectionWords): string {
  const vector = new Vector(null);
  vector.add(title, 'A', ['anywhere']);
  vector.add(text, 'D', ['anywhere']);
  return vector.text();
}

/** The names by which whole titles are compared: of their words as written, and of their stems. */
export function wholeTitles(words: readonly Word[]): string[] {
  const joined = (names: readonly string[]) => names.join('').slice(0, maxWholeTitle).toWellFormed();
  return [
    joined(words.map(({ term }) => term)),
    stemMark + joined(words.map(({ term }) => namesWithStem(term).at(-1)?.replace(stemMark, '') ?? term)),
  ];
}

/** How many words a title has, those of camel case by their parts. */
export const countWords = (words: readonly Word[]): number =>
  words.reduce((count, { more }) => count + Math.max(1, more.filter((name) => !name.startsWith(stemMark)).length), 0);

const maxWholeTitle = 300;

/** Maximum size of a vector, in bytes, below the limit of one megabyte of PostgreSQL. Further words are not indexed. */
const maxBytes = 700_000;

/** Maximum number of positions stored per word, sufficient for ranking. PostgreSQL keeps 256. */
const maxPositions = 100;

/** Number of unused positions between two texts, so that no phrase matches across them. */
const gap = 2;

/** Positions of a word in the text form of a tsvector. */
interface Occurrences {
  count: number;
  text: string;
}

class Vector {
  readonly #key: string | null;
  /** Occurrences by key and mark, then by word. Index names are built once, at the end. */
  readonly #found = new Map<string, Map<string, Occurrences>>();
  #position = 1;
  #bytes = 0;

  constructor(key: string | null) {
    this.#key = key;
  }

  add(words: readonly Word[], weight: Weight, where: readonly SearchField[]) {
    const start = this.#position;
    for (const field of where) {
      const mark = this.#key === null ? '' : this.#key + fieldMarks[field];
      this.#position = start;
      for (const { term, more, joined, spelled = [] } of words) {
        const at = this.#position + weight;
        this.#put(mark, term, at);
        for (const other of more) this.#put(mark, other, at);
        if (joined !== undefined) this.#put(mark, joined, at);
        for (const one of spelled) this.#put(mark, one.term, at);
        this.#position += 1;
      }
      if (weight === 'A' || weight === 'B')
        for (const name of joinNeighbours(words).flatMap(namesWithStem)) this.#put(mark, name, start + weight);
    }
    this.#position += gap;
  }

  addWhole(name: string) {
    this.#put(this.#key ?? '', name, `${this.#position}A`);
  }

  #put(mark: string, term: string, at: string) {
    let terms = this.#found.get(mark);
    if (terms === undefined) this.#found.set(mark, (terms = new Map()));
    const known = terms.get(term);
    if (known !== undefined) {
      known.count += 1;
      if (known.count <= maxPositions) known.text += `,${at}`;
      return;
    }
    this.#bytes += (mark.length + term.length) * 3 + 20;
    if (this.#bytes <= maxBytes) terms.set(term, { count: 1, text: at });
  }

  text(): string {
    const parts: string[] = [];
    for (const [mark, terms] of this.#found)
      for (const [term, { text }] of terms) parts.push(`${quoted(mark + term)}:${text}`);
    return parts.join(' ');
  }
}

/** Quotes a word for the text form of a tsvector or tsquery. */
export const quoted = (name: string) => `'${name.replaceAll(/['\\]/g, '$&$&')}'`;
