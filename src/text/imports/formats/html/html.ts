import { select, selectAll } from 'hast-util-select';
import { toText } from 'hast-util-to-text';
import rehypeRemark from 'rehype-remark';
import rehypeSanitize from 'rehype-sanitize';
import remarkCjkFriendly from 'remark-cjk-friendly/serializeOnly';
import remarkStrikethroughCjkFriendly from 'remark-cjk-friendly-gfm-strikethrough/serializeOnly';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { completeHandlers, separateTables } from '../../../markdown/stringify.ts';
import { counted } from '../../../../lib/counted.ts';
import { TextProblem } from '../../../../lib/text-outcome.ts';
import { maxTitleLength } from '../../../markdown/front-matter.ts';
import { convertGeneratorBlocks, plainBlockTags } from './blocks.ts';
import { flattenCells, markCellBreaks } from './cells.ts';
import { htmlProblem } from '../../../markdown/html-budget.ts';
import { type HtmlElement, type HtmlRoot, parseHtml } from '../../../markdown/html-tree.ts';
import { extractTex, trimEmphasis } from './formulas.ts';
import { prepareHtml } from './prepare.ts';
import { headColumns, limitTableSpans, spreadTableSpans } from './tables.ts';
import { finishTags, keptTags } from './kept-tags.ts';
import { htmlSchema } from './schema.ts';
import { boxAligned } from './alignment.ts';
import { markAnchors } from './anchors.ts';
import { keepButtons } from './buttons.ts';
import { divideAtNumbers } from './list-numbers.ts';
import { keepMedia } from './media.ts';
import { unwrapNumberedLines } from './numbered-lines.ts';
import { plainWords } from './plain-words.ts';
import { dropHidden } from './hidden.ts';
import { markColors } from './colors.ts';
import { spellOut } from './spelled-out.ts';
import type { ImportedFile } from '../../import-tree.ts';
import type { MarkdownRoot } from '../../../markdown/parser.ts';
import { guardMarkdown } from '../markdown-guard.ts';
import { importRefused, quote } from '../../refusal.ts';
import { cleanText } from '../../../markdown/clean-text.ts';

export interface HtmlOptions {
  /** URL of the page. Relative URLs are resolved against it. */
  readonly baseUrl?: string;
  /** Selects the part to convert, and may modify it. Defaults to the main element. */
  readonly pick?: (root: HtmlRoot) => HtmlRoot;
}

/** An HTML page converted to Markdown. */
export interface HtmlPage {
  readonly markdown: string;
  readonly tree: MarkdownRoot;
  readonly title?: string;
  /** Text of the first `<h1>`. */
  readonly heading?: string;
  readonly description?: string;
  /** Describes the elements that were omitted. */
  readonly leftOut?: string;
  /** Images embedded as `data:` URLs. Their keys are below the path of the page, where no other file can exist. */
  readonly files: readonly ImportedFile[];
  /** Ids of each heading, in order. */
  readonly headingIds: readonly (readonly string[])[];
}

/**
 * Converts the main element of an HTML page (`main`, a single `article`, `role=main`, otherwise the body) to GFM. Removes
 * scripts, event handlers, frames and URLs with active schemes. Throws import_refused when the page is nested too deeply.
 */
export const convertHtml = (path: string, html: string, options: HtmlOptions = {}): HtmlPage =>
  convertRoot(path, parseHtmlPage(path, html), options);

/** Converts a parsed page. Modifies `root`. */
export function convertRoot(path: string, root: HtmlRoot, options: HtmlOptions = {}): HtmlPage {
  return guarded(path, () => {
    const main = (options.pick ?? findMain)(root);
    const heading = readText(select('h1', main));
    const title = heading || readText(select('title', root));
    const description = attribute(select('meta[name=description]', root), 'content');
    const baseUrl = findBase(root, options.baseUrl);
    return {
      ...printHtml(path, main, baseUrl),
      ...(title !== '' && { title }),
      ...(heading !== '' && { heading }),
      ...(description !== '' && { description }),
    };
  });
}

/** Parses an HTML page. Throws import_refused when it is nested too deeply or too slow to parse. */
export function parseHtmlPage(path: string, html: string): HtmlRoot {
  const problem = htmlProblem(html);
  if (problem) throw importRefused(`The HTML page ${quote(path)} ${problem}`);
  return guarded(path, () => parseHtml(html));
}

/** Converts parsed HTML to GFM. Modifies `root`. */
export function printHtml(path: string, root: HtmlRoot, baseUrl?: string): HtmlPage {
  return guarded(path, () => {
    const hidden = dropHidden(root);
    const buttons = keepButtons(root);
    spellOut(root);
    keepMedia(root);
    const lost = plainWords(root);
    unwrapNumberedLines(root);
    headColumns(root);
    limitTableSpans(root);
    spreadTableSpans(root);
    flattenCells(root);
    const anchors = markAnchors(root);
    const formulas = extractTex(root);
    const colors = markColors(root);
    trimEmphasis(root);
    convertGeneratorBlocks(root);
    boxAligned(root);
    divideAtNumbers(root);
    const leftOut = describeLeftOut(root, { colors, hidden, buttons, kept: formulas.kept, ...lost });
    const { files, headingIds } = prepareHtml(root, { path, ...(baseUrl !== undefined && { baseUrl }) });
    const printing = printer.runSync(root);
    finishTags(printing);
    markCellBreaks(printing);
    const printed = anchors.restore(formulas.restore(plainBlockTags(printer.stringify(printing))));
    return { ...guardMarkdown(printed), files, headingIds, ...(leftOut !== null && { leftOut }) };
  });
}

function guarded<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) throw importRefused(`The HTML page ${quote(path)} is nested too deeply`, error);
    if (error instanceof TextProblem)
      throw importRefused(`The HTML page ${quote(path)} cannot be converted: ${error.problem}`, error);
    throw error;
  }
}

/** Elements whose content Markdown cannot express. */
const leftOutNames = ['audio', 'canvas', 'embed', 'iframe', 'math', 'object', 'select', 'textarea', 'video'];

type Counted = 'colors' | 'hidden' | 'buttons' | 'kept' | 'links' | 'fields';

/** Describes the elements that the sanitizer removes with their content; null when there are none. */
function describeLeftOut(
  root: HtmlRoot,
  { colors, hidden, buttons, kept, links, fields }: Readonly<Record<Counted, number>>,
): string | null {
  const counts = leftOutNames.flatMap((name) => {
    const { length } = selectAll(name, root);
    return length === 0 ? [] : [`${length} <${name}>`];
  });
  const drawings = selectAll('svg', root).filter((svg) => select('text, title', svg) !== undefined).length;
  if (drawings > 0) counts.push(`${drawings} <svg>`);
  if (buttons > 0) counts.push(`${buttons} <button>`);
  if (fields > 0) counts.push(`${fields} <input>`);
  const others = selectAll('[data-type^="transclusionReference"], [data-type="base-embed"]', root).length;
  if (others > 0) counts.push(counted(others, 'part of another page', 'parts of other pages'));
  if (links > 0) counts.push(counted(links, 'link of another kind', 'links of other kinds'));
  if (colors > 0) counts.push(counted(colors, 'color'));
  const reasons = [
    ...(kept === 0 ? [] : [`Stays as it is written, because Markdown does not express it: ${kept} <math>`]),
    ...(counts.length === 0 ? [] : [`Left out, because Markdown does not express it: ${counts.join(', ')}`]),
    ...(hidden === 0
      ? []
      : [`Left out, because the page shows it to nobody: ${counted(hidden, 'hidden part', 'hidden parts')}`]),
  ];
  return reasons.length === 0 ? null : reasons.join('. ');
}

/** Finds `main`, otherwise a single `article`, otherwise `role=main`, otherwise the body. */
export function findMain(root: HtmlRoot): HtmlRoot {
  const articles = selectAll('article', root);
  const main =
    select('main', root) ??
    (articles.length === 1 ? articles[0] : undefined) ??
    select('[role=main]', root) ??
    select('body', root);
  return main ? { type: 'root', children: main.children } : root;
}

/** Base URL of a page. `<base>` is ignored in archives, where URLs stay relative. */
function findBase(root: HtmlRoot, baseUrl: string | undefined): string | undefined {
  if (baseUrl === undefined) return undefined;
  const href = attribute(select('base[href]', root), 'href');
  return href !== '' && URL.canParse(href, baseUrl) ? new URL(href, baseUrl).href : baseUrl;
}

/** Text of an element, cleaned for a title. */
const readText = (element: HtmlElement | undefined) => (element ? cleanText(toText(element), maxTitleLength) : '');

const attribute = (element: HtmlElement | undefined, name: string) => {
  const value = element?.properties[name];
  return typeof value === 'string' ? cleanText(value, 1000) : '';
};

const printer = unified()
  .use(rehypeSanitize, htmlSchema)
  .use(rehypeRemark, { handlers: keptTags })
  .use(remarkCjkFriendly)
  .use(remarkStrikethroughCjkFriendly)
  .use(remarkGfm)
  .use(completeHandlers)
  .use(remarkStringify, {
    bullet: '-',
    rule: '-',
    listItemIndent: 'one',
    incrementListMarker: true,
    join: [separateTables],
  })
  .freeze();
