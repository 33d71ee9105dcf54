import { toText } from 'hast-util-to-text';
import {
  attributeOf,
  isElement,
  parseHtmlFragment,
  type HtmlElement,
  type HtmlNode,
} from '../../../markdown/html-tree.ts';
import { htmlProblem } from '../../../markdown/html-budget.ts';
import { asText } from './written-export.ts';
import { cardHtml, mediaHtml } from './confluence-embeds.ts';
import { emoticonNamed } from './confluence-emoticons.ts';
import { sharesOf } from './confluence-layouts.ts';
import { extensionHtml } from './confluence-extensions.ts';
import { macroHtml } from './confluence-macros.ts';
import { fileIn, pageIn, partOf, valueOf, type StorageWriting } from './confluence-parts.ts';

/** Writes a text in the storage format of Confluence as HTML. Throws RangeError when it is nested too deeply. */
export function storageHtml(storage: string, writing: StorageWriting): string {
  const html = asHtml(storage);
  const problem = htmlProblem(html);
  if (problem) throw new RangeError(problem);
  return inside(parseHtmlFragment(html), writing);
}

/** XML of the storage format as HTML: parts that end at once get an end tag, and texts that are not parsed become text. */
const asHtml = (storage: string) =>
  storage
    .replaceAll(']] >', ']]>')
    .replaceAll(/<!\[CDATA\[((?:(?!\]\]>)[^])*)\]\]>/g, (_, text: string) => asText(text))
    .replaceAll(/<((?!(?:br|hr|img|col)\b)[a-z][\w:-]{0,50})(\s[^<>]{0,2000})?\/>/g, '<$1$2></$1>');

/** The parts of an element as HTML. */
const inside = ({ children }: { readonly children: readonly HtmlNode[] }, writing: StorageWriting): string =>
  children.map((node) => nodeHtml(node, writing)).join('');

/** Parts of the storage format that are written as what is in them. */
const wrappers: ReadonlySet<string> = new Set(
  [
    'layout',
    'rich-text-body',
    'link-body',
    'inline-comment-marker',
    'task-body',
    'adf-content',
    'adf-fallback',
    'adf-node',
    'caption',
  ].map((name) => `ac:${name}`),
);

/** Parts that hold what no reader sees, or what the part above reads. */
const unseen: ReadonlySet<string> = new Set(
  [
    'placeholder',
    'parameter',
    'task-id',
    'task-uuid',
    'task-status',
    'adf-attribute',
    'adf-parameter',
    'default-parameter',
  ].map((name) => `ac:${name}`),
);

const keptAttributes = [
  'src',
  'alt',
  'colSpan',
  'rowSpan',
  'start',
  'align',
  'style',
  'width',
  'hidden',
  'type',
] as const;

const voidTags: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'col']);

function nodeHtml(node: HtmlNode, writing: StorageWriting): string {
  if (node.type === 'text') return asText(node.value);
  if (!isElement(node) || unseen.has(node.tagName)) return '';
  const { tagName, properties } = node;
  if (wrappers.has(tagName)) return inside(node, writing);
  switch (tagName) {
    case 'ac:structured-macro':
    case 'ac:macro':
      return macroHtml(node, {
        ...writing,
        inside: (part) => inside(part, writing),
        storage: (text) => storageHtml(text, { ...writing, depth: writing.depth + 1 }),
      });
    case 'ac:layout-section':
      return columnsHtml(node, writing);
    case 'ac:link':
      return linkHtml(node, writing);
    case 'ac:image':
      return imageHtml(node, writing);
    case 'ac:task-list':
      return `<ul class="contains-task-list">${inside(node, writing)}</ul>`;
    case 'ac:task': {
      const isDone = valueOf(node, 'ac:task-status') === 'complete';
      return `<li><input type="checkbox" disabled${isDone ? ' checked' : ''}> ${inside(node, writing)}</li>`;
    }
    case 'ac:emoticon':
      return asText(emoticonOf(node));
    case 'ac:adf-extension':
      return extensionHtml(node, { ...writing, inside: (part) => inside(part, writing) });
    case 'ri:user':
      return asText(writing.personName(attributeOf(node, 'ri:userkey') || attributeOf(node, 'ri:account-id')));
    case 'time':
      return asText(attributeOf(node, 'dateTime') || toText(node));
  }
  if (/^(?:ac|ri):/.test(tagName)) {
    writing.miss(tagName);
    return inside(node, writing);
  }
  const attributes = keptAttributes.flatMap((name) => {
    const value = properties[name];
    if (value === true) return ` ${name}`;
    return typeof value === 'string' || typeof value === 'number'
      ? ` ${name.toLowerCase()}="${asText(`${value}`)}"`
      : [];
  });
  const href = attributeOf(node, 'href');
  const own = href === '' ? null : writing.ownAddress(href);
  if (/^(?:block|embed)$/.test(attributeOf(node, 'dataCardAppearance')))
    return cardHtml(own ?? href, inside(node, writing));
  if (href !== '') attributes.push(` href="${asText(own ?? href)}"`);
  const color = attributeOf(node, 'dataHighlightColour');
  if (color !== '') attributes.push(` data-highlight-colour="${asText(color)}"`);
  // Links name headings by their words without blanks.
  const id = /^h[1-6]$/.test(tagName) ? ` id="${asText(toText(node).replaceAll(/\s+/g, ''))}"` : '';
  const start = `<${tagName}${id}${attributes.join('')}>`;
  return voidTags.has(tagName) ? start : `${start}${inside(node, writing)}</${tagName}>`;
}

function linkHtml(node: HtmlElement, writing: StorageWriting): string {
  const anchor = attributeOf(node, 'ac:anchor');
  const hash = anchor === '' ? '' : `#${encodeURIComponent(anchor.replaceAll(/\s+/g, ''))}`;
  const plain = valueOf(node, 'ac:plain-text-link-body');
  const rich = partOf(node, 'ac:link-body');
  const body = (fallback: string) => (rich ? inside(rich, writing) : asText(plain || fallback));
  const to = (address: string, label: string) => `<a href="${asText(address)}">${body(label)}</a>`;
  const person = partOf(node, 'ri:user');
  const called = rich ? toText(rich).trim() : plain;
  if (person) return called === '' ? nodeHtml(person, writing) : asText(`@${called.replace(/^@/, '')}`);
  const file = partOf(node, 'ri:attachment');
  if (file) {
    const { name, address } = fileIn(file, writing);
    return to(address, name);
  }
  const page = pageIn(node);
  if (page) {
    const gone = [page.space, page.title]
      .filter((part) => part !== '')
      .map(encodeURIComponent)
      .join('/');
    return to(`${writing.pageAddress(page.title, page.space) ?? gone}${hash}`, page.title);
  }
  const other = node.children.filter(isElement).find(({ tagName }) => tagName.startsWith('ri:'));
  const space = other ? attributeOf(other, 'ri:space-key') : '';
  const id = other ? attributeOf(other, 'ri:content-id') : '';
  const address =
    space === '' ? writing.ownAddress(`/pages/${id}`) : (writing.spaceAddress(space) ?? encodeURIComponent(space));
  if (address !== null) return to(`${address}${hash}`, space || id);
  if (hash !== '') return to(hash, anchor);
  if (other) writing.miss(other.tagName);
  return body('');
}

/** Writes the cells of a section as columns, of which those at a side are narrower. */
function columnsHtml(section: HtmlElement, writing: StorageWriting): string {
  const shares = sharesOf[attributeOf(section, 'ac:type')] ?? [];
  const cells = section.children.filter(isElement).map((cell, at) => {
    const share = shares[at];
    return `<div class="column"${share === undefined ? '' : ` style="width:${share}%"`}>${inside(cell, writing)}</div>`;
  });
  return `<div class="column-list">${cells.join('')}</div>`;
}

/** The emoji of an emoticon. Where it has a name of its own, that for older editors is the same for all. */
function emoticonOf(node: HtmlElement): string {
  const names = ['ac:emoji-fallback', 'ac:emoji-shortname', 'ac:name'].map((name) => attributeOf(node, name));
  const name = names.find((one) => one !== '') ?? '';
  return name.startsWith(':') || name === names[2]
    ? (emoticonNamed(name.replaceAll(':', '')) ?? `:${name.replaceAll(':', '')}:`)
    : name;
}

function imageHtml(node: HtmlElement, writing: StorageWriting): string {
  const file = partOf(node, 'ri:attachment');
  const source = file ? fileIn(file, writing).address : attributeOf(partOf(node, 'ri:url') ?? node, 'ri:value');
  const caption = partOf(node, 'ac:caption');
  const alt = attributeOf(node, 'ac:alt') || attributeOf(node, 'ac:title');
  const shown = mediaHtml(source, { alt, width: attributeOf(node, 'ac:width') });
  const href = attributeOf(node, 'ac:href');
  const media = href === '' ? shown : `<a href="${asText(writing.ownAddress(href) ?? href)}">${shown}</a>`;
  return caption ? `<figure>${media}<figcaption>${inside(caption, writing)}</figcaption></figure>` : media;
}
