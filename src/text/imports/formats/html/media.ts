import { toHtml } from 'hast-util-to-html';
import { select, selectAll } from 'hast-util-select';
import { SKIP, visit } from 'unist-util-visit';
import { decodePercent } from '../../../../lib/percent.ts';
import { element, isElement, text, type HtmlElement, type HtmlRoot } from '../../../markdown/html-tree.ts';

/** Elements that show what has an address of its own. */
const shown: ReadonlySet<string> = new Set(['audio', 'embed', 'iframe', 'object', 'oembed', 'video']);

/** Elements in which a block of its own cannot stand. */
const holders: ReadonlySet<string> = new Set(
  'a b caption em figcaption h1 h2 h3 h4 h5 h6 i li p span strong summary td th u'.split(' '),
);

/**
 * Writes what Markdown has no sign for as what it has one for, in place: a frame of another site as an embed, films, sounds and documents as
 * links to them, and drawings with words as pictures. What is too small to be seen is dropped, and what has no address stays.
 */
export function keepMedia(root: HtmlRoot): void {
  const walk = (node: HtmlRoot | HtmlElement, isHeld: boolean) => {
    node.children = node.children.map((child) => {
      if (!isElement(child)) return child;
      // What a page shows without scripts alone, it shows otherwise with them.
      if (child.tagName === 'noscript') return element('noscript', []);
      if (child.tagName === 'picture') return pictured(child);
      if (child.tagName === 'svg') return drawn(child) ?? child;
      if (shown.has(child.tagName)) return linked(child, isHeld) ?? child;
      walk(child, isHeld || holders.has(child.tagName));
      return child;
    }) as typeof node.children;
  };
  walk(root, false);
}

/** A picture without the image that older browsers show becomes one. */
function pictured(node: HtmlElement): HtmlElement {
  const source = selectAll('source', node).find(({ properties }) => properties.srcSet !== undefined);
  return select('img', node) || !source ? node : element('img', [], { srcSet: source.properties.srcSet });
}

function linked(node: HtmlElement, isHeld: boolean): HtmlElement | null {
  const { tagName, properties } = node;
  const sources = [node, ...selectAll('source', node)];
  const address = sources.map(addressOf).find((one) => one !== '') ?? '';
  if (Number(properties.width ?? 2) < 2 || Number(properties.height ?? 2) < 2) return element('span', []);
  if (address === '') return null;
  const isFrame = (tagName === 'iframe' || tagName === 'oembed') && /^https?:\/\/[^\s"{}%]{1,2000}$/i.test(address);
  if (isFrame && !isHeld) return element('p', [text(`{% embed url="${address}" %}`)]);
  const name = decodePercent(address.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? '');
  const title = `${properties.title ?? properties.ariaLabel ?? ''}`.trim();
  const link = element('a', [text(title || (isFrame ? address : name) || address)], { href: address });
  return isHeld ? link : element('p', [link]);
}

/** The address of what an element shows; empty when it has none that a reader can open. */
function addressOf({ properties }: HtmlElement): string {
  const { src, dataSrc, data, url } = properties;
  const found = [src, dataSrc, data, url].find((one) => typeof one === 'string' && one.trim() !== '');
  const address = typeof found === 'string' ? found.trim() : '';
  const complete = address.startsWith('//') ? `https:${address}` : address;
  return /^(?!https?:)[a-z][a-z\d+.-]*:/i.test(complete) ? '' : complete;
}

/** A drawing with words, as a picture; null for others, which are icons. */
function drawn(svg: HtmlElement): HtmlElement | null {
  if (!select('text, foreignObject', svg)) return null;
  visit(svg, 'element', (node, index, parent) => {
    if (node.tagName !== 'script' || !parent || index === undefined) return undefined;
    parent.children.splice(index, 1);
    return [SKIP, index];
  });
  const title = select('title', svg)?.children[0];
  const name = svg.properties.ariaLabel ?? (title?.type === 'text' ? title.value : '');
  svg.properties.xmlns = 'http://www.w3.org/2000/svg';
  const written = toHtml(svg, { space: 'svg' });
  if (written.length > maxDrawing) return null;
  const src = `data:image/svg+xml;base64,${Buffer.from(written).toString('base64')}`;
  return element('img', [], { src, alt: `${name}`.trim() });
}

const maxDrawing = 1_000_000;
