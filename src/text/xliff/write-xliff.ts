import { toXmlCharacters } from '../../lib/xml-characters.ts';
import { isPair, spelledWithoutBlanks, wordsIn, type Token, type Unit } from '../translations/tokens.ts';
import { glossaryNamespace, xliffNamespace } from './names.ts';

/** A page of an XLIFF document. */
export interface XliffFile {
  readonly pageId: string;
  readonly revisionId: string;
  /** Title of the page, shown to translators. */
  readonly original: string;
  readonly units: readonly (Unit & { /** XML of a known translation. */ readonly target: string | null })[];
}

export interface XliffHead {
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
  readonly instructions: string;
  readonly terms: readonly GlossaryTerm[];
}

/** A term with its translation. */
export interface GlossaryTerm {
  readonly term: string;
  readonly translation: string;
}

/** Writes an XLIFF 2.1 document. */
export const writeXliff = (head: XliffHead, files: readonly XliffFile[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<xliff xmlns="${xliffNamespace}" xmlns:gls="${glossaryNamespace}" version="2.1"` +
      ` srcLang="${head.sourceLanguage}" trgLang="${head.targetLanguage}">`,
    ...files.map((file) => fileXml(head, file)),
    '</xliff>',
    '',
  ].join('\n');

/** The id contains the revision, because tools keep ids but drop unknown attributes. */
const fileXml = (head: XliffHead, { pageId, revisionId, original, units }: XliffFile): string =>
  [
    ` <file id="${pageId}.${revisionId}" original="${escaped(original)}" xml:space="preserve">`,
    ...(head.instructions === ''
      ? []
      : [`  <notes><note category="instructions">${escaped(head.instructions)}</note></notes>`]),
    ...units.map((unit) => unitXml(head, unit)),
    ' </file>',
  ].join('\n');

function unitXml({ terms }: XliffHead, { id, name, source, target, isKept }: XliffFile['units'][number]): string {
  if (isKept)
    return [
      `  <unit id="${id}" name="${escaped(name)}" translate="no">`,
      `   <segment><source>${tokensXml(source)}</source></segment>`,
      '  </unit>',
    ].join('\n');
  return [
    `  <unit id="${id}" name="${escaped(name)}">`,
    ...glossaryXml(terms, wordsIn(source)),
    target === null
      ? `   <segment><source>${tokensXml(source)}</source></segment>`
      : `   <segment state="translated"><source>${tokensXml(source)}</source><target>${target}</target></segment>`,
    '  </unit>',
  ].join('\n');
}

function glossaryXml(terms: readonly GlossaryTerm[], words: string): string[] {
  const text = ` ${folded(words)} `;
  const found = terms.filter(({ term }) => text.includes(folded(term)));
  if (found.length === 0) return [];
  const entries = found.map(
    ({ term, translation }) =>
      `<gls:glossEntry><gls:term>${escaped(term)}</gls:term>` +
      `<gls:translation>${escaped(translation)}</gls:translation></gls:glossEntry>`,
  );
  return [`   <gls:glossary>${entries.join('')}</gls:glossary>`];
}

const folded = (text: string) => text.toLowerCase().normalize('NFC');

/** Writes tokens as the content of `source` or `target`. */
export const tokensXml = (tokens: readonly Token[]): string => tokens.map(tokenXml).join('');

function tokenXml(token: Token): string {
  if (typeof token === 'string') return escaped(token);
  if (!isPair(token)) return `<ph id="${token.code}" canCopy="no" canDelete="no"${shown(token.shown)}/>`;
  const { code, kind, parts } = token;
  const type = kind === 'link' ? ' canDelete="no" type="link"' : ' type="fmt"';
  return `<pc id="${code}" canCopy="no"${kind === undefined ? '' : type}>${tokensXml(parts)}</pc>`;
}

/** The `disp` attribute. Attributes cannot contain line breaks, so these become arrows. */
const shown = (text = '') => (text === '' ? '' : ` disp="${escaped(text.replaceAll('\n', '↵').slice(0, maxShown))}"`);

const maxShown = 200;

const references: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes a text for XML. Characters that XML does not allow are codes in segments, and replaced elsewhere. */
const escaped = (text: string): string =>
  toXmlCharacters(text.replaceAll(/[&<>"]/g, (letter) => references[letter] ?? letter)).replaceAll('\r', '&#13;');

/** Key of a segment in the translation memory, with its codes. */
export const segmentKey = (tokens: readonly Token[]): string => spelledWithoutBlanks(tokens);
