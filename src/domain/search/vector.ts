import type { Section } from './sections.ts';
import { wordsOf } from './words.ts';

/** What of a page is searched. */
export interface PageText {
  readonly title: string;
  readonly description: string;
  readonly sections: readonly Section[];
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
  vector.add(title, 'A', ['anywhere', 'heading', 'title']);
  vector.addWhole(wholeTitleMark + joinedWords(title));
  vector.add(description, 'C', ['anywhere']);
  for (const { title: heading, text } of sections) {
    vector.add(heading, 'B', ['anywhere', 'heading']);
    vector.add(text, 'D', ['anywhere']);
  }
  return vector.text();
}

/** The `words` of a section: its own, without a key. */
export function sectionVector({ title, text }: Section): string {
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

/** Enough for ranks, and for phrases in all but endless repetitions; PostgreSQL keeps 256. */
const maxPositions = 100;

/** Texts that follow one another are no phrase. */
const gap = 2;

class Vector {
  readonly #key: string | null;
  readonly #places = new Map<string, string[]>();
  #position = 1;
  #bytes = 0;

  constructor(key: string | null) {
    this.#key = key;
  }

  add(text: string, weight: Weight, where: readonly Place[]) {
    for (const { term, more } of wordsOf(text)) {
      for (const place of where) {
        this.#put(this.#name(place, term), weight);
        for (const other of more) this.#put(this.#name(place, other), weight);
      }
      this.#position += 1;
    }
    this.#position += gap;
  }

  addWhole(name: string) {
    this.#put((this.#key ?? '') + name, 'A');
  }

  #name(place: Place, term: string) {
    return this.#key === null ? term : this.#key + places[place] + term;
  }

  #put(name: string, weight: Weight) {
    const known = this.#places.get(name);
    if (known !== undefined) {
      if (known.length < maxPositions) known.push(`${this.#position}${weight}`);
      return;
    }
    this.#bytes += name.length * 3 + 20;
    if (this.#bytes <= maxBytes) this.#places.set(name, [`${this.#position}${weight}`]);
  }

  text(): string {
    const parts: string[] = [];
    for (const [name, positions] of this.#places) parts.push(`${quoted(name)}:${positions.join(',')}`);
    return parts.join(' ');
  }
}

/** A word as it stands in the text of a tsvector or tsquery. */
export const quoted = (name: string) => `'${name.replaceAll(/['\\]/g, '$&$&')}'`;
