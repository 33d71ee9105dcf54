import { select, selectAll } from 'hast-util-select';
import { toText } from 'hast-util-to-text';
import rehypeRemark from 'rehype-remark';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { tableApart } from '../rich-text/markdown.ts';
import { maxTitleLength } from './front-matter.ts';
import { markBlocks, plainBlockTags } from './html-blocks.ts';
import { htmlProblem } from './html-budget.ts';
import { type HtmlElement, type HtmlRoot, parseHtml } from './html-parser.ts';
import { prepareHtml } from './html-prepare.ts';
import { htmlSchema } from './html-schema.ts';
import type { ImportedFile } from './import-tree.ts';
import { guardMarkdown } from './markdown-guard.ts';
import { importRefused, quote } from './refusal.ts';
import { cleanText } from './text.ts';

export interface HtmlOptions {
  /** Where the page came from: its relative addresses become absolute. */
  readonly baseUrl?: string;
  /** Takes the part to be converted out of the page, and may change it; by default the main part as it is. */
  readonly pick?: (root: HtmlRoot) => HtmlRoot;
}

/** An HTML page as Markdown. */
export interface HtmlPage {
  readonly markdown: string;
  readonly title?: string;
  readonly description?: string;
  /** Images the page carried as `data:`; `key` lies below the path of the page, where no other file can be. */
  readonly files: readonly ImportedFile[];
  /** Per heading, in order, the ids that lead to it. */
  readonly headingIds: readonly (readonly string[])[];
}

/**
 * Converts the main part of an HTML page (`main`, a single `article`, `role=main`, else the body) to GFM.
 * Scripts, handlers, frames and addresses other than http, mailto and tel do not survive.
 * Throws import_refused for a page that is nested too deeply to be parsed.
 */
export const convertHtml = (path: string, html: string, options: HtmlOptions = {}): HtmlPage =>
  convertRoot(path, readHtml(path, html), options);

/** The same for a page that is parsed already; it is changed on the way. */
export function convertRoot(path: string, root: HtmlRoot, options: HtmlOptions = {}): HtmlPage {
  return guarded(path, () => {
    const main = (options.pick ?? findMain)(root);
    const title = textOf(select('h1', main)) || textOf(select('title', root));
    const description = attribute(select('meta[name=description]', root), 'content');
    const baseUrl = findBase(root, options.baseUrl);
    return {
      ...printHtml(path, main, baseUrl),
      ...(title !== '' && { title }),
      ...(description !== '' && { description }),
    };
  });
}

/** Parses an HTML page. Throws import_refused for one that is nested too deeply, or would take too long. */
export function readHtml(path: string, html: string): HtmlRoot {
  const problem = htmlProblem(html);
  if (problem) throw importRefused(`The HTML page ${quote(path)} ${problem}`);
  return guarded(path, () => parseHtml(html));
}

/** Prints parsed HTML as GFM; it is changed on the way. */
export function printHtml(path: string, root: HtmlRoot, baseUrl?: string): HtmlPage {
  return guarded(path, () => {
    markBlocks(root);
    const { files, headingIds } = prepareHtml(root, { path, ...(baseUrl !== undefined && { baseUrl }) });
    const markdown = guardMarkdown(plainBlockTags(printer.stringify(printer.runSync(root))));
    return { markdown, files, headingIds };
  });
}

function guarded<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw importRefused(`The HTML page ${quote(path)} is nested too deeply`, error);
  }
}

/** `main`, else a single `article`, else `role=main`, else the body. */
export function findMain(root: HtmlRoot): HtmlRoot {
  const articles = selectAll('article', root);
  const main =
    select('main', root) ??
    (articles.length === 1 ? articles[0] : undefined) ??
    select('[role=main]', root) ??
    select('body', root);
  return main ? { type: 'root', children: main.children } : root;
}

/** `<base>` counts only beside a known address: inside an archive, addresses stay relative. */
function findBase(root: HtmlRoot, baseUrl: string | undefined): string | undefined {
  if (baseUrl === undefined) return undefined;
  const href = attribute(select('base[href]', root), 'href');
  return href !== '' && URL.canParse(href, baseUrl) ? new URL(href, baseUrl).href : baseUrl;
}

/** The text of an element, fit for a title. */
const textOf = (element: HtmlElement | undefined) => (element ? cleanText(toText(element), maxTitleLength) : '');

const attribute = (element: HtmlElement | undefined, name: string) => {
  const value = element?.properties[name];
  return typeof value === 'string' ? cleanText(value, 1000) : '';
};

const printer = unified()
  .use(rehypeSanitize, htmlSchema)
  .use(rehypeRemark)
  .use(remarkGfm)
  .use(remarkStringify, {
    bullet: '-',
    rule: '-',
    listItemIndent: 'one',
    incrementListMarker: true,
    join: [tableApart],
  })
  .freeze();
