import GithubSlugger from 'github-slugger';
import { splitFrontMatter } from '../../markdown/front-matter.ts';
import { plainLine, plainHeading } from '../../markdown/plain-text.ts';

/** A part of a text from one heading to the next. */
export interface Section {
  /** The slug of its heading; null before the first heading. */
  readonly anchor: string | null;
  /** The heading; empty before the first. */
  readonly title: string;
  /** Plain text on one line. */
  readonly text: string;
}

/**
 * Splits a Markdown text into sections. Anchors equal those of `headingAnchors`. It scans lines instead of parsing, since
 * the parser takes 3 µs per character and an import of ten thousand pages is one transaction; only headings with inline
 * markup are parsed.
 */
export function sectionsOf(markdown: string): Section[] {
  const slugger = new GithubSlugger();
  const sections: Section[] = [];
  let open: { anchor: string | null; title: string; lines: string[] } = { anchor: null, title: '', lines: [] };
  const close = () => {
    const text = open.lines.join(' ').replaceAll(/\s+/g, ' ').trim();
    if (open.anchor !== null || text !== '') sections.push({ anchor: open.anchor, title: open.title, text });
  };
  const { body } = splitFrontMatter(markdown);
  const definitions = definitionsIn(body);
  let parseBudget = maxHeadingParse;
  for (const line of blocksOf(body)) {
    if (line.kind === 'heading') {
      close();
      const title = parseBudget > 0 ? plainHeading(line.text, definitions) : line.text.trim();
      if (line.text.includes('[')) parseBudget -= definitions.length;
      parseBudget -= line.text.length;
      open = { anchor: slugger.slug(title), title, lines: [] };
    } else open.lines.push(line.kind === 'code' ? line.text : plainLine(line.text));
  }
  close();
  return sections;
}

/** Most characters of the headings of one text that are parsed, including their link definitions. */
const maxHeadingParse = 500_000;

/** The link definitions that headings may refer to. The limits bound the cost of hostile texts. */
const definitionsIn = (body: string) =>
  (body.match(/^ {0,3}\[[^[\]\n]{1,200}\]:.{0,2000}$/gm) ?? []).slice(0, 100).join('\n');

interface Line {
  readonly kind: 'heading' | 'code' | 'text';
  readonly text: string;
}

const fence = /^(`{3,}(?=[^`]*$)|~{3,})/;
const atxHeading = /^#{1,6}(?:[ \t]+|$)/;
const underline = /^ {0,3}(?:=+|-+)[ \t]*$/;
/** Markers of block quotes and list items, which may contain blocks. */
const container = /^[ \t]{0,12}(?:>[ \t]?|[-*+][ \t]+|\d{1,9}[.)][ \t]+)/;

/** Classifies lines. A paragraph is held back until the next line shows whether it is a setext heading. */
function* blocksOf(body: string): Generator<Line> {
  let fenced: string | null = null;
  let inComment = false;
  let paragraph: string[] = [];
  const flush = function* (): Generator<Line> {
    for (const text of paragraph) yield { kind: 'text', text };
    paragraph = [];
  };
  for (const line of body.split(/\r?\n|\r/)) {
    const { text, indent, isNested } = inner(line);
    if (fenced !== null) {
      if (closes(text, fenced)) fenced = null;
      else yield { kind: 'code', text: line };
      continue;
    }
    if (inComment || text.startsWith('<!--')) {
      yield* flush();
      inComment = !text.includes('-->');
      continue;
    }
    const mark = indent < 4 || isNested ? fence.exec(text)?.[1] : undefined;
    if (mark !== undefined) {
      yield* flush();
      fenced = mark;
    } else if (indent < 4 && atxHeading.test(text)) {
      yield* flush();
      yield { kind: 'heading', text: headingText(text.replace(atxHeading, '')) };
    } else if (paragraph.length > 0 && !isNested && underline.test(line)) {
      yield { kind: 'heading', text: paragraph.join('\n') };
      paragraph = [];
    } else if (text.trim() === '' || isNested || opensNoParagraph.test(text)) {
      yield* flush();
      yield { kind: 'text', text };
    } else if (indent >= 4 && paragraph.length === 0) yield { kind: 'code', text };
    else paragraph.push(text);
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

/** Table rows, HTML and thematic breaks, which an underline does not turn into a heading. */
const opensNoParagraph = /^(?:\||<[a-z/!?]|(?:[-*_][ \t]*){3,}$)/i;

const closes = (text: string, opened: string) => text.startsWith(opened) && /^(?:`+|~+)[ \t]*$/.test(text);

/** Removes the markers of enclosing block quotes and list items from a line, and measures its indentation. */
function inner(line: string) {
  let text = line;
  let isNested = false;
  for (let depth = 0; depth < maxDepth; depth += 1) {
    const mark = container.exec(text)?.[0];
    if (mark === undefined) break;
    text = text.slice(mark.length);
    isNested = true;
  }
  const rest = text.trimStart();
  return { text: rest, indent: isNested ? 0 : text.length - rest.length, isNested };
}

const maxDepth = 20;
