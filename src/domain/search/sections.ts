import GithubSlugger from 'github-slugger';
import { splitFrontMatter } from '../imports/front-matter.ts';
import { plainLine, plainHeading } from './plain-text.ts';

/** A part of a text, from one heading to the next. */
export interface Section {
  /** The slug of its heading; null before the first heading. */
  readonly anchor: string | null;
  /** The heading; empty before the first. */
  readonly title: string;
  /** Without the marks of Markdown, one line. */
  readonly text: string;
}

/**
 * The sections of a Markdown text, anchors as `headingAnchors` gives them. One pass over the lines, since the parser
 * takes 3 µs a character and an import of ten thousand pages is one transaction; only headings with marks are parsed.
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
  let toParse = maxHeadingParse;
  for (const line of blocksOf(body)) {
    if (line.kind === 'heading') {
      close();
      const title = toParse > 0 ? plainHeading(line.text, definitions) : line.text.trim();
      if (line.text.includes('[')) toParse -= definitions.length;
      toParse -= line.text.length;
      open = { anchor: slugger.slug(title), title, lines: [] };
    } else open.lines.push(line.kind === 'code' ? line.text : plainLine(line.text));
  }
  close();
  return sections;
}

/** Characters that the headings of one text may give to the parser, with what they refer to. */
const maxHeadingParse = 500_000;

/** Where the links of headings may lead; a hostile text has more. */
const definitionsIn = (body: string) =>
  (body.match(/^ {0,3}\[[^[\]\n]{1,200}\]:.{0,2000}$/gm) ?? []).slice(0, 100).join('\n');

interface Line {
  readonly kind: 'heading' | 'code' | 'text';
  readonly text: string;
}

const fence = /^(`{3,}(?=[^`]*$)|~{3,})/;
const atxHeading = /^#{1,6}(?:[ \t]+|$)/;
const underline = /^ {0,3}(?:=+|-+)[ \t]*$/;
/** Quotes and list items, which may hold blocks. */
const container = /^[ \t]{0,12}(?:>[ \t]?|[-*+][ \t]+|\d{1,9}[.)][ \t]+)/;

/** Lines with what they are. A line of text is held back until the next shows whether it is a heading. */
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

/** Without the hashes that may close it: what stands before them is a space, or nothing. */
function headingText(text: string): string {
  const whole = text.trimEnd();
  let end = whole.length;
  while (whole[end - 1] === '#') end -= 1;
  const closes = end < whole.length && (end === 0 || /\s/.test(whole[end - 1] ?? ''));
  return closes ? whole.slice(0, end).trimEnd() : whole;
}

/** Rows of a table, HTML and rules are no text that an underline makes a heading. */
const opensNoParagraph = /^(?:\||<[a-z/!?]|(?:[-*_][ \t]*){3,}$)/i;

const closes = (text: string, opened: string) => text.startsWith(opened) && /^(?:`+|~+)[ \t]*$/.test(text);

/** A line without the marks of what it stands in, and the columns it is indented by. */
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
