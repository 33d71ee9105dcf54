import { footnoteLabel } from '../rich-text/footnote-label.ts';
import type { Block, Fragment, Inline } from '../rich-text/document.ts';
import { mapInlines, mapTexts, type Visit } from './walk.ts';

/** The bodies of footnotes by label. */
export type Footnotes = ReadonlyMap<string, readonly Fragment[]>;

/**
 * The footnotes of a text whose annotations show what they say, in the order of their annotations. Those that stand within other
 * blocks are not among them, because they are not written anew.
 */
export function listFootnotes(blocks: readonly Block[]): Footnotes {
  const labels = new Set(blocks.flatMap((block) => labelOf(block) ?? []));
  const found = new Map<string, readonly Fragment[]>();
  mapInlines(blocks, (node) => {
    const label = annotated(node);
    if (label !== null && labels.has(label) && !found.has(label)) found.set(label, node.fragments ?? []);
    return node;
  });
  return found;
}

/** The label of a footnote that is a block of a text; null for other blocks. */
export const labelOf = ({ type, data }: Block): string | null =>
  type === 'markdown' ? footnoteLabel(data.source?.text ?? '') : null;

const annotated = ({ type, data }: Inline): string | null =>
  type === 'annotation' && typeof data['label'] === 'string' ? data['label'] : null;

/** Translates footnotes, each once. */
export const mapFootnotes = (footnotes: Footnotes, visit: Visit): Footnotes =>
  new Map(
    Array.from(footnotes, ([label, fragments]) => [
      label,
      fragments.map((fragment) => ({ ...fragment, nodes: mapTexts(fragment.nodes, visit) })),
    ]),
  );

/** Gives each annotation the body of its footnote. */
export const withFootnotes = (blocks: readonly Block[], footnotes: Footnotes): readonly Block[] =>
  mapInlines(blocks, (node) => {
    const fragments = footnotes.get(annotated(node) ?? '');
    return fragments ? { ...node, fragments } : node;
  });
