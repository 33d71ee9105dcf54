import { stringOf } from '../rich-text/document.ts';
import type { PrintBlock, PrintInline } from './document.ts';
import type { Inline, InlineNode, Leaf, MarkType } from '../rich-text/document.ts';
import { readEmoji } from '../rich-text/read/inline-nodes.ts';
import { withBreakOpportunities, isLinkableUrl, destinationId, type PageWriter } from './page-writer.ts';

/** Converts inline nodes to print inlines. */
export const writeInlines = (writer: PageWriter, nodes: readonly InlineNode[]): PrintInline[] =>
  nodes.flatMap((node) => (node.object === 'text' ? node.leaves.flatMap(writeLeaf) : writeInline(writer, node)));

const wrappers: Partial<Record<MarkType, 'bold' | 'italic' | 'strike' | 'super' | 'sub'>> = {
  bold: 'bold',
  italic: 'italic',
  strikethrough: 'strike',
  superscript: 'super',
  subscript: 'sub',
};

/** Converts text with its marks. Keys are printed as code. */
function writeLeaf({ text, marks }: Leaf): PrintInline[] {
  const types = marks.map(({ type }) => type);
  const isCode = types.includes('code') || types.includes('keyboard');
  const pieces = text.split('\n').flatMap((line, at): PrintInline[] => {
    const own: PrintInline[] = line === '' ? [] : [{ k: isCode ? 'code' : 'text', v: withBreakOpportunities(line) }];
    return at === 0 ? own : [{ k: 'break' }, ...own];
  });
  const colour = marks.find(({ type }) => type === 'color')?.data;
  const coloured: PrintInline[] =
    colour && pieces.length > 0 ? [{ k: 'mark', text: colour.text, background: colour.background, c: pieces }] : pieces;
  return types.toReversed().reduce<PrintInline[]>((inner, type) => {
    const k = wrappers[type];
    return k === undefined || inner.length === 0 ? inner : [{ k, c: inner }];
  }, coloured);
}

/** The URL of a reference as it was written. */
export function writeUrl(ref: Inline['data']['ref']): string {
  if (ref?.kind === 'url') return ref.url;
  // Files are identified by their URL while a page is written.
  if (ref?.kind === 'file') return ref.file;
  return ref?.kind === 'anchor' ? `#${ref.anchor}` : '';
}

function writeInline(writer: PageWriter, node: Inline): PrintInline[] {
  const { data } = node;
  const inside = () => writeInlines(writer, node.nodes ?? []);
  switch (node.type) {
    case 'link':
      return [...writeLink(writer, writeUrl(data.ref), inside())];
    case 'inline-image':
      return [imageOf(writer, data)];
    case 'inline-math': {
      const tex = stringOf(data['formula']);
      return [{ k: 'math', tex, v: withBreakOpportunities(tex) }];
    }
    case 'emoji':
      return [{ k: 'text', v: readEmoji(stringOf(data['code'])) }];
    case 'icon':
      return [];
    case 'button':
      return [
        ...writeLink(writer, writeUrl(data.ref), [{ k: 'text', v: withBreakOpportunities(stringOf(data['label'])) }]),
      ];
    case 'mention': {
      const url = writeUrl(data.ref);
      const target = writer.targets.get(url);
      return [
        ...writeLink(writer, url, [
          { k: 'text', v: withBreakOpportunities(target?.kind === 'page' ? target.title : url) },
        ]),
      ];
    }
    case 'expression':
      return [{ k: 'code', v: withBreakOpportunities(stringOf(data['expression'])) }];
    case 'annotation':
      writer.notes.set(
        stringOf(data['label']),
        (node.fragments ?? []).flatMap((one) => one.nodes),
      );
      return [...inside(), { k: 'text', v: `[${stringOf(data['label'])}]` }];
  }
}

/** Converts the image of an inline or block. */
export function imageOf(
  { targets }: PageWriter,
  { ref, alt = '', caption }: Readonly<Record<string, unknown>> & { readonly ref?: Inline['data']['ref'] },
): { readonly k: 'image'; readonly file: string | null; readonly alt: string } {
  const target = targets.get(writeUrl(ref));
  return { k: 'image', file: target?.kind === 'image' ? target.file : null, alt: stringOf(alt || caption) };
}
/** Converts a link. Links to targets that cannot be opened become plain text. */
export function writeLink(writer: PageWriter, url: string, c: readonly PrintInline[]): readonly PrintInline[] {
  if (c.length === 0) return [];
  const fragment = url.startsWith('#') ? url.slice(1) : null;
  const target = writer.targets.get(url);
  if (target?.kind === 'page' || fragment !== null) {
    const pageId = target?.kind === 'page' ? target.pageId : writer.pageId;
    const anchor = target?.kind === 'page' ? target.anchor : fragment;
    if (!writer.printed.has(pageId)) return c;
    return [{ k: 'page', to: anchor ? destinationId(pageId, anchor) : pageId, c }];
  }
  return isLinkableUrl(url) ? [{ k: 'url', to: url, c }] : c;
}

/** Creates a paragraph. One that contains only images or one formula becomes block images or a block formula. */
export function writeParagraph(c: readonly PrintInline[]): PrintBlock[] {
  const solid = c.filter((node) => node.k !== 'text' || node.v.trim() !== '');
  if (solid.length === 0) return [];
  if (solid.every((node) => node.k === 'image'))
    return solid.map((node) => ({ ...node, k: 'image', caption: '', width: null }) as const);
  const [only] = solid;
  if (solid.length === 1 && only?.k === 'math') return [only];
  return [{ k: 'paragraph', c }];
}
