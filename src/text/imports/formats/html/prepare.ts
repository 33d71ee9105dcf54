import { select } from 'hast-util-select';
import { toText } from 'hast-util-to-text';
import { SKIP, visit } from 'unist-util-visit';
import { hasClass, type HtmlElement, type HtmlRoot } from '../../../markdown/html-tree.ts';
import { firstOfSrcset } from '../../../markdown/html-tags.ts';
import { readDataImage } from './data-image.ts';
import type { ImportedFile } from '../../import-tree.ts';
import { readName } from '../../unpack/source-path.ts';

interface PreparedHtml {
  readonly files: readonly ImportedFile[];
  readonly headingIds: readonly (readonly string[])[];
}

interface PageAddress {
  readonly path: string;
  readonly baseUrl?: string;
}

/**
 * Prepares a page, in place, for conversion to Markdown: extracts `data:` images, resolves lazy images, makes URLs
 * absolute when `baseUrl` is provided, sets the `language-` class of code and removes heading permalinks.
 */
export function prepareHtml(root: HtmlRoot, address: PageAddress): PreparedHtml {
  const files: ImportedFile[] = [];
  const headingIds: string[][] = [];
  visit(root, 'element', (element, index, parent) => {
    if (/^h[1-6]$/.test(element.tagName)) headingIds.push(takeHeadingIds(element, parent));
    if (element.tagName === 'div') markSphinx(element);
    if (element.tagName === 'pre') markLanguage(element, parent);
    if (element.tagName === 'td' || element.tagName === 'th') markAlignment(element);
    if (element.tagName === 'a') setAddress(element, 'href', address);
    if (element.tagName !== 'img') return undefined;
    const kept = prepareImage(element, address, files);
    if (kept || !parent || index === undefined) return undefined;
    parent.children.splice(index, 1);
    return [SKIP, index];
  });
  return { files, headingIds };
}

/** Returns false for an image that cannot be imported. */
function prepareImage(image: HtmlElement, address: PageAddress, files: ImportedFile[]): boolean {
  const lazy = lazyNames
    .map((name) => image.properties[name])
    .find((value) => typeof value === 'string' && value !== '');
  const { dataSrcset, srcSet } = image.properties;
  const srcset = [dataSrcset ?? srcSet ?? ''].flat().join(', ');
  if (typeof lazy === 'string') image.properties.src = lazy;
  else if (srcset !== '' && !/^(?!data:)./i.test(`${image.properties.src ?? ''}`))
    image.properties.src = firstOfSrcset(srcset).url;
  setWidth(image);
  const { src } = image.properties;
  if (typeof src !== 'string' || !/^\s*data:/i.test(src)) {
    setAddress(image, 'src', address);
    return typeof image.properties.src === 'string' && image.properties.src !== '';
  }
  const data = readDataImage(src.trim());
  if (!data) return false;
  const name = `${files.length + 1}.${data.extension}`;
  const folder = `${address.path}.images`;
  files.push({ key: `${folder}/${name}`, name, contentType: data.contentType, body: data.body });
  image.properties.src = `${encodeURIComponent(readName(folder))}/${name}`;
  return true;
}

/** Attributes in which scripts of pages find the address of a picture that is not loaded yet. */
const lazyNames = ['dataSrc', 'dataOriginal', 'dataLazySrc', 'dataLazy', 'dataOrigFile'] as const;

/** Narrower pictures stand in lines, and wider ones are as wide as the text anyway, in pixels. */
const [leastWidth, mostWidth] = [24, 600];

/** Keeps the width of a picture that is neither. One beside a height is that of the file, which generators write for the layout. */
function setWidth({ properties }: HtmlElement): void {
  const styled = /(?:^|[;\s])width\s*:\s*([\d.]{1,8})px/i.exec(`${properties.style ?? ''}`)?.[1];
  const given =
    properties.height === undefined ? /^\d{1,4}(?=(?:px)?$)/.exec(`${properties.width ?? ''}`)?.[0] : undefined;
  const width = Math.round(Number(styled ?? given));
  properties.width = width >= leastWidth && width <= mostWidth ? width : undefined;
}

function setAddress(element: HtmlElement, name: 'href' | 'src', { baseUrl }: PageAddress): void {
  const value = element.properties[name];
  if (typeof value !== 'string') return;
  // Browsers ignore tabs and line breaks in URLs.
  const address = value.replaceAll(/[\t\n\r]/g, '').trim();
  const isLocal = baseUrl === undefined || address.startsWith('#') || !URL.canParse(address, baseUrl);
  const absolute = isLocal ? address : new URL(address, baseUrl).href;
  element.properties[name] = encodeForMarkdown(absolute);
}

/**
 * Encodes a URL for Markdown. Markdown decodes character references again, which would turn `javascript&amp;colon;`
 * into a live URL, and brackets and quotes may end a URL.
 */
const encodeForMarkdown = (address: string) =>
  address
    .replaceAll(/&(?=[#\w]+;)/g, '%26')
    .replaceAll(/[\s\p{Cc}<>"'`\\^{|}()[\]]/gu, (character) => percentEncode(character));

/** Percent-encodes a character, including the ASCII characters that `encodeURIComponent` leaves unchanged. */
const percentEncode = (character: string) => {
  const encoded = encodeURIComponent(character);
  return encoded === character ? `%${character.charCodeAt(0).toString(16).toUpperCase()}` : encoded;
};

/** Takes the ids of a heading, its descendants and the section it starts. Removes its permalinks. */
function takeHeadingIds(heading: HtmlElement, parent: HtmlRoot | HtmlElement | undefined): string[] {
  const ids: string[] = [];
  const add = (element: HtmlElement) => {
    for (const id of [element.properties.id, element.properties.name])
      if (typeof id === 'string' && id !== '') ids.push(id);
  };
  add(heading);
  visit(heading, 'element', add);
  heading.children = heading.children.filter((child) => !isPermalink(child) && !isEmptyAnchor(child));
  const first = parent?.children.find((child) => child.type === 'element');
  if (parent?.type === 'element' && first === heading) add(parent);
  return [...new Set(ids)];
}

function markAlignment({ properties }: HtmlElement): void {
  const align = /text-align:\s*(left|center|right)/i.exec(String(properties.style))?.[1];
  if (align !== undefined) properties.align ??= align.toLowerCase();
}

/** A place that is named in a heading, whose own anchor leads there, too. */
const isEmptyAnchor = (node: HtmlElement['children'][number]) =>
  node.type === 'element' && node.tagName === 'a' && node.properties.href === undefined && toText(node).trim() === '';

const isPermalink = (node: HtmlElement['children'][number]) =>
  node.type === 'element' &&
  node.tagName === 'a' &&
  `${node.properties.href}`.startsWith('#') &&
  (/^[#¶§🔗\s\u200b]{0,3}$/u.test(toText(node)) || hasClass(node, permalinkClasses));

const permalinkClasses = ['header-anchor', 'hash-link', 'headerlink', 'anchor-link'];

/** Sphinx names the language of code two boxes above it. */
function markSphinx(box: HtmlElement): void {
  const name = [box.properties.className]
    .flat()
    .map((one) => /^highlight-([\w+#.-]{1,40})$/.exec(`${one}`)?.[1])
    .find((one) => one !== undefined && !/^(?:default|none|text|source-.*)$/.test(one));
  const pre = name === undefined ? undefined : select('div.highlight > pre', box);
  if (pre) pre.properties.dataLang = name;
}

/** Sets the `language-` class on the `code` of a `pre`, from the conventions of site generators. */
function markLanguage(pre: HtmlElement, parent: HtmlRoot | HtmlElement | undefined): void {
  const code = pre.children.find((child) => child.type === 'element' && child.tagName === 'code');
  const holders = [code, pre, parent].filter((node) => node?.type === 'element');
  const language = holders.map((node) => findLanguage(node)).find((name) => name !== undefined);
  if (language === undefined || !/^[\w+#.-]{1,40}$/.test(language)) return;
  const className = [`language-${language}`];
  if (code?.type === 'element') code.properties.className = className;
  else pre.children = [{ type: 'element', tagName: 'code', properties: { className }, children: pre.children }];
}

function findLanguage({ properties }: HtmlElement): string | undefined {
  const named = properties.dataLang ?? properties.dataLanguage;
  if (typeof named === 'string') return named;
  const classes = Array.isArray(properties.className) ? properties.className : [];
  return classes
    .map((name) => /^(?:lang|language|highlight-source|sourceCode)-(.+)$/.exec(`${name}`)?.[1])
    .find((name) => name !== undefined);
}
