import { wordsOf, type Word } from './words.ts';

/** The words of a section, found once for the page and for the section itself. */
export interface SectionWords {
  readonly title: readonly Word[];
  readonly text: readonly Word[];
}

/** What of a page is searched. */
export interface PageText {
  readonly title: string;
  readonly description: string;
  readonly sections: readonly SectionWords[];
}

/**
 * How a word is found in `search_pages`: anywhere on the page, in the title or a heading, in the title. With a mark for
 * each, the index alone tells which pages come first; the texts of ten thousand pages need not be looked at.
 */
export const places = { anywhere: '.', heading: '#', title: '^' } as const;
export type Place = keyof typeof places;

/** Before the whole title as one word, for the page that is called exactly as asked. */
export const wholeTitleMark = '=';

/** The words by which `search_pages` knows what belongs to a space: all of them begin with this. */
export const searchKey = (spaceId: string) => spaceId.slice(-10);

type Weight = 'A' | 'B' | 'C' | 'D';

/** The `words` of a page, as the text of a tsvector. */
export function pageVector(spaceId: string, { title, description, sections }: PageText): string {
  const vector = new Vector(searchKey(spaceId));
  vector.add([...wordsOf(title)], 'A', ['anywhere', 'heading', 'title']);
  vector.addWhole(wholeTitleMark + joinedWords(title));
  vector.add([...wordsOf(description)], 'C', ['anywhere']);
  for (const { title: heading, text } of sections) {
    vector.add(heading, 'B', ['anywhere', 'heading']);
    vector.add(text, 'D', ['anywhere']);
  }
  return vector.text();
}

/** The `words` of a section: its own, without a key. */
export function sectionVector({ title, text }: SectionWords): string {
  const vector = new Vector(null);
  vector.add(title, 'A', ['anywhere']);
  vector.add(text, 'D', ['anywhere']);
  return vector.text();
}

/** The words of a text in one, for comparing whole titles. */
export const joinedWords = (text: string): string => {
  const terms: string[] = [];
  for (const { term } of wordsOf(text)) terms.push(term);
  return terms.join(' ').slice(0, maxWholeTitle).toWellFormed();
};

const maxWholeTitle = 300;

/** PostgreSQL takes a megabyte; what is beyond is not found. */
const maxBytes = 700_000;

/** Enough for ranks; PostgreSQL keeps 256. */
const maxPositions = 100;

/** Texts that follow one another are no phrase. */
const gap = 2;

/** Where a word stands, as the text of a tsvector says it. */
interface Occurrences {
  count: number;
  text: string;
}

class Vector {
  readonly #key: string | null;
  /** By what the names begin with, then by the word: names are put together once, at the end. */
  readonly #found = new Map<string, Map<string, Occurrences>>();
  #position = 1;
  #bytes = 0;

  constructor(key: string | null) {
    this.#key = key;
  }

  add(words: readonly Word[], weight: Weight, where: readonly Place[]) {
    const start = this.#position;
    for (const place of where) {
      const mark = this.#key === null ? '' : this.#key + places[place];
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

/** A word as it stands in the text of a tsvector or tsquery. */
export const quoted = (name: string) => `'${name.replaceAll(/['\\]/g, '$&$&')}'`;
