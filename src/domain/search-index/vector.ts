import { splitWords, type Word } from './words.ts';

/** The words of a section, which the rows of the page and of the section share. */
export interface SectionWords {
  readonly title: readonly Word[];
  readonly text: readonly Word[];
}

/** The texts of a page that are indexed. */
export interface PageText {
  readonly title: string;
  readonly description: string;
  readonly sections: readonly SectionWords[];
}

/**
 * The marks of words in `search_pages` by where they occur: anywhere on the page, in the title or a heading, in the title.
 * With them, the index alone determines the tier of a page, without reading the texts of ten thousand pages.
 */
export const fieldMarks = { anywhere: '.', heading: '#', title: '^' } as const;
export type SearchField = keyof typeof fieldMarks;

/** The mark of the whole title as one word, for pages whose title is the query. */
export const wholeTitleMark = '=';

/** The key of a space. Each word of `search_pages` begins with it, so that a search reads the words of one space only. */
export const searchKey = (spaceId: string) => spaceId.slice(-10);

/** Stands for the key of a space in a tsquery. No word contains it. */
export const keyPlaceholder = '§';

type Weight = 'A' | 'B' | 'C' | 'D';

/** The `words` of a page, as the text form of a tsvector. */
export function pageVector(spaceId: string, { title, description, sections }: PageText): string {
  const vector = new Vector(searchKey(spaceId));
  vector.add([...splitWords(title)], 'A', ['anywhere', 'heading', 'title']);
  vector.addWhole(wholeTitleMark + joinedWords(title));
  vector.add([...splitWords(description)], 'C', ['anywhere']);
  for (const { title: heading, text } of sections) {
    vector.add(heading, 'B', ['anywhere', 'heading']);
    vector.add(text, 'D', ['anywhere']);
  }
  return vector.text();
}

/** The `words` of a section, without a key. */
export function sectionVector({ title, text }: SectionWords): string {
  const vector = new Vector(null);
  vector.add(title, 'A', ['anywhere']);
  vector.add(text, 'D', ['anywhere']);
  return vector.text();
}

/** The words of a text joined by spaces, to compare whole titles. */
export const joinedWords = (text: string): string => {
  const terms: string[] = [];
  for (const { term } of splitWords(text)) terms.push(term);
  return terms.join(' ').slice(0, maxWholeTitle).toWellFormed();
};

const maxWholeTitle = 300;

/** Below the limit of PostgreSQL, which is a megabyte. Words beyond are not found. */
const maxBytes = 700_000;

/** Most positions of one word; enough for ranks. PostgreSQL keeps 256. */
const maxPositions = 100;

/** Positions between two texts, so that no phrase matches across them. */
const gap = 2;

/** The positions of a word, in the text form of a tsvector. */
interface Occurrences {
  count: number;
  text: string;
}

class Vector {
  readonly #key: string | null;
  /** By key and mark, then by word. The names are built once, at the end. */
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
      for (const { term, more } of words) {
        const at = this.#position + weight;
        this.#put(mark, term, at);
        for (const other of more) this.#put(mark, other, at);
        this.#position += 1;
      }
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
