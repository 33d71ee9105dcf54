import { type DocumentFacts, readDocument } from './document.ts';
import { type FrontMatter, readFrontMatter } from './front-matter.ts';
import { convertHtml, type HtmlOptions, type HtmlPage } from './html.ts';
import type { ImportedFile } from './import-tree.ts';
import type { OutlineSource } from './outline.ts';

/** A page of an import, read once. `path` is that of the archive. */
export interface Source extends OutlineSource {
  readonly markdown: string;
  readonly facts: DocumentFacts;
  readonly matter: FrontMatter;
  /** From the head of an HTML page. */
  readonly title?: string;
  /** What the page carried inside itself; `key` is an archive path here. */
  readonly files: readonly ImportedFile[];
  /** Every fragment that leads somewhere on the page, in lower case too, and the anchor it means. */
  readonly anchorOf: ReadonlyMap<string, string>;
}

/** Reads a Markdown page. */
export function readMarkdownSource(path: string, markdown: string): Source {
  const facts = readDocument(markdown);
  const matter = readFrontMatter(markdown);
  return {
    path,
    markdown,
    facts,
    matter,
    lists: facts.lists,
    files: [],
    anchorOf: indexAnchors(facts.anchors),
  };
}

/** Reads an HTML page by way of Markdown. */
export const readHtmlSource = (path: string, html: string, options: HtmlOptions = {}): Source =>
  htmlSource(path, convertHtml(path, html, options));

/** A page out of HTML that is converted already. */
export function htmlSource(path: string, page: HtmlPage): Source {
  const facts = readDocument(page.markdown);
  const { description } = page;
  return {
    path,
    markdown: page.markdown,
    facts,
    matter: { values: {}, ...(description !== undefined && { description }) },
    lists: facts.lists,
    ...(page.title !== undefined && { title: page.title }),
    files: page.files,
    anchorOf: indexAnchors(facts.anchors, page.headingIds),
  };
}

/** The ids an HTML heading had lead to the anchor it has as Markdown; the headings come first among the anchors. */
function indexAnchors(
  anchors: readonly string[],
  headingIds: readonly (readonly string[])[] = [],
): Map<string, string> {
  const index = new Map(anchors.map((anchor) => [anchor, anchor]));
  const add = (name: string, anchor: string) => {
    // A map gives what is added while it is walked: lower-case names stop at themselves.
    if (!index.has(name)) index.set(name, anchor);
  };
  if (headingIds.length === anchors.length)
    anchors.forEach((anchor, at) => headingIds[at]?.forEach((id) => add(id, anchor)));
  for (const [name, anchor] of index) add(name.toLowerCase(), anchor);
  return index;
}
