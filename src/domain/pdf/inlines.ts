import type { PrintBlock, PrintInline } from '../../infra/pdf/document.ts';
import { onOneLine, type definitionsIn } from '../rich-text/inlines-from-markdown.ts';
import type { Phrasing } from '../rich-text/markdown.ts';
import { attributeOf, scanTags } from '../imports/html-tags.ts';
import { breakable, isOuterAddress, placeOf, type PageWriter } from './page-writer.ts';
import { formulaPattern } from './source.ts';

/** Where reference links and images point to, by label. */
export type Definitions = ReturnType<typeof definitionsIn>;

/** The inline nodes of a paragraph, as they are printed. */
export const writeInlines = (writer: PageWriter, nodes: readonly Phrasing[], definitions: Definitions): PrintInline[] =>
  nodes.flatMap((node) => writeInline(writer, node, definitions));

function writeInline(writer: PageWriter, node: Phrasing, definitions: Definitions): PrintInline[] {
  const inside = (children: readonly Phrasing[]) => writeInlines(writer, children, definitions);
  switch (node.type) {
    case 'text':
      return writeText(writer, node.value);
    case 'break':
      return [{ k: 'break' }];
    case 'html':
      return writeTag(writer, node.value);
    case 'strong':
      return [{ k: 'bold', c: inside(node.children) }];
    case 'emphasis':
      return [{ k: 'italic', c: inside(node.children) }];
    case 'delete':
      return [{ k: 'strike', c: inside(node.children) }];
    case 'inlineCode':
      return node.value === '' ? [] : [{ k: 'code', v: breakable(node.value) }];
    case 'image':
      return [writeImage(writer, node.url, node.alt ?? '')];
    case 'imageReference':
      return [writeImage(writer, definitions.get(node.identifier) ?? '', node.alt ?? '')];
    case 'link':
      return [...writeLink(writer, node.url, inside(node.children))];
    case 'linkReference':
      return [...writeLink(writer, definitions.get(node.identifier) ?? '', inside(node.children))];
    case 'footnoteReference':
      return [{ k: 'text', v: `[${node.label ?? node.identifier}]` }];
  }
}

/** Text, with the formulas in their places. A line break in the source is a space. */
function writeText({ formulas }: PageWriter, value: string): PrintInline[] {
  const found: PrintInline[] = [];
  let at = 0;
  const add = (text: string) => {
    if (text !== '') found.push({ k: 'text', v: breakable(onOneLine(text)) });
  };
  for (const match of value.matchAll(formulaPattern)) {
    add(value.slice(at, match.index));
    const tex = formulas[Number(match[1])] ?? '';
    found.push({ k: 'math', tex, v: breakable(tex) });
    at = match.index + match[0].length;
  }
  add(value.slice(at));
  return found;
}

/** Of HTML within a paragraph, what is more than a look: breaks, images, and places. */
function writeTag(writer: PageWriter, html: string): PrintInline[] {
  const [tag] = scanTags(html);
  if (tag === undefined || tag.closing) return [];
  if (tag.name === 'br') return [{ k: 'break' }];
  if (tag.name !== 'img') return [];
  return [writeImage(writer, attributeOf(tag, 'src') ?? '', attributeOf(tag, 'alt') ?? '')];
}

function writeImage({ targets }: PageWriter, url: string, alt: string): PrintInline {
  const target = targets.get(url);
  return { k: 'image', file: target?.kind === 'image' ? target.file : null, alt };
}

/** A link, or its text alone where it leads out of the document to nothing that can be opened. */
export function writeLink(writer: PageWriter, url: string, c: readonly PrintInline[]): readonly PrintInline[] {
  if (c.length === 0) return [];
  const own = url.startsWith('#') ? url.slice(1) : null;
  const target = writer.targets.get(url);
  if (target?.kind === 'page' || own !== null) {
    const pageId = target?.kind === 'page' ? target.pageId : writer.pageId;
    const anchor = target?.kind === 'page' ? target.anchor : own;
    const link = { k: 'page' as const, to: anchor ? placeOf(pageId, anchor) : pageId, c };
    writer.links.push(link);
    return [link];
  }
  return isOuterAddress(url) ? [{ k: 'url', to: url, c }] : c;
}

/** A paragraph of images alone is a row of pictures; one of a formula alone stands by itself. */
export function writeParagraph(c: readonly PrintInline[]): PrintBlock[] {
  const solid = c.filter((node) => node.k !== 'text' || node.v.trim() !== '');
  if (solid.length === 0) return [];
  if (solid.every((node) => node.k === 'image'))
    return solid.map((node) => ({ ...node, k: 'image', caption: '' }) as const);
  const [only] = solid;
  if (solid.length === 1 && only?.k === 'math') return [only];
  return [{ k: 'paragraph', c }];
}
