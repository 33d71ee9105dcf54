import type { Analysis } from '../../../text/search/analyze.ts';
import { fieldMarks, keyPlaceholder, quoted, wholeTitleMark, type SearchField } from '../../../text/search/vector.ts';
import { stemMark, type Word } from '../../../text/search/words.ts';
import { isSingleCharacter, type Clause, type SearchQuery } from '../../../text/search/parse-query.ts';

/** Texts of tsqueries by field of a page. `exactTitle` matches pages whose title equals the query. */
export type FieldQueries = Readonly<Record<SearchField | 'exactTitle', string>>;

/** A query in the form that PostgreSQL evaluates. `keyPlaceholder` stands for the key of a space. */
export interface TsQueries {
  /** For the index, which contains the words of a phrase but not their sequence. */
  readonly words: FieldQueries;
  /** For pages without a stored sequence, by positions of words. */
  readonly phrases: FieldQueries;
  /** Sequences that a page must contain or must not contain. */
  readonly sequences: { readonly wanted: readonly string[]; readonly unwanted: readonly string[] };
  /** One tsquery per word or phrase, for the sections of a page. */
  readonly sections: readonly string[];
  /** Overrides of the stored rows for a visitor; absent for users. */
  readonly view?: SearchView;
}

/** Pages hidden from a visitor, and the rows of pages whose text differs for the visitor. */
export interface SearchView {
  /** Keys as in `pageKey`. */
  readonly hiddenPages: readonly string[];
  /** Analyses whose sections have the `documentId` of `visitorTextId`. */
  readonly analyses: readonly Analysis[];
}

/** Identifies a page of a space. The page id alone is ambiguous, because copies of a space keep it. */
export const pageKey = (spaceId: string, pageId: string): string => `${spaceId} ${pageId}`;

/** Id under which the sections of a page in the view are stored. */
export const visitorTextId = (key: string): string => `seen ${key}`;

export const tsQueriesOf = (query: SearchQuery): TsQueries => ({
  words: fieldQueries({ ...query, unwanted: query.unwanted.filter(({ sequence }) => sequence === null) }, ' & '),
  phrases: fieldQueries(query, ' <-> '),
  sequences: { wanted: sequencesOf(query.wanted), unwanted: sequencesOf(query.unwanted) },
  sections: query.wanted.map((clause) => clauseText(clause, (term) => term, ' <-> ')),
});

const sequencesOf = (clauses: readonly Clause[]) => clauses.flatMap(({ sequence }) => sequence ?? []);

function fieldQueries(query: SearchQuery, joint: PhraseJoint): FieldQueries {
  const without = query.unwanted.map((clause) => `!(${clauseText(clause, inField('anywhere'), joint)})`);
  const queryIn = (field: SearchField) =>
    [...query.wanted.map((clause) => clauseText(clause, inField(field), joint)), ...without].join(' & ');
  return {
    anywhere: queryIn('anywhere'),
    heading: queryIn('heading'),
    title: queryIn('title'),
    exactTitle: [quoted(keyPlaceholder + wholeTitleMark + query.exactTitle), ...without].join(' & '),
  };
}

/** Maps a term to its name in the index. */
type NameOf = (term: string) => string;

const inField =
  (field: SearchField): NameOf =>
  (term) =>
    keyPlaceholder + fieldMarks[field] + term;

/** Joins the words of a phrase: in sequence, or in any order. */
type PhraseJoint = ' <-> ' | ' & ';

function clauseText(clause: Clause, nameOf: NameOf, joint: PhraseJoint): string {
  if (clause.isPhrase) return phraseText(clause.words, nameOf, joint);
  const alternatives = clause.words.flatMap((word) => wordTexts(word, clause.isPrefix, nameOf));
  for (const term of clause.similar) alternatives.push(quoted(nameOf(term)));
  return `(${alternatives.join(' | ')})`;
}

function wordTexts(word: Word, isPrefix: boolean, nameOf: NameOf): string[] {
  const { term, more, isDense } = word;
  // A single character matches all pairs that start with it.
  if (isDense) return [isSingleCharacter(word) ? `${quoted(nameOf(term))}:*` : quoted(nameOf(term))];
  const stems = more.filter((other) => other.startsWith(stemMark));
  const parts = more.filter((other) => !other.startsWith(stemMark));
  const texts = [isPrefix ? `${quoted(nameOf(term))}:*` : quoted(nameOf(term)), quoted(nameOf(stemMark + term))];
  if (parts.length > 0) return [...texts, `(${parts.map((other) => quoted(nameOf(other))).join(' & ')})`];
  for (const stem of stems) texts.push(quoted(nameOf(stem)), quoted(nameOf(stem.slice(stemMark.length))));
  return texts;
}

const phraseText = (words: readonly Word[], nameOf: NameOf, joint: PhraseJoint) =>
  `(${words.map((word) => (word.isDense ? wordTexts(word, false, nameOf)[0] : quoted(nameOf(word.term)))).join(joint)})`;
