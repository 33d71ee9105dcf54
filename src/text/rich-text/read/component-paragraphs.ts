import type { BlockNode } from '../../markdown/block-tree.ts';
import { isComponentTag } from '../../markdown/component-tags.ts';
import { scanTags } from '../../markdown/html-tags.ts';
import { tagOfHtml, type Tag } from './tag-syntax.ts';

type Paragraph = Extract<BlockNode, { type: 'paragraph' }>;
type Inline = Paragraph['children'][number];

/** A tag, or a paragraph, in a paragraph of components. */
export interface ComponentPart {
  readonly start: number;
  readonly end: number;
  readonly tag?: Tag;
  readonly node?: Paragraph;
}

/** Maximum number of components in each other that are read. */
const maxNesting = 20;

/**
 * Splits a paragraph that consists of components with their texts, such as `<Note>text</Note>`, which MDX reads as blocks.
 * Null for other paragraphs.
 */
export function splitComponents(paragraph: Paragraph, depth = 0): ComponentPart[] | null {
  const { children } = paragraph;
  if (depth > maxNesting || componentTag(children[0])?.role !== 'open') return null;
  const tags = children.map((child) => componentTag(child));
  const parts: ComponentPart[] = [];
  for (let at = 0; at < children.length; at += 1) {
    const child = children[at];
    if (child?.type === 'text' && child.value.trim() === '') continue;
    const end = endOfComponent(tags, at);
    if (end === null) return null;
    const body = trimmed(children.slice(at + 1, end));
    parts.push(...tagPart(children[at], tags[at]), ...bodyParts(body, depth), ...tagPart(children[end], tags[end]));
    at = end;
  }
  return parts;
}

/** The tag of a component that an inline is; undefined for other inlines. */
function componentTag(node: Inline | undefined): Tag | undefined {
  if (node?.type !== 'html' || !isComponentTag(node.value)) return undefined;
  const [tag] = scanTags(node.value);
  return tag && tagOfHtml(tag, node.value);
}

/** The index of the end tag of the component that begins at an index; null without one. */
function endOfComponent(tags: readonly (Tag | undefined)[], from: number): number | null {
  const pair = tags[from]?.role === 'open' ? tags[from]?.pair : undefined;
  if (pair === undefined) return null;
  let open = 0;
  for (let at = from; at < tags.length; at += 1) {
    const tag = tags[at];
    if (tag?.pair !== pair || tag.role === 'alone') continue;
    open += tag.role === 'open' ? 1 : -1;
    if (open === 0) return at;
  }
  return null;
}

function tagPart(node: Inline | undefined, tag: Tag | undefined): ComponentPart[] {
  const range = rangeOf([node]);
  return range && tag ? [{ ...range, tag }] : [];
}

function bodyParts(children: readonly Inline[], depth: number): ComponentPart[] {
  const range = rangeOf(children);
  const [first, last] = [children[0]?.position, children.at(-1)?.position];
  if (!range || !first || !last) return [];
  const node: Paragraph = {
    type: 'paragraph',
    children: [...children],
    position: { start: first.start, end: last.end },
  };
  return splitComponents(node, depth + 1) ?? [{ ...range, node }];
}

function rangeOf(nodes: readonly (Inline | undefined)[]) {
  const [start, end] = [nodes[0]?.position?.start.offset, nodes.at(-1)?.position?.end.offset];
  return start === undefined || end === undefined ? null : { start, end };
}

/** Inlines without the blanks beside the tags around them. */
function trimmed(children: readonly Inline[]): Inline[] {
  const [first, ...others] = children;
  const shorter = first?.type === 'text' ? [withoutBlanks(first, 'start'), ...others] : [...children];
  const last = shorter.at(-1);
  const both = last?.type === 'text' ? [...shorter.slice(0, -1), withoutBlanks(last, 'end')] : shorter;
  return both.filter((one) => one.type !== 'text' || one.value !== '');
}

function withoutBlanks<Text extends Extract<Inline, { type: 'text' }>>(node: Text, side: 'start' | 'end'): Text {
  const { value, position } = node;
  const left = side === 'start' ? value.trimStart() : value.trimEnd();
  const cut = value.length - left.length;
  if (!position || cut === 0) return node;
  const moved = (point: typeof position.start, by: number) => ({ ...point, offset: (point.offset ?? 0) + by });
  const { start, end } = position;
  return {
    ...node,
    value: left,
    position: side === 'start' ? { start: moved(start, cut), end } : { start, end: moved(end, -cut) },
  };
}
