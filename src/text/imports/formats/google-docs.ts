import { select } from 'hast-util-select';
import { toText } from 'hast-util-to-text';
import { EXIT, SKIP, visit } from 'unist-util-visit';
import { counted } from '../../../lib/counted.ts';
import { isSystemFile } from '../unpack/archive-layout.ts';
import { parseHtmlPage } from './html/html.ts';
import {
  element,
  hasClass,
  type HtmlElement,
  type HtmlRoot,
  isElement,
  readRoot,
  text,
} from '../../markdown/html-tree.ts';
import type { SourceContent } from './source-content.ts';
import { titleFromPath } from '../tree/page-names.ts';
import { importRefused } from '../refusal.ts';
import { isHtmlPath, stemOf } from '../unpack/source-path.ts';
import { decodeText } from '../unpack/text.ts';
import type { ArchiveEntry, ArchiveFiles } from '../unpack/zip.ts';
import { markCheckLists, nestGoogleLists } from './google-lists.ts';
import { createStyleReader, type ReadStyle, type TextStyle } from './google-styles.ts';
import { splitDocument } from './split-document.ts';
import { promoteFirstRows } from './table-heads.ts';

export const expectedGoogleDocs =
  'Expected a Google Docs document, published to the web or downloaded as a web page (.zip)';

/** Reads a document downloaded as a web page. */
export function readGoogleArchive({ entries, leftOut }: ArchiveFiles): SourceContent {
  const kept = entries.filter(({ path }) => !isSystemFile(path));
  const page = kept.find(({ path }) => isHtmlPath(path));
  if (!page)
    throw importRefused(`${expectedGoogleDocs}, but ${leftOut[0]?.reason ?? 'this archive contains no HTML page'}`);
  const content = readGooglePage(decodeText({ body: page.body, name: page.path, html: true }), page.path, kept);
  return { ...content, notes: leftOut };
}

/** Reads a document in HTML. Converts styles to bold, italics and code, and resolves redirect links. */
export function readGooglePage(html: string, name: string, entries: readonly ArchiveEntry[] = []): SourceContent {
  const page = parseHtmlPage(name, html);
  const body = select('#contents .doc-content', page) ?? select('#contents', page) ?? select('body', page);
  if (!body) throw importRefused(`${expectedGoogleDocs}, but this page is empty`);
  const read = createStyleReader(page);
  const root = readRoot(body.children);
  flatten(root);
  let comments = 0;
  const margins = dropMargins(root);
  visit(root, 'element', (node, index, parent) => {
    if (parent && index !== undefined && isComment(node)) {
      comments += node.tagName === 'div' ? 1 : 0;
      parent.children.splice(index, 1);
      return [SKIP, index];
    }
    adapt(node, read);
    return undefined;
  });
  visit(root, 'text', (node) => {
    // Google Docs writes spaces at the edge of a style as no-break spaces.
    node.value = node.value.replaceAll('\u00a0', ' ').replaceAll(codeEdges, '');
  });
  markCheckLists(page, root);
  nestGoogleLists(root);
  joinCode(root);
  promoteFirstRows(root);
  const title = select('#title, title', page);
  const path = name.endsWith('.html') ? name : `${stemOf(name) || 'document'}.html`;
  const warnings = [
    ...(comments === 0 ? [] : [`${counted(comments, 'comment is', 'comments are')} left out`]),
    ...(margins === 0 ? [] : [`${counted(margins, 'header or footer is', 'headers and footers are')} left out`]),
  ].map((reason) => ({ key: path, reason }));
  return splitDocument({
    root,
    path,
    title: (title && toText(title).trim()) || titleFromPath(path),
    entries,
    warnings,
  });
}

/** Removes boxes around the whole document. */
function flatten(root: HtmlRoot): void {
  for (;;) {
    const boxes = root.children.filter((node) => isElement(node) && node.tagName !== 'style');
    const [only] = boxes;
    if (boxes.length !== 1 || !only || !isElement(only) || only.tagName !== 'div') return;
    root.children = only.children;
  }
}

/** Leaves out the header and the footer, which are boxes before and after the text. Returns how many had words. */
function dropMargins(root: HtmlRoot): number {
  const parts = root.children.filter((node) => isElement(node) && !/^(?:style|hr)$/.test(node.tagName));
  const isMargin = (node: (typeof parts)[number] | undefined): node is HtmlElement =>
    node !== undefined &&
    isElement(node) &&
    node.tagName === 'div' &&
    !select('a[id^="ftnt"], a[id^="cmnt"], h1, h2, table', node);
  const found = parts.length < 2 ? [] : [parts[0], parts.at(-1)].filter(isMargin);
  root.children = root.children.filter((node) => !found.includes(node as HtmlElement));
  return found.filter((node) => toText(node).trim() !== '').length;
}

/** Whether an element is a comment at the end of the document, or a reference to it in the text. */
const isComment = (node: HtmlElement) => {
  if (node.tagName !== 'sup' && node.tagName !== 'div') return false;
  let found = false;
  visit(node, 'element', ({ tagName, properties }) => {
    if (tagName !== 'a' || !`${properties.href}`.startsWith('#cmnt')) return undefined;
    found = true;
    return EXIT;
  });
  return found && (node.tagName === 'sup' || !select('h1, h2, h3, table, ul', node));
};

function adapt(node: HtmlElement, read: ReadStyle): void {
  if (node.tagName === 'a' && typeof node.properties.href === 'string')
    node.properties.href = unwrap(node.properties.href);
  if (node.tagName === 'p' && hasClass(node, ['title']))
    Object.assign(node, element('h1', node.children, { className: ['title'] }));
  if (node.tagName === 'p' && hasClass(node, ['subtitle'])) node.children = [element('em', node.children)];
  if (node.tagName === 'p' && toText(node).trim() === '' && !select('img', node)) node.children = [];
  if (/^h[1-6]$/.test(node.tagName)) {
    visit(node, 'element', (inner) => {
      if (inner === node) return;
      inner.properties.className = undefined;
      inner.properties.style = undefined;
    });
  }
  if (node.tagName === 'p') node.properties.align = read(node).align;
  if (node.tagName === 'span') mark(node, read(node));
  const tex = node.tagName === 'img' ? texOf(`${node.properties.src}`) : null;
  if (tex) Object.assign(node, element('script', [text(tex)], { type: 'math/tex' }));
}

/** The formula of which an address is a picture; null for others. */
function texOf(src: string): string | null {
  const isFormula = /^https?:\/\/(?:www|chart)\.google(?:apis)?\.com\/chart\?/.test(src) && URL.canParse(src);
  const { searchParams } = new URL(isFormula ? src : 'https://example.org/');
  return searchParams.get('cht') === 'tx' ? searchParams.get('chl') : null;
}

/** Private-use signs at the start and the end of a block of code. */
const codeEdges = /[\uEC02\uEC03]/g;

/** Resolves `https://www.google.com/url?q=…` to `q`. */
function unwrap(href: string): string {
  const isRedirect = /^https?:\/\/www\.google\.com\/url\?/.test(href) && URL.canParse(href);
  return (isRedirect && new URL(href).searchParams.get('q')) || href;
}

function mark(span: HtmlElement, style: TextStyle): void {
  if (toText(span).trim() === '') return;
  const names = [
    style.code && 'code',
    style.raised && 'sup',
    style.lowered && 'sub',
    style.bold && 'strong',
    style.italic && 'em',
    style.struck && 'del',
    // Links are underlined and blue of themselves, and code has a color of its own.
    style.underlined && !select('a', span) && 'u',
  ].filter((name) => typeof name === 'string');
  span.properties = style.code || style.colors === '' || select('a', span) ? {} : { style: style.colors };
  for (const name of names) span.children = [element(name, span.children)];
}

/** Joins consecutive paragraphs of code into one block. */
function joinCode(root: HtmlRoot): void {
  const children: HtmlRoot['children'] = [];
  let lines: string[] = [];
  const flush = () => {
    const code = lines.join('\n').trimEnd();
    if (code !== '') children.push(element('pre', [element('code', [text(`${code}\n`)])]));
    lines = [];
  };
  for (const node of root.children) {
    const line = isElement(node) ? codeLine(node) : null;
    const isBlank = isElement(node) && node.tagName === 'p' && toText(node).trim() === '';
    if (line !== null) lines.push(line);
    else if (isBlank && lines.length > 0) lines.push('');
    else {
      flush();
      children.push(node);
    }
  }
  flush();
  root.children = children;
}

function codeLine(node: HtmlElement): string | null {
  if (node.tagName !== 'p') return null;
  const spans = node.children.filter((child) => isElement(child) || toText(child).trim() !== '');
  if (spans.length === 0 || !spans.every((child) => isElement(child) && select('code', child))) return null;
  return toText(element('pre', node.children));
}
