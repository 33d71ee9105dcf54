import { codePointsOf } from '../../../lib/emoji.ts';
import type { InlineSource } from '../../markdown/block-tree.ts';
import { scanTags } from '../../markdown/html-tags.ts';
import { listShortcodes } from '../../markdown/shortcodes.ts';
import { textNode, type Inline, type InlineNode, type Mark } from '../document.ts';
import { annotation } from './annotations.ts';
import { elementNodes, type Element } from './inline-elements.ts';
import { linkWith, mergeInlines, joinLines, voidInline } from './inline-nodes.ts';
import { imageReference, referenceTo, readSource, type ReadContext } from './read-context.ts';
import { tagOfHtml } from './tag-syntax.ts';

/** Converts inline Markdown to text nodes with marks, links, images and other inlines. */
export const inlineNodes = (reading: ReadContext, children: readonly InlineSource[]): InlineNode[] =>
  mergeInlines(annotated(reading, siblings(reading, children, [])));

/** An inline node, or a footnote reference that has not yet been joined with the word before it. */
type Piece = InlineNode | { readonly object: 'footnote'; readonly label: string };

function siblings(reading: ReadContext, children: readonly InlineSource[], active: readonly Mark[]): Piece[] {
  const ends = endsOfElements(children);
  const found: Piece[] = [];
  for (let index = 0; index < children.length; index += 1) {
    const child = children[index];
    if (!child) break;
    const end = ends.get(index);
    if (child.type === 'html') {
      found.push(...element(reading, child.value, end === undefined ? null : children.slice(index + 1, end), active));
      index = end ?? index;
    } else found.push(...inline(reading, child, active));
  }
  return found;
}

/** Maps the index of each inline HTML start tag to the index of its end tag. */
function endsOfElements(children: readonly InlineSource[]): Map<number, number> {
  const ends = new Map<number, number>();
  const open = new Map<string, number[]>();
  for (const [index, child] of children.entries()) {
    if (child.type !== 'html') continue;
    const [tag] = scanTags(child.value);
    if (!tag) continue;
    const known = open.get(tag.name) ?? [];
    open.set(tag.name, known);
    const start = tag.closing ? known.pop() : undefined;
    if (start !== undefined) ends.set(start, index);
    else if (!tag.closing) known.push(index);
  }
  return ends;
}

function element(
  reading: ReadContext,
  html: string,
  inside: readonly InlineSource[] | null,
  active: readonly Mark[],
): Piece[] {
  const [tag] = scanTags(html);
  if (!tag) return html.startsWith('<!--') ? [] : [textNode(html, active)];
  const { name, attributes, value } = tagOfHtml(tag, html);
  const known: Element = {
    name: name.slice(1),
    attributes,
    source: value,
    isClosed: inside !== null,
    ...(tag.name === 'picture' && {
      tags: (inside ?? []).flatMap((one) => (one.type === 'html' ? [...scanTags(one.value)] : [])),
    }),
    nodes: (more) => mergeInlines(annotated(reading, siblings(reading, inside ?? [], [...active, ...more]))),
  };
  return elementNodes(reading, known, active);
}

function inline(
  reading: ReadContext,
  child: Exclude<InlineSource, { type: 'html' }>,
  active: readonly Mark[],
): Piece[] {
  const inside = (nodes: readonly InlineSource[], type: Mark['type']) =>
    siblings(reading, nodes, [...active, { object: 'mark', type }]);
  switch (child.type) {
    case 'text':
      // An escaped colon is not the start of a shortcode.
      return readSource(reading, child).includes('\\:')
        ? [textNode(joinLines(child.value), active)]
        : withEmojis(joinLines(child.value), active);
    case 'break':
      return [textNode('\n', active)];
    case 'strong':
      return inside(child.children, 'bold');
    case 'emphasis':
      return inside(child.children, 'italic');
    case 'delete':
      return inside(child.children, 'strikethrough');
    case 'inlineCode':
      return [textNode(child.value.replaceAll(/\r?\n/g, ' '), [...active, { object: 'mark', type: 'code' }])];
    case 'inlineFormula':
      return [voidInline('inline-math', { formula: child.value.trim() })];
    case 'image':
      return [image(reading, child.url, child)];
    case 'imageReference':
      return [image(reading, reading.definitions.get(child.identifier) ?? '', child)];
    case 'link':
      return [link(reading, child.url, siblings(reading, child.children, active), child.title)];
    case 'linkReference':
      return [
        link(reading, reading.definitions.get(child.identifier) ?? '', siblings(reading, child.children, active)),
      ];
    case 'footnoteReference':
      return [{ object: 'footnote', label: child.identifier }];
  }
}

const image = (
  reading: ReadContext,
  url: string,
  { alt, title }: { alt?: string | null; title?: string | null },
): Inline =>
  voidInline('inline-image', {
    ref: imageReference(reading, url),
    ...(alt && { alt }),
    ...(title && { caption: title }),
  });

function link(reading: ReadContext, url: string, pieces: readonly Piece[], title?: string | null): Inline {
  const ref = referenceTo(reading, url);
  if (title === 'mention') return voidInline('mention', { ref });
  return linkWith(ref, mergeInlines(annotated(reading, pieces)));
}

/** Converts text, with shortcodes such as `:smile:` as emoji. */
function withEmojis(value: string, active: readonly Mark[]): Piece[] {
  const found: Piece[] = [];
  let at = 0;
  for (const { start, end, emoji } of listShortcodes(value)) {
    if (start > at) found.push(textNode(value.slice(at, start), active));
    found.push(voidInline('emoji', { code: codePointsOf(emoji) }));
    at = end;
  }
  if (at < value.length || found.length === 0) found.push(textNode(value.slice(at), active));
  return found;
}

/** Converts footnote references and the words before them to annotations. */
function annotated(reading: ReadContext, pieces: readonly Piece[]): InlineNode[] {
  const found: InlineNode[] = [];
  for (const piece of pieces) {
    if (piece.object !== 'footnote') found.push(piece);
    else found.push(...annotation(reading, piece.label, found));
  }
  return found;
}
