import { toText } from 'hast-util-to-text';
import { isElement, parseHtmlFragment, type HtmlElement, type HtmlNode } from '../../../markdown/html-tree.ts';
import { htmlProblem } from '../../../markdown/html-budget.ts';
import { asText } from './written-export.ts';
import { macroHtml } from './confluence-macros.ts';
import { attributeOf, pageIn, partOf, valueOf, type StorageWriting } from './confluence-parts.ts';

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
    .replaceAll(/<((?:ac|ri):[\w-]{1,50}|p|span|div|a|td|th|time|em|strong|li)(\s[^<>]{0,2000})?\/>/g, '<$1$2></$1>');

/** The parts of an element as HTML. */
const inside = ({ children }: { readonly children: readonly HtmlNode[] }, writing: StorageWriting): string =>
  children.map((node) => nodeHtml(node, writing)).join('');

/** Parts of the storage format that are written as what is in them. */
const wrappers: ReadonlySet<string> = new Set(
  [
    'layout',
    'layout-section',
    'layout-cell',
    'rich-text-body',
    'link-body',
    'inline-comment-marker',
    'task-body',
    'adf-extension',
    'caption',
  ].map((name) => `ac:${name}`),
);

/** Parts that hold what no reader sees, or what the part above reads. */
const unseen: ReadonlySet<string> = new Set(
  ['placeholder', 'parameter', 'task-id', 'task-uuid', 'task-status', 'adf-node', 'default-parameter'].map(
    (name) => `ac:${name}`,
  ),
);

const keptAttributes = ['href', 'src', 'alt', 'colSpan', 'rowSpan', 'start', 'align', 'style', 'width'] as const;

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
      return asText(attributeOf(node, 'ac:emoji-fallback') || `:${attributeOf(node, 'ac:name')}:`);
    case 'ac:adf-fallback':
      return inside(node, writing);
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
    return typeof value === 'string' || typeof value === 'number'
      ? ` ${name.toLowerCase()}="${asText(`${value}`)}"`
      : [];
  });
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
  if (person) return nodeHtml(person, writing);
  const file = partOf(node, 'ri:attachment');
  if (file) {
    const name = attributeOf(file, 'ri:filename');
    return to(writing.fileAddress(name, pageIn(file)?.title ?? '') ?? `attachments/${encodeURIComponent(name)}`, name);
  }
  const page = pageIn(node);
  if (page) {
    const gone = [page.space, page.title]
      .filter((part) => part !== '')
      .map(encodeURIComponent)
      .join('/');
    return to(`${writing.pageAddress(page.title, page.space) ?? gone}${hash}`, page.title);
  }
  if (hash !== '') return to(hash, anchor);
  const other = node.children.filter(isElement).find(({ tagName }) => tagName.startsWith('ri:'));
  if (other) writing.miss(other.tagName);
  return body('');
}

function imageHtml(node: HtmlElement, writing: StorageWriting): string {
  const file = partOf(node, 'ri:attachment');
  const name = file ? attributeOf(file, 'ri:filename') : '';
  const source = file
    ? (writing.fileAddress(name, pageIn(file)?.title ?? '') ?? `attachments/${encodeURIComponent(name)}`)
    : attributeOf(partOf(node, 'ri:url') ?? node, 'ri:value');
  const caption = partOf(node, 'ac:caption');
  const image = `<img src="${asText(source)}" alt="${asText(attributeOf(node, 'ac:alt'))}">`;
  return caption ? `<figure>${image}<figcaption>${inside(caption, writing)}</figcaption></figure>` : image;
}
