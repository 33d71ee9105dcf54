import { select, selectAll } from 'hast-util-select';
import { toText } from 'hast-util-to-text';
import { visit } from 'unist-util-visit';
import { canonicalEmoji } from '../../../lib/emoji.ts';
import { decodePercent } from '../../../lib/percent.ts';
import type { FrontMatter } from '../../markdown/front-matter.ts';
import {
  attributeOf,
  element,
  hasClass,
  type HtmlElement,
  type HtmlRoot,
  isElement,
  readRoot,
  text,
} from '../../markdown/html-tree.ts';
import { readName } from '../unpack/source-path.ts';
import { openToggleHeadings } from './html/formulas.ts';
import { styleOfIcon } from './notion-markdown.ts';

/** The icon, the cover and the description of a page. */
export function readFields(page: HtmlRoot): Partial<FrontMatter> {
  const [description, icon] = ['.page-description', '.page-header-icon .icon'].map((name) => {
    const node = select(name, page);
    return node ? toText(node).trim() : '';
  });
  const emoji = icon ? canonicalEmoji(icon) : null;
  const cover = select('img.page-cover-image', page)?.properties.src;
  return {
    ...(description && { description }),
    ...(emoji !== null && { emoji }),
    ...(typeof cover === 'string' && cover !== '' && { cover: { url: cover, yPos: 0 } }),
  };
}

/** Writes a preview of a site as a link with what it says: its title, and below it its description. */
function writeBookmark(bookmark: HtmlElement): void {
  const [title, description] = ['.bookmark-title', '.bookmark-description'].map((name) => {
    const node = select(name, bookmark);
    return node ? toText(node).trim() : '';
  });
  const { href } = bookmark.properties;
  const link = element('a', [text(title || `${href}`)], { href });
  Object.assign(bookmark, element('p', description ? [link, text(`: ${description}`)] : [link]));
}

/** The text of a page below its title and properties, in plain HTML. */
export function pickArticle(page: HtmlRoot): HtmlRoot {
  const article = select('article', page);
  const title = select('.page-title', page);
  const pageIcon = select('.page-header-icon .icon', page);
  const body = select('.page-body', page);
  const properties = select('table.properties', page);
  const heading = title ? [element('h1', [text(toText(title).trim())])] : [];
  const root = readRoot(
    body ? [...heading, ...(properties ? [properties] : []), ...body.children] : (article ?? page).children,
  );
  if (!body && pageIcon) pageIcon.children = [];
  // A sign without a width, which ends formulas.
  visit(root, 'text', (node) => {
    node.value = node.value.replaceAll('\u{feff}', '');
  });
  visit(root, 'element', (node) => {
    if (node.tagName === 'figure' && hasClass(node, ['callout'])) {
      const content = node.children.filter(isElement).at(-1)?.children ?? node.children;
      const sign = select('.icon', node);
      const icon = sign ? toText(sign).trim() : '';
      const style = styleOfIcon(icon);
      // The box has a sign of its own, which says what others say.
      const isSaid = icon === '' || style !== 'info' || /^(?:💡|ℹ)/u.test(icon);
      Object.assign(
        node,
        element('div', [
          element('p', [text(`{% hint style="${style}" %}`)]),
          ...(isSaid ? [] : [text(`${icon} `)]),
          ...content,
          element('p', [text('{% endhint %}')]),
        ]),
      );
    }
    // The picture of a person, and the line below underlined words.
    if (node.tagName === 'img' && hasClass(node, ['user-icon'])) Object.assign(node, element('span', []));
    if (node.tagName === 'span' && /border-bottom:\s*0\.05em/.test(attributeOf(node, 'style')))
      Object.assign(node, element('u', node.children));
    if (node.tagName === 'code' && Array.isArray(node.properties.className))
      node.properties.className = node.properties.className.map((name) =>
        `${name}`.toLowerCase().replaceAll(/\s+/g, '-'),
      );
  });
  openToggleHeadings(root);
  for (const link of selectAll('a', root)) adaptLink(link);
  for (const source of selectAll('figure > .source', root)) adaptSource(source);
  joinLists(root);
  for (const bookmark of selectAll('a.bookmark', root)) writeBookmark(bookmark);
  // The chosen values of a cell stand beside each other.
  for (const value of selectAll('.selected-value + .selected-value', root)) value.children.unshift(text(', '));
  for (const box of selectAll('.checkbox', root)) {
    const checked = hasClass(box, ['checkbox-on']);
    Object.assign(box, element('input', [], { type: 'checkbox', checked, disabled: true }));
  }
  return root;
}

/** A picture that leads to itself is a picture, and an icon stands apart from the title behind it. */
function adaptLink(link: HtmlElement): void {
  const [first] = link.children;
  if (!first || !isElement(first)) return;
  if (first.tagName === 'img' && link.children.length === 1 && first.properties.src === link.properties.href)
    Object.assign(link, first);
  else if (hasClass(first, ['icon'])) first.children.push(text(' '));
}

/** Writes what another site shows as a frame, and a file by its name. */
function adaptSource(source: HtmlElement): void {
  const link = select('a', source);
  const href = link ? attributeOf(link, 'href') : '';
  if (!link || toText(link).trim() !== decodePercent(href).trim()) return;
  if (/^https?:/i.test(href)) Object.assign(source, element('iframe', [], { src: href }));
  else link.children = [text(readName(decodePercent(href)))];
}

/** Joins lists that follow each other: each item stands in one of its own. */
function joinLists(root: HtmlRoot): void {
  visit(root, (node) => {
    if (!('children' in node)) return;
    const joined: HtmlElement['children'] = [];
    for (const child of node.children as HtmlElement['children']) {
      const last = joined.at(-1);
      if (last && isElement(last) && isElement(child) && goesOn(last, child)) last.children.push(...child.children);
      else joined.push(child);
    }
    (node as HtmlElement).children = joined;
  });
}

/** Whether a list is the next part of the one above it. */
function goesOn(above: HtmlElement, list: HtmlElement): boolean {
  const kind = ['bulleted-list', 'numbered-list', 'to-do-list', 'toggle'].find((name) => hasClass(list, [name]));
  if (kind === undefined || above.tagName !== list.tagName || !hasClass(above, [kind])) return false;
  const next = Number(above.properties.start ?? 1) + above.children.filter(isElement).length;
  return kind !== 'numbered-list' || Number(list.properties.start ?? 1) === next;
}
