import { toText } from 'hast-util-to-text';
import { visit } from 'unist-util-visit';
import { hasClass, isElement, text, type HtmlElement, type HtmlRoot } from '../../../markdown/html-tree.ts';

/** Private-use delimiters, as those of formulas. */
const token = (index: number) => `\uE002${index}\uE003`;

/** Whether no mark may stand in it: headings have ids of their own, and code would show it. */
const takesNoMark = ({ tagName }: HtmlElement) => /^(?:h[1-6]|pre|code)$/.test(tagName);

/** What an id may consist of to be written as an attribute. */
const plainId = /^[\p{L}\p{M}\p{N}_:.-]{1,200}$/u;

/**
 * Marks the places outside of headings to which links may lead, in place: those with an id that a link of the page names, and those that
 * authors have named, such as `<a name="x"></a>`. `restore` puts `<a id="x"></a>` there, which the conversion would remove.
 */
export function markAnchors(root: HtmlRoot): { restore(markdown: string): string } {
  const linked = new Set<string>();
  visit(root, 'element', ({ tagName, properties: { href } }) => {
    if (tagName === 'a' && typeof href === 'string' && href.startsWith('#')) linked.add(decoded(href.slice(1)));
  });
  const ids: string[] = [];
  const seen = new Set<string>();
  visit(root, 'element', (element, index, parent) => {
    if (takesNoMark(element)) return 'skip';
    const id = element.properties.id ?? element.properties.name;
    if (typeof id !== 'string' || seen.has(id) || !plainId.test(id) || !(linked.has(id) || isNamed(element)))
      return undefined;
    const mark = text(token(ids.length));
    const isLink = element.tagName === 'a' && element.properties.href !== undefined;
    const place = isLink ? null : placeIn(element);
    if (isLink && parent && index !== undefined) parent.children.splice(index, 0, mark);
    else if (place) place.children.unshift(mark);
    else return undefined;
    // One without an address would become a link to nowhere.
    if (element.tagName === 'a' && !isLink) element.tagName = 'span';
    seen.add(id);
    ids.push(id);
    return isLink && index !== undefined ? index + 2 : undefined;
  });
  return {
    restore: (markdown) =>
      ids.length === 0
        ? markdown
        : markdown.replaceAll(/\uE002(\d{1,6})\uE003/g, (whole, index) => {
            const id = ids[Number(index)];
            return id === undefined ? whole : `<a id="${id}"></a>`;
          }),
  };
}

/** Whether an author has named the place. */
const isNamed = (element: HtmlElement) =>
  (element.tagName === 'a' && element.properties.href === undefined && toText(element).trim() === '') ||
  hasClass(element, ['confluence-anchor-link']);

const containers: ReadonlySet<string> = new Set(
  'article blockquote dd div dl dt figcaption figure li ol p section table tbody td th thead tr ul'.split(' '),
);

const phrases: ReadonlySet<string> = new Set('a b em i small span strong sub sup'.split(' '));

/** The element in which a mark can stand: the first with text. Null when that is none of words, such as code or a heading. */
function placeIn(element: HtmlElement): HtmlElement | null {
  const { tagName, children } = element;
  if (phrases.has(tagName)) return element;
  if (!containers.has(tagName)) return null;
  const first = children.find((child) => isElement(child) || (child.type === 'text' && child.value.trim() !== ''));
  if (!first || !isElement(first))
    return ['dl', 'ol', 'table', 'tbody', 'thead', 'tr', 'ul'].includes(tagName) ? null : element;
  if (containers.has(first.tagName)) return placeIn(first);
  return phrases.has(first.tagName) ? element : null;
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
