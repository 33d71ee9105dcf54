import type { MarkdownBlock } from '../../markdown/parser.ts';
import { voidBlock, type Block } from '../document.ts';
import { admonition } from './admonitions.ts';
import { splitParagraph } from './attribute-lists.ts';
import { paragraphBlocks } from './paragraphs.ts';
import { placed, readSource, type ReadContext } from './read-context.ts';

type Paragraph = Extract<MarkdownBlock, { type: 'paragraph' }>;

/** Converts a paragraph without its attribute lists, or a note of docsify to a hint: `!> text`, `?> text`. */
export function markedParagraph(reading: ReadContext, node: Paragraph): Block[] {
  const split = splitParagraph(node, readSource(reading, node));
  if (split) {
    if (!split.node) return [voidBlock('markdown', { markdown: readSource(reading, node) })];
    const blocks = placedInside(reading, split.node, markedParagraph(reading, split.node));
    return split.kind === null ? blocks : [admonition(split.kind, '', blocks)];
  }
  const [first, ...rest] = node.children;
  const [mark] = (first?.type === 'text' && /^[!?]>[ \t]+/.exec(first.value)) || [];
  if (first?.type !== 'text' || mark === undefined) return paragraphBlocks(reading, node);
  const { position } = node;
  const start = position && { ...position.start, offset: (position.start.offset ?? 0) + mark.length };
  const children = [{ ...first, value: first.value.slice(mark.length) }, ...rest];
  const body = { ...node, children, position: position && start && { ...position, start } };
  const blocks = placedInside(reading, body, paragraphBlocks(reading, body));
  return [admonition(mark.startsWith('!') ? 'warning' : 'note', '', blocks)];
}

/** Adds to the one block of a paragraph where its words stand. */
function placedInside(reading: ReadContext, { position }: Paragraph, blocks: readonly Block[]): Block[] {
  const [start, end] = [position?.start.offset, position?.end.offset];
  const [only, ...others] = blocks;
  if (!only || others.length > 0 || start === undefined || end === undefined) return [...blocks];
  return [placed(reading, only, { start, end })];
}
