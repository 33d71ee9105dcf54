import { slug } from 'github-slugger';
import { splitFrontMatter } from '../../../markdown/front-matter.ts';
import { findCode, findFormulas } from '../../../markdown/find-code.ts';
import { stemOf } from '../../unpack/source-path.ts';
import { describePlaces, replaceWithLines, type Place, type TextWithLines } from '../lines.ts';

/** Tools whose own way of writing imports know. */
/** `Markdown` stands for what is understood wherever it comes from. */
export type Tool =
  | 'Markdown'
  | 'Docmost'
  | 'Docusaurus'
  | 'Hugo'
  | 'Jekyll'
  | 'MDX'
  | 'MkDocs'
  | 'Obsidian'
  | 'Outline'
  | 'ReadMe'
  | 'VitePress'
  | 'Wiki.js';

/**
 * What becomes of a construct: it is carried over, or the report names it. Then it is kept as it is written, kept as a comment that no
 * reader sees, or left out.
 */
type Outcome = 'carried' | 'kept' | 'comment' | 'left out';

/** Something that a tool understands in Markdown and that is no Markdown. Importers state each here once; the manual lists them. */
export interface Construct {
  readonly tool: Tool;
  readonly name: string;
  readonly outcome: Outcome;
  /** Whether others mean something else by it, so that it is read only where the tool is known by its files. */
  readonly isOwn?: true;
  /** What the configuration of the tool says where it is on. */
  readonly needs?: RegExp;
  /** Matches it outside of code and formulas. Global. */
  readonly pattern: RegExp;
  /** What is written instead; null keeps what is written, and the report names it. */
  readonly write?: (groups: readonly (string | undefined)[], page: WrittenPage) => string | null;
  /** What is written instead in code, of which nothing else is converted. */
  readonly inCode?: (groups: readonly (string | undefined)[]) => string;
  /** A text with the construct, and what becomes of it. */
  readonly example: readonly [written: string, becomes: string];
  /** What the manual says of what becomes of it, where that is written once all pages are known. */
  readonly becomes?: string;
}

/** The page in which constructs stand. */
export interface ConstructPage {
  readonly path: string;
  /** Finds a page or file of the archive by its name or path, as Obsidian does: its path from the folder in which the text will stand. */
  readonly find: (name: string) => string | null;
  /** The same, as its path in the archive. */
  readonly findPath: (name: string) => string | null;
}

/** The same page while it is written anew. */
interface WrittenPage extends ConstructPage {
  /** Adds a footnote at the end of the page. Returns the reference to it. */
  readonly addFootnote: (text: string) => string;
}

const described: Readonly<Record<Outcome, string>> = {
  carried: 'kept as written, because it cannot be read',
  kept: 'kept as written, because nothing expresses it here',
  comment: 'kept as a comment that no reader sees',
  'left out': 'left out, because nothing expresses it here',
};

/** The reason noted for what stays as it is written. */
export const keptAsWritten = (name: string) => `${name}: ${described.kept}`;

/** The reason noted for what is left out. */
export const leftOut = (name: string) => `${name}: ${described['left out']}`;

/** A text with its constructs written anew, and what the report says of those that are not carried over. */
export interface Converted extends TextWithLines {
  readonly notes: readonly { readonly reason: string; readonly places: readonly Place[] }[];
}

/** Carries the constructs of tools over, outside of code and formulas. */
export function convertConstructs(
  text: TextWithLines,
  constructs: readonly Construct[],
  page: ConstructPage,
): Converted {
  const notes: { reason: string; places: Place[] }[] = [];
  const { bodyStart } = splitFrontMatter(text.markdown);
  let converted = text;
  const footnotes: Place[] = [];
  const label = findLabel(text, page);
  for (const { name, outcome, pattern, write, inCode } of constructs) {
    if (converted.markdown.search(pattern) < 0) continue;
    const isCode = findCode(converted.markdown);
    const isFormula = findFormulas(converted.markdown, isCode);
    const places: Place[] = [];
    converted = replaceWithLines(converted, pattern, (groups, line, { start, whole }) => {
      if (start < bodyStart || isFormula(start)) return null;
      if (isCode(start)) return inCode?.(groups) ?? null;
      const addFootnote = (note: string) => `[^${label}${footnotes.push({ text: note, line })}]`;
      const written = write?.(groups, { ...page, addFootnote }) ?? null;
      if (written === null || outcome !== 'carried') places.push({ text: whole.trim().split('\n', 1)[0] ?? '', line });
      return written;
    });
    if (places.length > 0) notes.push({ reason: `${name}: ${described[outcome]}`, places });
  }
  return { ...withFootnotes(converted, footnotes, label), notes };
}

/** What labels of added footnotes begin with. Those of a page that is included in another one are others than those around it. */
function findLabel({ markdown }: TextWithLines, { path }: ConstructPage): string {
  const label = `${slug(stemOf(path)) || 'note'}-`;
  return markdown.includes(`[^${label}`) ? `${label}note-` : label;
}

/** Writes footnotes at the end of a text, which come from the lines of their references. */
function withFootnotes({ markdown, lines }: TextWithLines, footnotes: readonly Place[], label: string): TextWithLines {
  if (footnotes.length === 0) return { markdown, ...(lines && { lines }) };
  const written = footnotes.map(({ text }, at) => `\n[^${label}${at + 1}]: ${text.trim()}\n`);
  const end = markdown.endsWith('\n') ? '' : '\n';
  const last = lines?.at(-1) ?? 0;
  return {
    markdown: `${markdown}${end}${written.join('')}`,
    ...(lines && {
      lines: [...lines, ...(end === '' ? [] : [last]), ...footnotes.flatMap(({ line = last }) => [line, line])],
    }),
  };
}

/** Replaces what matches a global pattern outside of code. */
export function replaceOutsideCode(
  markdown: string,
  pattern: RegExp,
  write: (groups: readonly (string | undefined)[]) => string | null,
): string {
  if (markdown.search(pattern) < 0) return markdown;
  const isCode = findCode(markdown);
  return replaceWithLines({ markdown }, pattern, (groups, _line, { start }) => (isCode(start) ? null : write(groups)))
    .markdown;
}

/** Says what of a page is not carried over, with lines that are `shift` higher in its source. */
export const describeConverted = ({ notes }: Converted, shift: number): string[] =>
  notes.map(
    ({ reason, places }) =>
      `${reason}: ${describePlaces(places.map(({ text, line = shift }) => ({ text, line: line - shift })))}`,
  );

/** Stands where a page lists the pages below it, until the places of all pages are known. */
export const pagesBelow = '<!-- pages below -->';

/** The same in a page that was HTML, whose comments are left out. */
export const pagesBelowTag = '{% pages-below %}';

/** A comment of HTML, which readers do not see. */
export const asComment = (text: string) => `<!-- ${text.trim().replaceAll('--', '- -')} -->`;
