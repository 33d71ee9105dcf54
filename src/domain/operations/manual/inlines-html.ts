import type { AnchorMaker } from '../../../text/markdown/anchors.ts';
import type { Block, InlineNode, Leaf, MarkType } from '../../../text/rich-text/document.ts';
import { stringOf } from '../../../text/rich-text/document.ts';
import { escaped, tagWith } from '../../../text/rich-text/write/html.ts';

/** Resolves URLs on a page and anchors of its headings. */
export interface HtmlTargets {
  /** The URL to link to; null when it has no target. */
  readonly addressOf: (url: string) => string | null;
  readonly anchors: AnchorMaker;
}

const tags: Partial<Record<MarkType, string>> = {
  bold: 'strong',
  italic: 'em',
  strikethrough: 'del',
  superscript: 'sup',
  subscript: 'sub',
  keyboard: 'kbd',
  code: 'code',
};

/** Renders inline nodes to HTML. Throws for a node that the manual does not use. */
export const renderInlines = (nodes: readonly InlineNode[], targets: HtmlTargets): string =>
  nodes
    .map((node) => {
      if (node.object === 'text') return node.leaves.map(leafHtml).join('');
      if (node.type === 'link') return linkHtml(node.data.ref, renderInlines(node.nodes ?? [], targets), targets);
      if (node.type === 'inline-image') return renderImage(node.data, targets);
      throw new Error(`The manual has an element that it cannot show: ${node.type}`);
    })
    .join('');

const leafHtml = ({ text, marks }: Leaf): string =>
  marks.reduceRight(
    (inner, { type }) => (tags[type] ? `<${tags[type]}>${inner}</${tags[type]}>` : inner),
    escaped(text).replaceAll('\n', '<br>'),
  );

function linkHtml(ref: Block['data']['ref'], inner: string, targets: HtmlTargets): string {
  const address = ref?.kind === 'url' ? targets.addressOf(ref.url) : null;
  const href = ref?.kind === 'anchor' ? `#${ref.anchor}` : address;
  return href === null ? inner : `${tagWith('a', { href })}${inner}</a>`;
}

/** Renders an image, or its description when the image is not served. */
export function renderImage(data: Block['data'], targets: HtmlTargets): string {
  const alt = stringOf(data['alt']);
  const src = data.ref?.kind === 'url' ? targets.addressOf(data.ref.url) : null;
  return src === null ? escaped(alt) : tagWith('img', { src, alt });
}
