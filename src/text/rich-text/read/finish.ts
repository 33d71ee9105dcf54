import { contentHash } from '../content-hash.ts';
import { blockWith, paragraphOf, textNode, type Block, type Fragment, type InlineNode } from '../document.ts';

/** Blocks that clients expect to have content. */
const neverEmpty: ReadonlySet<string> = new Set(
  'hint list-item tabs-item stepper-step column blockquote if'.split(' '),
);

const emptyItem: Readonly<Record<string, () => Block>> = {
  tabs: () => blockWith('tabs-item', [emptyParagraph()], { data: { title: '' } }),
  stepper: () => blockWith('stepper-step', [emptyParagraph()]),
  columns: () => blockWith('column', [emptyParagraph()]),
  images: () => emptyParagraph(),
};

const emptyParagraph = () => paragraphOf([textNode('')]);

/** Adds required content to a block and its footnotes, and empty text nodes that clients expect. */
export function withRequiredNodes(block: Block): Block {
  const { type, nodes, fragments } = block;
  if (type === 'images' && nodes?.length === 0) return emptyParagraph();
  return {
    ...block,
    ...(nodes && { nodes: complete(type, nodes.map(withRequired)) }),
    ...(fragments && { fragments: fragments.map(completeFragment) }),
  };
}

function withRequired(node: Block | InlineNode): Block | InlineNode {
  if (node.object === 'block') return withRequiredNodes(node);
  if (node.object === 'text') return node;
  return {
    ...node,
    ...(node.nodes && { nodes: node.nodes.map((one) => withRequired(one) as InlineNode) }),
    ...(node.fragments && { fragments: node.fragments.map(completeFragment) }),
  };
}

const completeFragment = (one: Fragment): Fragment => ({
  ...one,
  nodes: one.nodes.length === 0 ? [emptyParagraph()] : one.nodes.map(withRequiredNodes),
});

function complete(type: Block['type'], nodes: readonly (Block | InlineNode)[]): readonly (Block | InlineNode)[] {
  if (nodes.length === 0) {
    if (type === 'paragraph' || type.startsWith('heading-') || type === 'code-line') return [textNode('')];
    const item = emptyItem[type];
    if (item) return [item()];
    return neverEmpty.has(type) ? [emptyParagraph()] : nodes;
  }
  const [first] = nodes;
  const isEmptyList = first?.object === 'block' && first.type.startsWith('list-') && first.nodes?.length === 0;
  return type === 'list-item' && isEmptyList ? [emptyParagraph(), ...nodes] : nodes;
}

/** Assigns keys to nodes, derived from their content, with a number for repetitions. */
export class Keys {
  readonly #used = new Map<string, number>();

  /** Assigns keys to a block and its nodes. Also returns the hash of its content. */
  keyed(block: Block): { readonly block: Block; readonly hash: string } {
    const hash = contentHash(block);
    return { block: this.#block(block, hash), hash };
  }

  #unique(hash: string): string {
    const count = this.#used.get(hash) ?? 0;
    this.#used.set(hash, count + 1);
    return count === 0 ? hash : `${hash}-${count + 1}`;
  }

  #block(block: Block, hash: string): Block {
    const key = this.#unique(hash);
    const { nodes, fragments } = block;
    return {
      ...block,
      key,
      ...(nodes && { nodes: nodes.map((node, at) => this.#node(node, key, at)) }),
      ...(fragments && { fragments: this.#fragments(fragments, key) }),
    };
  }

  #fragments(fragments: readonly Fragment[], key: string): Fragment[] {
    return fragments.map((one, at) => {
      const own = `${key}:${one.fragment ?? one.type ?? at}`;
      return { ...one, key: own, nodes: one.nodes.map((node, place) => this.#node(node, own, place) as Block) };
    });
  }

  #node(node: Block | InlineNode, parent: string, at: number): Block | InlineNode {
    if (node.object === 'block') return this.#block(node, `${parent}.${at}`);
    const key = `${parent}.${at}`;
    if (node.object === 'text') return { ...node, key };
    return {
      ...node,
      key,
      ...(node.nodes && { nodes: node.nodes.map((one, place) => this.#node(one, key, place) as InlineNode) }),
      ...(node.fragments && { fragments: this.#fragments(node.fragments, key) }),
    };
  }
}
