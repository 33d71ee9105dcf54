import type { Attributes } from '../../markdown/attributes.ts';
import { findAttribute, decodeAddress, firstOfSrcset, type HtmlTag } from '../../markdown/html-tags.ts';
import { textNode, inlineText, type Inline, type InlineNode, type Mark, type MarkType } from '../document.ts';
import { linkWith, voidInline } from './inline-nodes.ts';
import { measureLength } from './lengths.ts';
import { imageReference, referenceTo, type ReadContext } from './read-context.ts';

/** An inline element, from HTML in Markdown or from an HTML tree. */
export interface Element {
  readonly name: string;
  readonly attributes: Attributes;
  /** Start tag as written. */
  readonly source: string;
  readonly isClosed: boolean;
  /** Tags in its content, for elements that select one of several sources. */
  readonly tags?: readonly HtmlTag[];
  /** Converts its content, with additional marks. */
  readonly nodes: (more: readonly Mark[]) => InlineNode[];
}

const markOf: Readonly<Record<string, MarkType>> = {
  strong: 'bold',
  b: 'bold',
  em: 'italic',
  i: 'italic',
  del: 'strikethrough',
  s: 'strikethrough',
  strike: 'strikethrough',
  code: 'code',
  kbd: 'keyboard',
  sup: 'superscript',
  sub: 'subscript',
};

/** Elements of which only the text content is kept. */
const plain: ReadonlySet<string> = new Set(
  (
    'u ins small big span font q cite abbr dfn var samp tt time data center p div section article header footer main ' +
    'label nobr wbr bdi bdo ruby rt rp address figcaption summary details picture source video audio iframe li ul ol ' +
    'td th tr table tbody thead dl dt dd nav aside form'
  ).split(' '),
);

/** Converts an element to inline nodes. The tags of unknown elements, such as JSX components, become text. */
export function elementNodes(reading: ReadContext, element: Element, active: readonly Mark[]): InlineNode[] {
  const { name, attributes, nodes } = element;
  switch (name) {
    case 'br':
      return [textNode('\n', active)];
    case 'img':
      return [imageNode(reading, attributes)];
    case 'picture':
      return withDarkSource(reading, nodes([]), element.tags ?? []);
    case 'figure': {
      const inside = nodes([]);
      const images = inside.filter((node): node is Inline => node.object === 'inline' && node.type === 'inline-image');
      if (images.length > 0)
        return withCaption(images, inlineText(inside.filter((node) => !images.includes(node as Inline))));
      return inside;
    }
    case 'a':
      return anchorNodes(reading, element);
    case 'button':
      return [textNode(inlineText(nodes([])), active)];
    case 'mark':
      return nodes([readColor(attributes['style'] ?? '')]);
    case 'i':
      if (iconIn(attributes)) return [voidInline('icon', { icon: iconIn(attributes) })];
      break;
    case 'code':
      if (hasClass(attributes, 'expression')) return [voidInline('expression', { expression: inlineText(nodes([])) })];
      break;
  }
  const type = Object.hasOwn(markOf, name) ? markOf[name] : undefined;
  if (type !== undefined) return nodes([{ object: 'mark', type }]);
  if (plain.has(name)) return nodes([]);
  const tags = [textNode(element.source, active), ...nodes([])];
  return element.isClosed && !element.source.startsWith('</') ? [...tags, textNode(`</${name}>`, active)] : tags;
}

const classesIn = (attributes: Attributes) => (attributes['class'] ?? attributes['className'] ?? '').split(/\s+/);
const hasClass = (attributes: Attributes, name: string) => classesIn(attributes).includes(name);

/** Font Awesome classes that select a style and not an icon. */
const styles: ReadonlySet<string> = new Set(
  'fa-solid fa-regular fa-light fa-thin fa-duotone fa-brands fa-fw'.split(' '),
);
const iconIn = (attributes: Attributes): string =>
  classesIn(attributes)
    .find((name) => name.startsWith('fa-') && !styles.has(name))
    ?.slice(3) ?? '';

function anchorNodes(reading: ReadContext, { attributes, nodes }: Element): InlineNode[] {
  const href = attributes['href'];
  const inside = nodes([]);
  // An anchor without text only defines a link target.
  if (href === undefined || (inlineText(inside) === '' && inside.every((node) => node.object === 'text'))) {
    if (attributes['data-mention'] === undefined) return inside;
  }
  const ref = referenceTo(reading, decodeAddress(href ?? '').trim());
  if (attributes['data-mention'] !== undefined) return [voidInline('mention', { ref })];
  if (!hasClass(attributes, 'button')) return [linkWith(ref, inside)];
  const icon = attributes['data-icon'];
  return [
    voidInline('button', {
      label: inlineText(inside),
      kind: hasClass(attributes, 'secondary') ? 'secondary' : 'primary',
      ...(icon && { icon }),
      ref,
    }),
  ];
}

/** Adds the variant for dark mode to the images of a picture. */
function withDarkSource(reading: ReadContext, nodes: InlineNode[], tags: readonly HtmlTag[]): InlineNode[] {
  const source = tags.find((tag) => tag.name === 'source' && findAttribute(tag, 'media')?.includes('dark'));
  const { url } = firstOfSrcset(decodeAddress((source && findAttribute(source, 'srcset')) ?? ''));
  if (url === '') return nodes;
  const refDark = imageReference(reading, url);
  return nodes.map((node) =>
    node.object === 'inline' && node.type === 'inline-image' ? { ...node, data: { ...node.data, refDark } } : node,
  );
}

/** Adds a caption to the last of some images. */
export function withCaption(images: readonly Inline[], caption: string): Inline[] {
  const words = caption.replaceAll(/\s+/g, ' ').trim();
  if (words === '') return [...images];
  return images.map((image, at) =>
    at === images.length - 1 ? { ...image, data: { ...image.data, caption: words } } : image,
  );
}

/** Converts an inline image. */
export function imageNode(reading: ReadContext, attributes: Attributes, dark?: string): Inline {
  const { src = '', alt, title } = attributes;
  const size = attributes['data-size'];
  return voidInline('inline-image', {
    ref: imageReference(reading, decodeAddress(src).trim()),
    ...(dark && { refDark: imageReference(reading, decodeAddress(dark)) }),
    ...(alt && { alt: decodeAddress(alt) }),
    ...(title && { caption: decodeAddress(title) }),
    ...((size === 'line' || size === 'original') && { size }),
    ...(size === undefined && measureLength(attributes['width'] ?? '', 'width')),
    ...(size === undefined && measureLength(attributes['height'] ?? '', 'height')),
  });
}

const colours: ReadonlySet<string> = new Set(
  'default green blue red orange yellow purple $primary $info $success $warning $danger'.split(' '),
);

/** Parses the colors of `color:red;background-color:blue`. The default is yellow. */
function readColor(style: string): Mark {
  const findValue = (name: string) => {
    const value = new RegExp(`(?:^|;)\\s*${name}\\s*:\\s*([$\\w-]{1,30})`, 'i').exec(style)?.[1]?.toLowerCase() ?? '';
    return colours.has(value) ? value : undefined;
  };
  const text = findValue('color') ?? 'default';
  const background = findValue('background-color') ?? (text === 'default' ? 'yellow' : 'default');
  return { object: 'mark', type: 'color', data: { text, background } };
}
