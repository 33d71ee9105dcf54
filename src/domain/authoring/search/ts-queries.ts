import type { Analysis } from '../../../text/search/analyze.ts';
import { fieldMarks, keyPlaceholder, quoted, wholeTitleMark, type SearchField } from '../../../text/search/vector.ts';
import { namesWithStem, stemMark, type Word } from '../../../text/search/words.ts';
import { isSingleCharacter, type Clause, type SearchQuery } from '../../../text/search/parse-query.ts';

/**
 * Texts of tsqueries by field of a page. `exactTitle` matches pages whose title equals the query, and `heading` also those that
 * have some of the words in the title, unless the query has phrases.
 */
export type FieldQueries = Readonly<Record<SearchField | 'exactTitle', string>>;

/** Texts of tsqueries for each word or phrase, by where it occurs and how, to score a page. */
export interface ClauseQueries {
  readonly title: readonly string[];
  /** Also where a word begins with it. */
  readonly titleBegins: readonly string[];
  readonly heading: readonly string[];
  readonly headingBegins: readonly string[];
  readonly description: readonly string[];
}

/** A query in the form that PostgreSQL evaluates. `keyPlaceholder` stands for the key of a space. */
export interface TsQueries {
  /** For the index, which contains the words of a phrase but not their sequence. */
  readonly words: FieldQueries;
  /** For pages without a stored sequence, by positions of words. */
  readonly phrases: FieldQueries;
  /** Sequences that a page must contain or must not contain. */
  readonly sequences: { readonly wanted: readonly string[]; readonly unwanted: readonly string[] };
  /** For the first words and phrases, which are enough to score pages. */
  readonly clauses: ClauseQueries;
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
  /** Titles and paths of the pages of the analyses, which the present content may not have. */
  readonly located: readonly LocatedPage[];
}

interface LocatedPage {
  /** As in `pageKey`. */
  readonly key: string;
  readonly title: string;
  readonly path: string;
}

/** Identifies a page of a space. The page id alone is ambiguous, because copies of a space keep it. */
export const pageKey = (spaceId: string, pageId: string): string => `${spaceId} ${pageId}`;

/** Id under which the sections of a page in the view are stored. */
export const visitorTextId = (key: string): string => `seen ${key}`;

export const tsQueriesOf = (query: SearchQuery): TsQueries => ({
  words: fieldQueries({ ...query, unwanted: query.unwanted.filter(({ sequence }) => sequence === null) }, ' & '),
  phrases: fieldQueries(query, ' <-> '),
  sequences: { wanted: listSequences(query.wanted), unwanted: listSequences(query.unwanted) },
  clauses: clauseQueries(query.wanted.slice(0, maxScored)),
  sections: query.wanted.map((clause) => clauseText(clause, inSection, ' <-> ')),
});

/** Maximum number of words and phrases by which pages are scored. */
const maxScored = 8;

function clauseQueries(clauses: readonly Clause[]): ClauseQueries {
  const whole = clauses.map((clause) => ({ ...clause, isPrefix: false }));
  const textsIn = (some: readonly Clause[], weights: string) =>
    some.map((clause) => clauseText(clause, withWeight(weights), ' & '));
  return {
    title: textsIn(whole, 'A'),
    titleBegins: textsIn(clauses, 'A'),
    heading: textsIn(whole, 'AB'),
    headingBegins: textsIn(clauses, 'AB'),
    description: textsIn(clauses, 'AC'),
  };
}

/** Text of a tsquery for a word anywhere on a page. */
export const anywhereText = (clause: Clause): string => clauseText(clause, inField('anywhere'), ' & ');

const listSequences = (clauses: readonly Clause[]) => clauses.flatMap(({ sequence }) => sequence ?? []);

function fieldQueries(query: SearchQuery, joint: PhraseJoint): FieldQueries {
  const without = query.unwanted.map((clause) => `!(${clauseText(clause, inField('anywhere'), joint)})`);
  const textsIn = (field: SearchField) => query.wanted.map((clause) => clauseText(clause, inField(field), joint));
  const queryIn = (field: SearchField) => [...textsIn(field), ...without].join(' & ');
  const whole = query.wholeTitles.map((name) => quoted(keyPlaceholder + wholeTitleMark + name)).join(' | ');
  return {
    anywhere: queryIn('anywhere'),
    heading: query.wanted.some(({ sequence }) => sequence !== null)
      ? queryIn('heading')
      : `(${queryIn('heading')}) | (${queryIn('anywhere')} & (${textsIn('title').join(' | ')}))`,
    title: queryIn('title'),
    // A title says nothing of signs, which the page must spell.
    exactTitle: [
      `(${whole})`,
      ...query.wanted
        .filter(({ spelled }) => spelled.length > 0)
        .map((clause) => clauseText(clause, inField('anywhere'), joint)),
      ...without,
    ].join(' & '),
  };
}

/** Maps a term to its name in the index, as text of a tsquery. */
type NameOf = (term: string, isPrefix?: boolean) => string;

const inField =
  (field: SearchField): NameOf =>
  (term, isPrefix = false) =>
    `${quoted(keyPlaceholder + fieldMarks[field] + term)}${isPrefix ? ':*' : ''}`;

/** Where a page has the term with one of the weights of `pageVector`. */
const withWeight =
  (weights: string): NameOf =>
  (term, isPrefix = false) =>
    `${quoted(keyPlaceholder + fieldMarks.anywhere + term)}:${isPrefix ? '*' : ''}${weights}`;

const inSection: NameOf = (term, isPrefix = false) => `${quoted(term)}${isPrefix ? ':*' : ''}`;

/** Joins the words of a phrase: in sequence, or in any order. */
type PhraseJoint = ' <-> ' | ' & ';

function clauseText(clause: Clause, nameOf: NameOf, joint: PhraseJoint): string {
  if (clause.isPhrase) return phraseText(clause.words, nameOf, joint);
  if (clause.spelled.length > 0) return `(${clause.spelled.map((term) => nameOf(term, clause.isPrefix)).join(' & ')})`;
  const alternatives = clause.words.flatMap((word) => wordTexts(word, clause.isPrefix, nameOf));
  const others = [...clause.joined, ...clause.similar].flatMap(namesWithStem);
  for (const term of [...others, ...clause.similar.map((similar) => stemMark + similar)])
    alternatives.push(nameOf(term));
  return `(${alternatives.join(' | ')})`;
}

function wordTexts(word: Word, isPrefix: boolean, nameOf: NameOf): string[] {
  const { term, more, isDense } = word;
  // A single character matches all pairs that start with it.
  if (isDense) return [nameOf(term, isSingleCharacter(word))];
  const stems = more.filter((other) => other.startsWith(stemMark));
  const parts = more.filter((other) => !other.startsWith(stemMark));
  const texts = [nameOf(term, isPrefix), nameOf(stemMark + term)];
  if (parts.length > 0) return [...texts, `(${parts.map((other) => nameOf(other)).join(' & ')})`];
  for (const stem of stems) texts.push(nameOf(stem), nameOf(stem.slice(stemMark.length)));
  return texts;
}

const phraseText = (words: readonly Word[], nameOf: NameOf, joint: PhraseJoint) =>
  `(${words.map((word) => (word.isDense ? wordTexts(word, false, nameOf)[0] : nameOf(word.term))).join(joint)})`;
