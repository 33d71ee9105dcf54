import { isRecord } from '../../../lib/is-record.ts';
import { type MarkdownFacts, readMarkdownFacts, readTreeFacts } from '../../markdown/markdown-facts.ts';
import { passagesShownAsSource } from '../../rich-text/shown-source.ts';
import { type FrontMatter, readFrontMatter } from '../../markdown/front-matter.ts';
import { convertHtml, type HtmlOptions, type HtmlPage } from './html/html.ts';
import type { ImportedFile } from '../import-tree.ts';
import type { OrderedPage } from '../tree/plan-by-folders.ts';
import { counted } from '../../../lib/counted.ts';
import { generatorAnchors } from '../links/generator-anchors.ts';
import { describePlaces, lineFinder } from './lines.ts';
import { describeSpecification } from './made-of-specification.ts';
import { readWithheld, readWithheldHtml, readWithheldLines, type Withheld } from './withheld.ts';

/** A parsed page of an import. `path` is its archive path. */
export interface SourcePage extends OrderedPage {
  readonly markdown: string;
  readonly facts: MarkdownFacts;
  readonly matter: FrontMatter;
  /** Title in the head of an HTML page. */
  readonly title?: string;
  /** First `<h1>` of an HTML page, inside or outside of its main element. */
  readonly heading?: string;
  /** How the source keeps the page from readers. */
  readonly withheld?: Withheld;
  /** Changes made before the page was parsed. */
  readonly warnings?: readonly string[];
  /** Whether it is one of the storage of Wiki.js. */
  readonly isWikiPage?: boolean;
  /** Files embedded in the page. Their `key` is an archive path. */
  readonly files: readonly ImportedFile[];
  /** Maps fragments, also in lower case, to anchors of the page. */
  readonly anchorOf: ReadonlyMap<string, string>;
  /** The line of the source from which the text at an offset of `markdown` comes. */
  readonly lineAt?: (offset: number) => number;
}

/** What else is known of a Markdown page. */
export interface MarkdownPageOptions {
  /** Tells whether the import contains the text of an `include`. */
  readonly isFound?: ((address: string) => boolean) | undefined;
  /** The line of the source at an offset of the text; that of the text when omitted. */
  readonly lineAt?: (offset: number) => number;
}

/** Reads a Markdown page. */
export function readMarkdownPage(
  path: string,
  markdown: string,
  { isFound, lineAt = lineFinder(markdown) }: MarkdownPageOptions = {},
): SourcePage {
  const facts = readMarkdownFacts(markdown);
  const matter = readFrontMatter(markdown);
  return {
    path,
    markdown,
    facts,
    matter,
    lists: facts.lists,
    ...orderIn(matter),
    withheld: matter.warning === undefined ? readWithheld(matter.values) : readWithheldLines(markdown),
    warnings: [...describeSpecification(matter.values), ...describeUnsupported(markdown, { isFound, lineAt })],
    files: [],
    anchorOf: indexAnchors(facts),
    lineAt,
  };
}

/** A warning about syntax that is shown as code, because no block represents it. */
function describeUnsupported(markdown: string, { isFound, lineAt }: MarkdownPageOptions): string[] {
  const passages = passagesShownAsSource(markdown, isFound);
  if (passages.length === 0) return [];
  let from = 0;
  const places = passages.map((passage) => {
    const text = passage.split('\n', 1)[0] ?? '';
    const at = markdown.indexOf(text, from);
    if (at >= 0) from = at + text.length;
    return { text, line: at >= 0 ? lineAt?.(at) : undefined };
  });
  const expressed =
    passages.length === 1
      ? 'is shown as code, because no block expresses it'
      : 'are shown as code, because no block expresses them';
  return [`${counted(passages.length, 'passage')} ${expressed}: ${describePlaces(places)}`];
}

/** Reads the fields by which Docusaurus, Hugo, Jekyll and Starlight order pages. Hugo treats a weight of 0 as unset. */
export function orderIn({ values }: Pick<FrontMatter, 'values'>): { order?: number } {
  const order = [
    values['sidebar_position'],
    values['weight'] === 0 ? null : values['weight'],
    values['nav_order'],
    isRecord(values['sidebar']) ? values['sidebar']['order'] : null,
  ].find((value) => typeof value === 'number' && Number.isFinite(value));
  return typeof order === 'number' ? { order } : {};
}

/** Converts an HTML page to Markdown and reads it. */
export const readHtmlPage = (path: string, html: string, options: HtmlOptions = {}): SourcePage => ({
  ...pageOfHtml(path, convertHtml(path, html, options)),
  withheld: readWithheldHtml(html),
});

/** Reads a converted HTML page. */
export function pageOfHtml(path: string, page: HtmlPage): SourcePage {
  const facts = readTreeFacts(page.tree, page.markdown);
  const { description } = page;
  return {
    path,
    markdown: page.markdown,
    facts,
    matter: { values: {}, ...(description !== undefined && { description }) },
    lists: facts.lists,
    ...(page.title !== undefined && { title: page.title }),
    ...(page.heading !== undefined && { heading: page.heading }),
    ...(page.leftOut !== undefined && { warnings: [page.leftOut] }),
    files: page.files,
    anchorOf: indexAnchors(facts, page.headingIds),
  };
}

/**
 * Maps the ids of headings to their anchors: those of HTML, and those that generators make of their words.
 */
function indexAnchors(
  { anchors, titles }: MarkdownFacts,
  headingIds: readonly (readonly string[])[] = [],
): Map<string, string> {
  const index = new Map(anchors.map((anchor) => [anchor, anchor]));
  const add = (name: string, anchor: string) => {
    // Iterating a map also visits entries added during the iteration. Lower-case names add nothing, so the loop ends.
    if (!index.has(name)) index.set(name, anchor);
  };
  if (headingIds.length === titles.length)
    titles.forEach(({ anchor }, at) => headingIds[at]?.forEach((id) => add(id, anchor)));
  for (const [name, anchor] of index) add(name.toLowerCase(), anchor);
  for (const [id, at] of generatorAnchors(titles.map(({ title }) => title))) {
    const heading = titles[at];
    if (heading) add(id, heading.anchor);
  }
  return index;
}
