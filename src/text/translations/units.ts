import { TextProblem } from '../../lib/text-outcome.ts';
import { documentFromMarkdown } from '../rich-text/read/document-from-markdown.ts';
import { writeLimits } from '../rich-text/bounded-markdown.ts';
import { markdownFromDocument } from '../rich-text/write/markdown-from-document.ts';
import { labelOf, listFootnotes, mapFootnotes, withFootnotes } from './footnotes.ts';
import { nodesFrom, tokensOf } from './inlines.ts';
import { spelled, spelledWithoutBlanks, wordsIn, type Token, type Unit } from './tokens.ts';
import { keptPrefix } from '../xliff/names.ts';
import { keptText, mapTexts, type Visit } from './walk.ts';

/**
 * Lists the units of a text in order, those of its footnotes last. Front matter, code and formulas become units that are not
 * translated.
 * Throws TextProblem and RangeError as `documentFromMarkdown`.
 */
export function listUnits(markdown: string): Unit[] {
  const units: Unit[] = [];
  let count = 0;
  const keep = (name: string, text: string) => {
    if (!/\p{L}/u.test(text)) return;
    units.push({ id: `${keptPrefix}${units.length - count + 1}`, name, source: [text], isKept: true });
  };
  const visit: Visit = (name, nodes) => {
    const source = tokensOf(nodes).tokens;
    if (hasWords(source)) units.push({ id: `u${(count += 1)}`, name, source });
    return null;
  };
  const { data, nodes } = documentFromMarkdown(markdown, reading);
  const footnotes = listFootnotes(nodes);
  visit.kept = (block) => {
    const text = keptText(block);
    if (footnotes.has(labelOf(block) ?? '')) return;
    keep(text.startsWith('[^') ? 'footnote' : block.type, text);
  };
  keep('front-matter', (data.before ?? '').trim());
  mapTexts(nodes, visit);
  mapFootnotes(footnotes, visit);
  return units;
}

/** A translation of a unit, with the source it was made from. */
export interface TranslatedUnit {
  readonly source: readonly Token[];
  readonly target: readonly Token[];
}

/**
 * Replaces all units of a text by their translations. Unchanged blocks keep their source byte for byte. Throws
 * TextProblem with the unit whose translation does not match.
 */
export function applyTranslations(markdown: string, translations: Readonly<Record<string, TranslatedUnit>>): string {
  const document = documentFromMarkdown(markdown, { ...reading, keepsSpans: true });
  let count = 0;
  const visit: Visit = (_name, inlines) => {
    const coded = tokensOf(inlines);
    if (!hasWords(coded.tokens)) return null;
    const id = `u${(count += 1)}`;
    const translation = Object.hasOwn(translations, id) ? translations[id] : undefined;
    if (!translation) throw new TextProblem(`unit ${id} has no target`);
    return findInlines(id, coded, translation);
  };
  const nodes = mapTexts(document.nodes, visit);
  const footnotes = mapFootnotes(listFootnotes(document.nodes), visit);
  const translated = { ...document, nodes: withFootnotes(nodes, footnotes) };
  return markdownFromDocument(translated, 'document', { ...writeLimits, page: null, asRead: document });
}

function findInlines(id: string, coded: ReturnType<typeof tokensOf>, { source, target }: TranslatedUnit) {
  if (spelledWithoutBlanks(coded.tokens) !== spelledWithoutBlanks(source))
    throw new TextProblem(`the source of unit ${id} differs from that of the revision`);
  try {
    const nodes = nodesFrom(target, coded);
    return spelled(coded.tokens) === spelled(target) ? null : nodes;
  } catch (error) {
    if (error instanceof TextProblem) throw new TextProblem(`the target of unit ${id} does not fit: ${error.problem}`);
    throw error;
  }
}

const reading = { hasFrontMatter: true, keepsSource: true } as const;

const hasWords = (tokens: readonly Token[]) => /\p{L}/u.test(wordsIn(tokens));
