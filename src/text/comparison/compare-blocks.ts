import { blocksIn, blockText, inlinesIn } from '../rich-text/block-words.ts';
import { change } from '../rich-text/change.ts';
import { contentHash } from '../rich-text/content-hash.ts';
import type { Block, BlockType } from '../rich-text/document.ts';
import { alignItems, likenessOfWords, type Pair } from './align.ts';
import { compareInlines } from './compare-inlines.ts';
import { compareTables } from './compare-tables.ts';
import { lines, markBlock } from './mark-blocks.ts';
import { listWords } from './words.ts';

const saysOf = (block: Block): string => contentHash(block, ['meta']);

/**
 * Compares two lists of blocks: the later one, with what is new in it, between what the earlier one had. Words are compared
 * within lines, cells within tables, and blocks within those that hold blocks.
 */
export function compareBlocks(before: readonly Block[], after: readonly Block[]): Block[] {
  const words = new Map<Block, readonly string[]>();
  const wordsOf = (block: Block) => {
    const known = words.get(block) ?? listWords(blockText(block));
    words.set(block, known);
    return known;
  };
  const likenessOf = (one: Block, other: Block) =>
    isComparable(one, other) ? likenessOfWords(wordsOf(one), wordsOf(other)) : 0;
  return alignItems(before, after, { keyOf: saysOf, likenessOf }).flatMap(compareBlock);
}

function compareBlock({ before, after, isSame }: Pair<Block>): Block[] {
  if (after !== undefined && before !== undefined) {
    if (isSame) return [after];
    const compared = compareInside(before, after);
    if (compared) return [compared];
  }
  return [
    ...(before === undefined ? [] : [markBlock(before, 'removed')]),
    ...(after === undefined ? [] : [markBlock(after, 'added')]),
  ];
}

/** Blocks that hold blocks. */
const containers: ReadonlySet<BlockType> = new Set<BlockType>([
  'list-ordered',
  'list-unordered',
  'list-tasks',
  'list-item',
  'blockquote',
  'hint',
  'tabs',
  'tabs-item',
  'stepper',
  'stepper-step',
  'columns',
  'column',
  'if',
]);

/** Whether two blocks can be one that was changed: of the same kind and look. */
const isComparable = (one: Block, other: Block): boolean =>
  one.type === other.type && (one.type === 'table' || looksOf(one) === looksOf(other));

const looksOf = ({ data, type }: Block): string =>
  type === 'code' ? '' : contentHash({ object: 'data', data: { ...data, source: null } });

/** The later of two blocks with what differs in it; null where they can only be shown one after the other. */
function compareInside(before: Block, after: Block): Block | null {
  if (before.type !== after.type) return null;
  if (lines.has(after.type)) return { ...after, nodes: compareInlines(inlinesIn(before), inlinesIn(after)) };
  if (containers.has(after.type)) return { ...after, nodes: compareBlocks(blocksIn(before), blocksIn(after)) };
  if (after.type === 'code') return { ...after, nodes: compareLines(blocksIn(before), blocksIn(after)) };
  if (after.type === 'expandable') return { ...after, fragments: compareFragments(before, after) };
  return after.type === 'table' ? compareTables(before, after, compareBlocks) : null;
}

/** Compares lines of code. */
const compareLines = (before: readonly Block[], after: readonly Block[]): Block[] =>
  alignItems(before, after, { keyOf: saysOf, likenessOf: () => 0 }).flatMap(({ before: then, after: now, isSame }) => [
    ...(then === undefined || isSame ? [] : [{ ...then, [change]: 'removed' as const }]),
    ...(now === undefined ? [] : [isSame ? now : { ...now, [change]: 'added' as const }]),
  ]);

const compareFragments = ({ fragments: then = [] }: Block, { fragments: now = [] }: Block) =>
  now.map((fragment) => {
    const earlier = then.find(({ type }) => type === fragment.type)?.nodes ?? [];
    return { ...fragment, nodes: compareBlocks(earlier, fragment.nodes) };
  });
