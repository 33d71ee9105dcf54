import { stringOf, textNode, type Block, type Fragment, type Inline, type InlineNode } from '../rich-text/document.ts';

/** Translates nodes; null leaves them unchanged. `name` is the kind of the nodes. */
export interface Visit {
  (name: string, nodes: readonly InlineNode[]): readonly InlineNode[] | null;
  /** Called for blocks that are not translated. */
  kept?: (block: Block) => void;
}

/** Blocks without translatable text. */
const wordlessBlocks: ReadonlySet<string> = new Set(
  'code code-line math divider embed swagger openapi-operation openapi-schemas openapi-webhook reusable-content markdown content-ref'.split(
    ' ',
  ),
);

/** The text of a block that is not translated: its source, if it has one. May be empty. */
export function keptText({ type, data, nodes = [] }: Block): string {
  if (!shownBlocks.has(type)) return '';
  const own =
    type === 'code'
      ? nodes.map((line) => ('nodes' in line ? plain((line.nodes ?? []) as readonly InlineNode[]) : '')).join('\n')
      : stringOf(data['formula'] ?? data['markdown']);
  return (data.source?.text ?? own).replace(/^(?:[ \t]*\n)+|\s+$/g, '');
}

/**
 * Untranslated blocks that are shown to translators as context. `markdown` holds comments, definitions and footnotes without annotations.
 */
const shownBlocks: ReadonlySet<string> = new Set(['code', 'math', 'markdown']);

/** Members of `data` with visible text, by the type of the block or inline. */
const titles: Readonly<Record<string, readonly string[]>> = {
  'tabs-item': ['title'],
  image: ['alt'],
  'inline-image': ['alt'],
  button: ['label'],
};

/**
 * Replaces each text in blocks by its translation. The order of visits is stable. Unchanged blocks are returned as the
 * same objects.
 */
export const mapTexts = (blocks: readonly Block[], visit: Visit): readonly Block[] =>
  mapped(blocks, (block) => mapBlock(block, visit));

function mapBlock(block: Block, visit: Visit): Block {
  if (wordlessBlocks.has(block.type)) {
    visit.kept?.(block);
    return block;
  }
  const data = mapColumns(block, mapTitles(block, visit), visit);
  const nodes = block.nodes && mapNodes(block.type, block.nodes, visit);
  const fragments = block.fragments && mapped(block.fragments, (one) => mapFragment(one, visit));
  if (data === block.data && nodes === block.nodes && fragments === block.fragments) return block;
  return {
    ...block,
    data: nodes === block.nodes ? data : withAnchor(block, data),
    ...(nodes && { nodes }),
    ...(fragments && { fragments }),
  };
}

/** Gives a heading the anchor of the source, so that links stay valid and are equal in all languages. */
const withAnchor = ({ type, meta }: Block, data: Block['data']): Block['data'] =>
  type.startsWith('heading-') && meta?.id ? { ...data, id: meta.id } : data;

function mapFragment(fragment: Fragment, visit: Visit): Fragment {
  const nodes = mapTexts(fragment.nodes, visit);
  return nodes === fragment.nodes ? fragment : { ...fragment, nodes };
}

type Nodes = readonly (Block | InlineNode)[];

function mapNodes(type: string, nodes: Nodes, visit: Visit): Nodes {
  const isInline = (node: Block | InlineNode): node is InlineNode => node.object !== 'block';
  if (!nodes.every(isInline)) return mapped(nodes, (node) => (isInline(node) ? node : mapBlock(node, visit)));
  const inlines = mapped(nodes, (node) => mapInline(node, visit));
  return visit(type, inlines) ?? inlines;
}

function mapInline(node: InlineNode, visit: Visit): InlineNode {
  if (node.object === 'text') return node;
  const data = mapTitles(node, visit);
  const nodes = node.nodes && mapped(node.nodes, (one) => mapInline(one, visit));
  if (data === node.data && nodes === node.nodes) return node;
  return { ...node, data, ...(nodes && { nodes }) };
}

function mapTitles<Data extends Block['data'] | Inline['data']>(
  { type, data }: { readonly type: string; readonly data: Data },
  visit: Visit,
): Data {
  return (titles[type] ?? []).reduce((result, name) => {
    const title = data[name];
    const translated = typeof title === 'string' ? visit(`${type} ${name}`, [textNode(title)]) : null;
    return translated ? { ...result, [name]: plain(translated) } : result;
  }, data);
}

/** Translates the visible column titles of a table. */
function mapColumns({ type }: Block, data: Block['data'], visit: Visit): Block['data'] {
  const { view, definition } = data as { view?: { type?: unknown; hideHeader?: unknown }; definition?: unknown };
  if (type !== 'table' || view?.type !== 'grid' || view.hideHeader === true) return data;
  if (typeof definition !== 'object' || definition === null) return data;
  const columns = Object.entries(definition as Readonly<Record<string, { readonly title?: unknown }>>);
  const translated = mapped(columns, (entry): (typeof columns)[number] => {
    const [id, column] = entry;
    const title = visit('column', [textNode(stringOf(column.title))]);
    return title ? [id, { ...column, title: plain(title) }] : entry;
  });
  return translated === columns ? data : { ...data, definition: Object.fromEntries(translated) };
}

const plain = (nodes: readonly InlineNode[]) =>
  nodes.map((node) => (node.object === 'text' ? node.leaves.map(({ text }) => text).join('') : '')).join('');

/** Replaces inlines of blocks, also those in other inlines, but not those in the bodies of annotations. */
export function mapInlines(blocks: readonly Block[], change: (node: Inline) => Inline): readonly Block[] {
  const ofInline = (node: InlineNode): InlineNode => {
    if (node.object === 'text') return node;
    const nodes = node.nodes && mapped(node.nodes, ofInline);
    return change(nodes === node.nodes ? node : { ...node, ...(nodes && { nodes }) });
  };
  return mapped(blocks, (block) => {
    const nodes =
      block.nodes &&
      mapped(block.nodes, (node): Block | InlineNode =>
        node.object === 'block' ? (mapInlines([node], change)[0] ?? node) : ofInline(node),
      );
    const fragments =
      block.fragments &&
      mapped(block.fragments, (one) => {
        const inside = mapInlines(one.nodes, change);
        return inside === one.nodes ? one : { ...one, nodes: inside };
      });
    if (nodes === block.nodes && fragments === block.fragments) return block;
    return { ...block, ...(nodes && { nodes }), ...(fragments && { fragments }) };
  });
}

/** Maps items; returns the same list when none changed. */
function mapped<Item>(items: readonly Item[], map: (item: Item) => Item): readonly Item[] {
  const made = items.map(map);
  return made.every((item, at) => item === items[at]) ? items : made;
}
