import GithubSlugger from 'github-slugger';
import { toString } from 'mdast-util-to-string';
import { visit } from 'unist-util-visit';
import { decodeAddress, firstOfSrcset, type HtmlTag, scanTags } from './html-tags.ts';
import { type MarkdownRoot, parseMarkdown } from './parser.ts';
import { parseTitle } from './title-inlines.ts';
import { findUrlSpan, type Span } from './url-spans.ts';
import { outcomeOf } from '../../lib/text-outcome.ts';
import { splitHeadingId } from './anchors.ts';
import { findConditionProblems, type ConditionProblem } from './conditional-blocks.ts';
import { directiveBody, readFence } from './directive-fences.ts';
import { linkAnchors } from './link-anchors.ts';

/** A URL in a document: its text, its offsets in the source, and whether it is the URL of an image. */
export interface FoundUrl extends Span {
  readonly url: string;
  readonly image: boolean;
}

/** One link of a table of contents. */
export interface ListedLink {
  readonly url: string;
  readonly label: string;
}

/** What a heading says, without an id that was set by hand, and the anchor that GitHub makes. */
interface HeadingWords {
  readonly title: string;
  readonly anchor: string;
}

/** What one parse of a Markdown document tells. */
export interface MarkdownFacts {
  /** In the order of the text. */
  readonly urls: readonly FoundUrl[];
  /** Anchors of the headings as GitHub makes them, then ids set by hand. */
  readonly anchors: readonly string[];
  /** The words of each heading, and its anchor. */
  readonly titles: readonly HeadingWords[];
  /** What links may name on a page with the text; null when it is not known. See `linkAnchors`. */
  readonly linkable: readonly string[] | null;
  /** The first heading, where it is of level 1. */
  readonly heading?: string;
  /** The first `<h1>` in HTML before any other heading. */
  readonly htmlHeading?: string;
  /** Conditions of blocks that cannot be evaluated. */
  readonly conditionProblems: readonly ConditionProblem[];
  /** Per list outside of other lists: the links its items begin with, nested ones in place. */
  readonly lists: readonly (readonly ListedLink[])[];
  /** Why nothing was read from the document. */
  readonly warning?: string;
}

/** Links of one text that are followed. */
const maxLinks = 5_000;

/**
 * Reads links, anchors and lists of a document in one parse; one that cannot be parsed in time, or has more links than
 * are followed, gives a warning.
 */
export const readMarkdownFacts = (markdown: string, maxMs?: number): MarkdownFacts =>
  toFacts(() => parseMarkdown(markdown, maxMs), markdown);

/** Reads the same of a document that is already parsed. */
export const readTreeFacts = (root: MarkdownRoot, markdown: string): MarkdownFacts => toFacts(() => root, markdown);

function toFacts(parse: () => MarkdownRoot, markdown: string): MarkdownFacts {
  const read = outcomeOf(() => {
    const root = parse();
    const facts = readTree(root, markdown);
    const conditionProblems = findConditionProblems(root, markdown);
    return { ...facts, linkable: linkAnchors(markdown, facts.anchors), lists: readLists(root), conditionProblems };
  });
  if ('problem' in read) return unreadableMarkdown(read.problem);
  const { urls, ...facts } = read.value;
  if (urls.length <= maxLinks) return { ...facts, urls };
  return { ...facts, urls: urls.slice(0, maxLinks), warning: `Only its first ${maxLinks} links are followed` };
}

/**
 * The anchors of a document's headings, as GitHub makes them: lower case, dashes, `-1` for the second; none if it
 * cannot be parsed in time.
 */
export function headingAnchors(markdown: string): string[] {
  const slugger = new GithubSlugger();
  const anchors: string[] = [];
  const read = outcomeOf(() =>
    visit(parseMarkdown(markdown), 'heading', (node) => {
      anchors.push(slugger.slug(headingText(node)));
    }),
  );
  return 'problem' in read ? [] : anchors;
}

/** What a document tells that cannot be read. */
export const unreadableMarkdown = (why: string): MarkdownFacts => ({
  urls: [],
  anchors: [],
  titles: [],
  linkable: null,
  lists: [],
  conditionProblems: [],
  warning: `Its links could not be read: ${why}`,
});

function readTree(
  root: MarkdownRoot,
  markdown: string,
  slugger = new GithubSlugger(),
): Omit<MarkdownFacts, 'linkable' | 'lists' | 'conditionProblems'> {
  const into: FactDraft = {
    markdown,
    urls: [],
    definitions: [],
    imageLabels: new Set(),
    headings: [],
    titles: [],
    ids: [],
  };
  visit(root, (node) => {
    if (node.type === 'code') addFence(into, node, slugger);
    else if (node.type === 'link' || node.type === 'image') addUrl(into, node);
    else if (node.type === 'definition') addDefinition(into, node);
    else if (node.type === 'imageReference') into.imageLabels.add(node.identifier);
    else if (node.type === 'html') addHtml(into, node);
    else if (node.type === 'paragraph') addBlockTags(into, node);
    else if (node.type === 'heading') {
      const text = headingText(node);
      const { title, id } = splitHeadingId(text);
      if (into.headings.length === 0 && node.depth === 1) into.heading = title;
      const anchor = slugger.slug(text);
      into.headings.push(anchor);
      into.titles.push({ title, anchor });
      if (id !== undefined) into.ids.push(id);
    }
  });
  const { imageLabels, definitions, heading, htmlHeading } = into;
  const defined = definitions.map(({ found, label }) => ({ ...found, image: imageLabels.has(label) }));
  return {
    urls: [...into.urls, ...defined].toSorted((one, other) => one.start - other.start),
    anchors: [...new Set([...into.headings, ...into.ids])],
    titles: into.titles,
    ...(heading !== undefined && { heading }),
    ...(htmlHeading !== undefined && { htmlHeading }),
  };
}

interface FactDraft {
  readonly markdown: string;
  readonly urls: FoundUrl[];
  readonly definitions: { found: FoundUrl; label: string }[];
  /** Labels of definitions that an image uses. */
  readonly imageLabels: Set<string>;
  readonly headings: string[];
  readonly titles: HeadingWords[];
  readonly ids: string[];
  heading?: string;
  htmlHeading?: string;
}

type UrlNode = PositionedNode & { readonly type: string; readonly url: string };

function addUrl({ urls, markdown }: FactDraft, node: UrlNode): void {
  const span = findUrlSpan(node) ?? autolinkSpan(node, markdown);
  if (span) urls.push({ ...span, url: node.url, image: node.type === 'image' });
}

function addDefinition({ definitions }: FactDraft, node: UrlNode & { identifier: string }): void {
  const span = findUrlSpan(node);
  if (span) definitions.push({ found: { ...span, url: node.url, image: false }, label: node.identifier });
}

/** Adds what a fence says whose text is Markdown. */
function addFence(into: FactDraft, node: PositionedNode & FenceNode, slugger: GithubSlugger): void {
  const fence = readFence(node.lang ?? '', node.meta ?? '', node.value);
  const span = fence && readSpan(node);
  if (!fence || !span) return;
  const { value, from } = directiveBody(node, into.markdown.slice(span.start, span.end), fence);
  const { urls, anchors, titles } = readTree(parseMarkdown(value), value, slugger);
  into.headings.push(...anchors);
  into.titles.push(...titles);
  if (from === null) return;
  const at = span.start + from;
  into.urls.push(...urls.map((found) => ({ ...found, start: at + found.start, end: at + found.end })));
}

interface FenceNode {
  readonly value: string;
  readonly lang?: string | null | undefined;
  readonly meta?: string | null | undefined;
}

type PositionedNode = Pick<MarkdownRoot, 'position'>;

const readSpan = ({ position }: PositionedNode): Span | undefined => {
  const start = position?.start.offset;
  const end = position?.end.offset;
  return start === undefined || end === undefined ? undefined : { start, end };
};

/** `<https://…>` and bare addresses: the text is the URL. */
function autolinkSpan(node: PositionedNode & { url: string }, markdown: string): Span | undefined {
  const span = readSpan(node);
  if (!span || node.url === '') return undefined;
  const isBracketed = markdown[span.start] === '<';
  return isBracketed ? { start: span.start + 1, end: span.end - 1 } : span;
}

/** What a heading says, as its anchor is made from. */
export const headingText = (node: Parameters<typeof toString>[0]) =>
  toString(node, { includeImageAlt: false, includeHtml: false }).trim();

function addHtml(into: FactDraft, node: PositionedNode): void {
  const span = readSpan(node);
  if (!span) return;
  const html = into.markdown.slice(span.start, span.end);
  if (into.headings.length === 0) into.htmlHeading ??= readHtmlHeading(html);
  addSummaries(into, html, span.start);
  for (const tag of scanTags(html)) {
    if (tag.closing) continue;
    for (const { name, value, start, end } of tag.attributes) {
      if (value === '') continue;
      if (name === 'id' || (name === 'name' && tag.name === 'a')) into.ids.push(decodeAddress(value));
      if (tag.name === 'source' && name === 'srcset') {
        const { url, at } = firstOfSrcset(value);
        const from = span.start + start + at;
        if (url !== '') into.urls.push({ url: decodeAddress(url), start: from, end: from + url.length, image: true });
      }
      if (!isAddress(tag, name)) continue;
      const url = decodeAddress(value).trim();
      into.urls.push({ url, start: span.start + start, end: span.start + end, image: tag.name !== 'a' });
    }
  }
}

/** Adds the links of titles of folds, whose text is Markdown. Those of their tags are found with others. */
function addSummaries(into: FactDraft, html: string, at: number): void {
  for (const found of html.matchAll(summaries)) {
    const [start] = found.indices?.[1] ?? [0];
    const title = parseTitle(found[1] ?? '');
    if (!title) continue;
    const by = at + start - title.shift;
    visit({ type: 'root' as const, children: [...title.inlines] as MarkdownRoot['children'] }, (node) => {
      if (node.type !== 'link' && node.type !== 'image') return;
      const { length } = into.urls;
      addUrl({ ...into, markdown: title.source }, node);
      const [url] = into.urls.splice(length);
      if (url) into.urls.push({ ...url, start: by + url.start, end: by + url.end });
    });
  }
}

/** Titles of folds with what can be a link or an image. */
const summaries = /<summary\b[^<>]{0,200}>([^<]{0,2000}(?:<(?!\/?summary\b)[^<]{0,2000}){0,40})<\/summary>/dgi;

const isAddress = ({ name: tag }: HtmlTag, attribute: string) =>
  (tag === 'a' && attribute === 'href') || (tag === 'img' && attribute === 'src');

function readHtmlHeading(html: string): string | undefined {
  let start = -1;
  for (const tag of scanTags(html)) {
    if (tag.name !== 'h1') continue;
    if (!tag.closing) start = tag.end;
    else if (start >= 0) return decodeAddress(stripTags(html.slice(start, tag.start))) || undefined;
  }
  return undefined;
}

const stripTags = (html: string) => {
  let text = '';
  let at = 0;
  for (const tag of scanTags(html)) {
    text += html.slice(at, tag.start);
    at = tag.end;
  }
  return `${text}${html.slice(at)}`.replaceAll(/\s+/g, ' ').trim();
};

/** Addresses of GitBook blocks that open a line: `{% content-ref url="…" %}`, `{% file src="…" %}`. */
function addBlockTags({ markdown, urls }: FactDraft, node: PositionedNode): void {
  const span = readSpan(node);
  const source = span ? markdown.slice(span.start, span.end) : '';
  if (!span || !source.includes('{%')) return;
  for (const match of source.matchAll(blockTags)) {
    const [start, end] = match.indices?.[1] ?? [0, 0];
    urls.push({ url: match[1] ?? '', start: span.start + start, end: span.start + end, image: false });
  }
}

const blockTags = /^[ \t>]{0,40}\{%[ \t]{0,9}(?:content-ref|file|embed)[ \t]{1,9}(?:url|src)="([^"\n]{1,2000})"/dgm;

function readLists(root: MarkdownRoot): ListedLink[][] {
  const lists: ListedLink[][] = [];
  visit(root, 'list', (list) => {
    const links: ListedLink[] = [];
    visit(list, 'listItem', (item) => {
      const first = item.children[0];
      const link = first?.type === 'paragraph' ? first.children[0] : undefined;
      if (link?.type === 'link') links.push({ url: link.url, label: toString(link).trim() });
    });
    lists.push(links);
    return 'skip';
  });
  return lists.filter((links) => links.length > 1);
}
