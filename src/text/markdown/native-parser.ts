import { createRequire } from 'node:module';
import { isLineTag, maybeBlockSyntax } from './block-syntax.ts';
import { maybeLink } from './literal-links.ts';
import type { SyntaxTree } from './micromark.ts';
import { setUrlSpan } from './url-spans.ts';

interface Place {
  readonly offset: number;
}

/** A node of the compiled parser. */
interface Node {
  readonly type: string;
  readonly url?: string;
  readonly value?: string;
  readonly checked?: boolean | null;
  readonly children?: readonly Node[];
  readonly position: { readonly start: Place; readonly end: Place };
}

interface Compiled {
  readonly markdownToMdast: (text: string, options: object) => Required<Node>;
}

const require = createRequire(import.meta.url);

/**
 * Null on a system for which the package has no program. It is required, because its types add nodes of other languages to those
 * of all trees.
 */
function loadCompiled(): Compiled | null {
  try {
    return require('satteri') as Compiled;
  } catch {
    return null;
  }
}

const compiled = loadCompiled();

/** What is known of a text beside its words. */
interface Known {
  /** Definitions of the labels that other parts of the text define. */
  readonly definitions: string;
  /** Whether lines can be tags of a block syntax. */
  readonly hasLineTags: boolean;
}

/**
 * Parses a text with a compiled parser, to the tree that micromark makes of it in ten times as long; null for a text that they
 * may read differently. See ADR 177.
 */
function parseNatively(source: string, { definitions, hasLineTags }: Known): SyntaxTree | null {
  if (!compiled || source.length > maxLength) return null;
  const tags = new Map<number, string>();
  const text = hasLineTags ? hideLineTags(source, tags) : source;
  if (doubts.some((pattern) => pattern.test(text)) || hasColumns(text) || !text.isWellFormed()) return null;
  const whole = text.includes('[') ? `${text}${definitions}` : text;
  const root = compiled.markdownToMdast(whole, { features: { gfm: true, frontmatter: false, math: false } });
  const own = root.children.filter(({ position }) => position.start.offset < text.length);
  if (!isAlike(own, text)) return null;
  const children = own.map((node) => showLineTag(node, tags));
  return tags.size === 0 ? ({ type: 'root', children } as unknown as SyntaxTree) : null;
}

/** The mark of an item or a quote, after blanks. */
const container = /^[ \t]*(?:[>*+-]|\d{1,9}[.)])/m;

/** A line that may be a tag. */
const tagLine = /^(?:\{|:{3})[^\r\n]*$/gm;

/** Writes a thematic break of the same length for each line that is a tag, which ends and begins the same blocks. Notes the tags by offset. */
const hideLineTags = (text: string, tags: Map<number, string>): string =>
  text.replaceAll(tagLine, (line, at: number) => {
    if (!isLineTag(line) || /[ \t]$/.test(line) || isInContainer(text, at)) return line;
    tags.set(at, line);
    return '*'.repeat(line.length);
  });

/** Whether a line may belong to a list or a quote above it. */
function isInContainer(text: string, at: number): boolean {
  const blocks = text.slice(Math.max(0, at - maxParagraph), at).split(blankLine);
  return (blocks.length === 1 && at > maxParagraph) || container.test(blocks.at(-1) ?? '');
}

const maxParagraph = 2_000;

/** The tag that was hidden in a node, which is taken from the others; the node itself without one. */
function showLineTag(node: Node, tags: Map<number, string>): Node {
  const { type, position } = node;
  const value = type === 'thematicBreak' ? tags.get(position.start.offset) : undefined;
  if (value === undefined) return node;
  tags.delete(position.start.offset);
  return { type: 'lineTag', value, position };
}

/** The compiled parser. Tests replace it to count what micromark reads. */
export const nativeParser = { parse: parseNatively };

/** Maximum length of a text. No limit of time ends the compiled parser, which takes 0.2 s for the slowest text of 80,000. */
const maxLength = 50_000;

/** What micromark reads by extensions that the compiled parser lacks, or in a way of its own. */
const doubts: readonly RegExp[] = [
  maybeBlockSyntax,
  // Emphasis beside a sign that is not ASCII, which may be Chinese, Japanese or Korean. See ADR 50.
  /[^\0-\u{7f}][*_~]|[*_~][^\0-\u{7f}]/u,
  // Emphasis beside a sign that is escaped, or beside another mark.
  /\\[!-/:-@[-`{-~][*_~]|[*~]_|[*_]~|[_~]\*/,
  // A table whose head could be a definition.
  /\]:.*\n[ \t>]*(?=.*\|)[|:-][ \t|:-]*\r?$/m,
  // A table below a paragraph, or a list.
  /^[ \t>]*[*+-][ \t]+\|/m,
  // Signs that are dropped or replaced, and line ends of old systems.
  /[\0\u{feff}\u{fffd}]|\r(?!\n)/u,
  // Containers in each other, whose cost is the square of their depth.
  /^(?:[ \t]*(?:>|[*+-](?=[ \t])|\d{1,9}[.)](?=[ \t]))){20}/m,
  // Front matter.
  /^---[ \t]*[\r\n]/,
];

/** Whether a tab may be one of several columns of a list or a quote. */
const hasColumns = (text: string): boolean => text.includes('\t') && container.test(text);

const blankLine = /\n[ \t]*\r?\n/;

/** Whether micromark makes the same of top-level nodes, between which nothing was lost. Keeps the ranges of URLs. */
function isAlike(nodes: readonly Node[], text: string): boolean {
  let at = 0;
  for (const node of nodes) {
    const { start, end } = node.position;
    if (end.offset > text.length || text.slice(at, start.offset).trim() !== '' || !isSame(node, text)) return false;
    at = end.offset;
  }
  return text.slice(at).trim() === '';
}

function isSame(node: Node, text: string): boolean {
  const { type, value = '', children = [] } = node;
  if (node.url !== undefined) return isSameUrl(node, text);
  if (type === 'text') return !maybeLink.test(value) && !value.includes('](');
  if (type === 'code') return closedFence.test(sourceOf(node, text));
  if (type === 'blockquote' && !plainQuote.test(sourceOf(node, text))) return false;
  if (type === 'listItem' && lazyLine.test(sourceOf(node, text))) return false;
  if (type === 'html') return !value.endsWith('\n');
  if (type === 'table' && !findAt(isBelowBlank, text, node.position.start.offset)) return false;
  if (standsAlone.has(type) && !isAboveBlank.test(text.slice(node.position.end.offset))) return false;
  if (children.some((child) => isUnlikeWithin(type, child.type))) return false;
  if (typeof node.checked === 'boolean' && !isTask(children)) return false;
  return children.every((child) => isSame(child, text));
}

/** Whether an item with a box begins with words, which is where its paragraph begins then. */
const isTask = ([first]: readonly Node[]): boolean =>
  first?.type === 'paragraph' && first.children?.[0]?.type === 'text';

/** Whether a container in another has an end of its own when a line below it has only a mark of the outer one. */
const isUnlikeWithin = (outer: string, inner: string): boolean =>
  containers.has(outer) &&
  (inner === 'blockquote' ||
    inner === 'html' ||
    inner === 'definition' ||
    (outer === 'blockquote' && inner === 'list'));

/** Blocks that micromark may continue in a line directly below them. */
const standsAlone: ReadonlySet<string> = new Set(['blockquote', 'footnoteDefinition', 'table']);

const containers: ReadonlySet<string> = new Set(['blockquote', 'listItem', 'footnoteDefinition']);

const sourceOf = ({ position }: Node, text: string): string => text.slice(position.start.offset, position.end.offset);

/** A fence with its end. Where one is open, and where code that is indented ends, is read differently. */
const closedFence = /^(`{3,}(?!`)|~{3,}(?!~))[^\n]*\n(?:[\s\S]*\n)?[ \t>]*\1[`~]*[ \t]*$/;

/** A quote with its mark on each line, and without hard line breaks. The places in others differ. */
const plainQuote = /^>(?:(?![^\n]*(?:\\| {2})\r?\n)[^\n]*\n {0,3}>)*[^\n]*$/;

/** A line of an item without the indentation of the item. */
const lazyLine = /\n(?![ \t]|\r?\n|$)/;

/** What a sticky pattern finds at a place in a text, which is not searched from its start. */
function findAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** What stands above a block that follows no other one directly. */
const isBelowBlank = /(?<=(?:^|\n[ \t]*\r?\n)[ \t]*)/y;

/** What stands below a block that no other one follows directly. */
const isAboveBlank = /^[ \t]*(?:\r?\n[ \t]*(?:\r?\n|$)|$)/;

const destination = String.raw`[ \t]*(?:<([^<>\r\n]*)>|((?:[^\s()]|\([^\s()]*\))*))`;

/** What stands before a URL, from the end of the text of a link, and from the start of an image or a definition. */
const urls: Readonly<Record<string, RegExp>> = {
  link: new RegExp(String.raw`\]\(${destination}`, 'dy'),
  image: new RegExp(String.raw`!\[[^[\]\\\x60<]*\]\(${destination}`, 'dy'),
  definition: new RegExp(String.raw`\[(?:[^[\]\\]|\\.)+\]:${destination}`, 'dy'),
};

/** Whether the URL of a node stands in the text as it is, and micromark makes the same of its text. */
function isSameUrl(node: Node, text: string): boolean {
  const { type, url = '', children = [], position } = node;
  const { start } = position;
  if (type === 'link' && text.charAt(start.offset) !== '[') return text.charAt(start.offset) === '<';
  if (!children.every((child) => child.type === 'text' || isSame(child, text))) return false;
  if (url === '') return true;
  const pattern = urls[type];
  if (!pattern) return false;
  const at = type === 'link' ? (children.at(-1)?.position.end.offset ?? start.offset + 1) : start.offset;
  const { indices } = findAt(pattern, text, at) ?? {};
  const [from, to] = indices?.[1] ?? indices?.[2] ?? [0, 0];
  if (text.slice(from, to) !== url) return false;
  setUrlSpan(node, { start: from, end: to });
  return true;
}
