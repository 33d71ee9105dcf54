import { anchorMaker } from '../markdown/anchors.ts';
import { withoutComments } from '../markdown/comments.ts';
import { componentNesting } from '../markdown/component-tags.ts';
import { splitFrontMatter } from '../markdown/front-matter.ts';
import { endOfLongTag } from '../markdown/long-tag.ts';
import { endOfMdcTag } from '../markdown/mdc-tags.ts';
import { isRule, labelKey, plainHeading, plainText, type DefinedLabels } from '../markdown/plain-text.ts';
import { replaceShortcodes } from '../markdown/shortcodes.ts';

/** A part of a text from one heading to the next. */
export interface Section {
  /** Anchor of the heading; null before the first heading. */
  readonly anchor: string | null;
  /** Text of the heading; empty before the first heading. */
  readonly title: string;
  /** Plain text on one line. */
  readonly text: string;
}

/**
 * Splits Markdown into sections with the anchors of `anchorMaker`. Scans lines instead of parsing, because the
 * parser takes 3 µs per character and an import of ten thousand pages is one transaction. Only headings with inline
 * markup are parsed.
 */
export function listSections(markdown: string): Section[] {
  const anchors = anchorMaker();
  const sections: Section[] = [];
  let open: { anchor: string | null; title: string; lines: string[] } = { anchor: null, title: '', lines: [] };
  const close = () => {
    const text = open.lines.join(' ').replaceAll(/\s+/g, ' ').trim();
    if (open.anchor !== null || text !== '') sections.push({ anchor: open.anchor, title: open.title, text });
  };
  const { body } = splitFrontMatter(withoutComments(markdown));
  const defined = definitionsIn(body);
  const definitions = defined.slice(0, maxDefinitionsParsed).join('\n');
  const labels = readLabels(defined);
  let parseBudget = maxHeadingParse;
  for (const line of listBlocks(body)) {
    if (line.kind === 'heading') {
      close();
      const { title, id } = anchors(parseBudget > 0 ? plainHeading(line.text, definitions) : line.text.trim());
      if (line.text.includes('[')) parseBudget -= definitions.length;
      parseBudget -= line.text.length;
      open = { anchor: id, title: replaceShortcodes(title), lines: [] };
    } else open.lines.push(line.kind === 'code' ? line.text : plainText(line.text, labels));
  }
  close();
  return sections;
}

/** Maximum number of heading characters that are parsed for one text, including link definitions. */
const maxHeadingParse = 500_000;

/** Most link definitions that are parsed with the headings that may refer to them. */
const maxDefinitionsParsed = 100;

/** Most link definitions of one text whose labels are known. */
const maxDefinitions = 5_000;

const definition = /^ {0,3}\[(?!\^)([^[\]\n]{1,200})\]:.{0,2000}$/;

/** The lines that define links. */
const definitionsIn = (body: string): string[] =>
  (body.match(new RegExp(definition, 'gm')) ?? []).slice(0, maxDefinitions);

const readLabels = (definitions: readonly string[]): DefinedLabels =>
  new Set(definitions.map((line) => labelKey(definition.exec(line)?.[1] ?? '')));

interface Line {
  readonly kind: 'heading' | 'code' | 'text';
  readonly text: string;
}

const fence = /^(`{3,}(?=[^`]*$)|~{3,})/;
const atxHeading = /^#{1,6}(?:[ \t]+|$)/;
const underline = /^ {0,3}(?:=+|-+)[ \t]*$/;
/** Markers of block quotes and list items, which may contain blocks. */
const container = /^[ \t]{0,12}(?:>[ \t]?|[-*+][ \t]+|\d{1,9}[.)][ \t]+)/;

/** The lines of a paragraph so far, and what they are in. */
interface Paragraph {
  readonly lines: string[];
  readonly within: 'item' | 'quote' | null;
}

const noParagraph = (): Paragraph => ({ lines: [], within: null });

/**
 * Classifies lines. The lines of a paragraph are held back and come as one text, because a link may go over several, and the
 * line after the paragraph shows whether it is a setext heading.
 */
function* listBlocks(body: string): Generator<Line> {
  let fenced: string | null = null;
  let paragraph = noParagraph();
  const flush = function* (): Generator<Line> {
    if (paragraph.lines.length > 0) yield { kind: 'text', text: paragraph.lines.join('\n') };
    paragraph = noParagraph();
  };
  const isInComponent = componentNesting(body);
  const lines = body.split(/\r?\n|\r/);
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const { text, indent: written, within } = inner(line);
    const indent: number = fenced === null && isInComponent(text) ? 0 : written;
    if (fenced !== null) {
      if (closes(text, fenced)) fenced = null;
      else yield { kind: 'code', text: line };
      continue;
    }
    const lastOfTag = endOfMdcTag(lines, at) ?? endOfLongTag(lines, at);
    if (lastOfTag !== null) {
      yield* flush();
      at = lastOfTag;
      continue;
    }
    const mark = indent < 4 || within ? fence.exec(text)?.[1] : undefined;
    const isOpen = paragraph.lines.length > 0;
    if (mark !== undefined) {
      yield* flush();
      fenced = mark;
    } else if (indent < 4 && atxHeading.test(text)) {
      yield* flush();
      yield { kind: 'heading', text: headingText(text.replace(atxHeading, '')) };
    } else if (isOpen && !within && !paragraph.within && underline.test(line)) {
      yield { kind: 'heading', text: paragraph.lines.join('\n') };
      paragraph = noParagraph();
    } else if (text.trim() === '' || opensNoParagraph.test(text) || isRule(text)) {
      yield* flush();
      yield { kind: 'text', text };
    } else if (within && !(within === 'quote' && paragraph.within === 'quote')) {
      yield* flush();
      paragraph = { lines: [text], within };
    } else if (indent >= 4 && !isOpen) yield { kind: 'code', text };
    else if (isOpen || !definition.test(line)) paragraph.lines.push(text);
  }
  yield* flush();
}

/** Removes the closing hashes of an ATX heading, which must follow a space or stand alone. */
function headingText(text: string): string {
  const whole = text.trimEnd();
  let end = whole.length;
  while (whole[end - 1] === '#') end -= 1;
  const closes = end < whole.length && (end === 0 || /\s/.test(whole[end - 1] ?? ''));
  return closes ? whole.slice(0, end).trimEnd() : whole;
}

/** Lines that a following underline does not turn into a heading: table rows, HTML and thematic breaks. */
const opensNoParagraph = /^(?:\||<[a-z/!?]|(?:[-*_][ \t]*){3,}$)/i;

const closes = (text: string, opened: string) => text.startsWith(opened) && /^(?:`+|~+)[ \t]*$/.test(text);

/** Strips the markers of enclosing block quotes and list items, and measures the indentation. */
function inner(line: string) {
  let text = line;
  let within: Paragraph['within'] = null;
  for (let depth = 0; depth < maxDepth; depth += 1) {
    const mark = container.exec(text)?.[0];
    if (mark === undefined) break;
    text = text.slice(mark.length);
    within = within === 'item' || !mark.includes('>') ? 'item' : 'quote';
  }
  const rest = text.trimStart();
  return { text: rest, indent: within ? 0 : text.length - rest.length, within };
}

const maxDepth = 20;
