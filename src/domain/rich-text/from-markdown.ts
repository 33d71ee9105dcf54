import type { Block, ListBlock, ListItem, RichDocument, TableBlock, TableFragment, TableRecord } from './document.ts';
import { hintStyles } from './document.ts';
import { parseProblem } from '../imports/parse-budget.ts';
import { definitionsIn, inlineNodes, plainText, type Definitions } from './inlines-from-markdown.ts';
import { hintEnd, hintStart, parseMarkdown, separateHints, type MarkdownBlock, type Phrasing } from './markdown.ts';
import { cutVerbatim, restoreVerbatim } from './verbatim.ts';

type Of<Type extends MarkdownBlock['type']> = Extract<MarkdownBlock, { type: Type }>;

/**
 * A Markdown text as a JSON document (decisions, "format"). What Markdown alone can say, such as HTML, comes as its
 * source: as a block, or as text within a line. A hostile text takes long: ask `parseProblem` first.
 */
export function documentOf(markdown: string): RichDocument {
  const { markdown: cut, pieces } = cutVerbatim(markdown);
  const source = separateHints(cut);
  const { children } = restoreVerbatim(parseMarkdown(source), source, pieces);
  return { object: 'document', data: {}, nodes: blocks(children, definitionsIn(children)) };
}

/** The same at once for any text, for lists of them: one that would take the parser long comes as one paragraph. */
export function documentOrText(markdown: string): RichDocument {
  if (parseProblem(markdown, maxParseNs) === null) return documentOf(markdown);
  return { object: 'document', data: {}, nodes: [paragraph([{ type: 'text', value: markdown }], new Map())] };
}

/** Longest estimated time of the parser. */
const maxParseNs = 100e6;

/** The blocks of a container; hint tags pair up among siblings. */
const blocks = (children: readonly MarkdownBlock[], definitions: Definitions): Block[] =>
  blocksBetween({ children, definitions, ends: endsOfHints(children) }, 0, children.length);

interface Siblings {
  readonly children: readonly MarkdownBlock[];
  readonly definitions: Definitions;
  /** Where the hint that starts at an index ends. */
  readonly ends: ReadonlyMap<number, number>;
}

function blocksBetween(siblings: Siblings, from: number, to: number): Block[] {
  const { children, definitions, ends } = siblings;
  const found: Block[] = [];
  for (let index = from; index < to; index += 1) {
    const child = children[index];
    if (!child) break;
    const style = hintStyleOf(child);
    const end = ends.get(index);
    if (style === undefined || end === undefined) {
      found.push(...block(child, definitions));
      continue;
    }
    found.push({ object: 'block', type: 'hint', data: { style }, nodes: blocksBetween(siblings, index + 1, end) });
    index = end;
  }
  return found;
}

const hintStyleOf = (child: MarkdownBlock) => {
  const style = hintStart.exec(tagOf(child))?.[1];
  return hintStyles.find((known) => known === style);
};

/** Hints in hints; tags of deeper ones come as text. */
const maxHintDepth = 50;

/** Where each hint that has an end ends, by where it starts. */
function endsOfHints(children: readonly MarkdownBlock[]): Map<number, number> {
  const ends = new Map<number, number>();
  const open: number[] = [];
  for (const [index, child] of children.entries()) {
    if (hintStyleOf(child)) open.push(index);
    else if (tagOf(child) === hintEnd) {
      const start = open.pop();
      if (start !== undefined && open.length < maxHintDepth) ends.set(start, index);
    }
  }
  return ends;
}

/** The text of a paragraph that is nothing but text. */
function tagOf(child: MarkdownBlock): string {
  if (child.type !== 'paragraph' || child.children.length !== 1) return '';
  const [only] = child.children;
  return only?.type === 'text' && !isEscaped(only) ? only.value.trim() : '';
}

/** An escaped brace is longer in the source than in the text. */
const isEscaped = ({ value, position }: Extract<Phrasing, { type: 'text' }>) =>
  position?.end.offset !== undefined && position.end.offset - (position.start.offset ?? 0) !== value.length;

function block(child: MarkdownBlock, definitions: Definitions): Block[] {
  switch (child.type) {
    case 'paragraph':
      return [paragraph(child.children, definitions)];
    case 'heading': {
      const type = (['heading-1', 'heading-2', 'heading-3'] as const)[child.depth - 1] ?? 'heading-3';
      return [{ object: 'block', type, data: {}, nodes: inlineNodes(child.children, definitions) }];
    }
    case 'thematicBreak':
      return [{ object: 'block', type: 'divider', isVoid: true, data: {} }];
    case 'blockquote':
      return [{ object: 'block', type: 'blockquote', data: {}, nodes: blocks(child.children, definitions) }];
    case 'list':
      return [list(child, definitions)];
    case 'code':
      return [code(child)];
    case 'table':
      return [table(child, definitions)];
    case 'html':
      return [{ object: 'block', type: 'markdown', isVoid: true, data: { markdown: child.value } }];
    case 'footnoteDefinition':
      return blocks(child.children, definitions);
    // Definitions are used up by now; the others stand in containers of their own, never among blocks.
    case 'definition':
    case 'yaml':
    case 'listItem':
    case 'tableRow':
    case 'tableCell':
    case 'break':
    case 'text':
    case 'strong':
    case 'emphasis':
    case 'delete':
    case 'inlineCode':
    case 'image':
    case 'imageReference':
    case 'link':
    case 'linkReference':
    case 'footnoteReference':
      return [];
  }
}

function paragraph(children: readonly Phrasing[], definitions: Definitions): Block {
  const nodes = inlineNodes(children, definitions);
  const images = nodes.flatMap((node) => (node.object === 'inline' && node.type === 'inline-image' ? [node] : []));
  const blank = (text: (typeof nodes)[number]) =>
    text.object === 'text' && text.leaves.every((leaf) => leaf.text.trim() === '');
  const onlyImages = images.length > 0 && nodes.every((node) => images.some((image) => image === node) || blank(node));
  if (!onlyImages) return { object: 'block', type: 'paragraph', data: {}, nodes };
  return {
    object: 'block',
    type: 'images',
    isVoid: false,
    data: {},
    nodes: images.map(({ data }) => ({ object: 'block', type: 'image', isVoid: true, data, fragments: [] })),
  };
}

function list(child: Of<'list'>, definitions: Definitions): ListBlock {
  const isTasks = !child.ordered && child.children.some(({ checked }) => typeof checked === 'boolean');
  const item = ({ checked, children }: Of<'list'>['children'][number]): ListItem => ({
    object: 'block',
    type: 'list-item',
    data: isTasks ? { checked: checked === true } : {},
    nodes: blocks(children, definitions),
  });
  const unordered = isTasks ? 'list-tasks' : 'list-unordered';
  return {
    object: 'block',
    type: child.ordered ? 'list-ordered' : unordered,
    data: child.ordered && child.start !== 1 && typeof child.start === 'number' ? { start: child.start } : {},
    nodes: child.children.map(item),
  };
}

const code = (child: Of<'code'>): Block => ({
  object: 'block',
  type: 'code',
  data: child.lang ? { syntax: child.lang } : {},
  nodes: child.value.split('\n').map((text) => ({
    object: 'block',
    type: 'code-line',
    data: {},
    nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
  })),
});

function table(child: Of<'table'>, definitions: Definitions): TableBlock {
  const [header, ...rows] = child.children;
  const titles = (header?.children ?? []).map((cell) => plainText(cell.children, definitions));
  const columns = titles.map((_title, at) => `column-${at + 1}`);
  const fragments: TableFragment[] = [];
  const records = rows.map((row, at): readonly [string, TableRecord] => {
    const values = columns.map((column, place) => {
      const fragment = `row-${at + 1}-${column}`;
      const cell = row.children[place]?.children ?? [];
      fragments.push({ object: 'fragment', fragment, nodes: [textBlock(cell, definitions)] });
      return [column, fragment] as const;
    });
    return [`row-${at + 1}`, { orderIndex: String(at + 1).padStart(6, '0'), values: Object.fromEntries(values) }];
  });
  const definition = columns.map((id, at) => {
    const textAlignment = child.align?.[at] ?? 'left';
    return [id, { id, type: 'text', title: titles[at] ?? '', textAlignment }] as const;
  });
  const hideHeader = titles.every((title) => title === '');
  return {
    object: 'block',
    type: 'table',
    isVoid: true,
    data: {
      view: { type: 'grid', columns, hideHeader },
      records: Object.fromEntries(records),
      definition: Object.fromEntries(definition),
    },
    fragments,
  };
}

const textBlock = (children: readonly Phrasing[], definitions: Definitions): Block => ({
  object: 'block',
  type: 'paragraph',
  data: {},
  nodes: inlineNodes(children, definitions),
});
