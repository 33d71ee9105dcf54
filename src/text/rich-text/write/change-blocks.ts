import { diffArrays } from 'diff';
import { readSpelling } from '../../markdown/spelling.ts';
import { writeMarkdown } from '../../markdown/stringify.ts';
import { contentHash } from '../content-hash.ts';
import type { Block } from '../document.ts';
import { sourceSpan } from '../source-span.ts';
import {
  atPlace,
  fromPlace,
  gapBetween,
  joinSpans,
  placeOfSpan,
  rangeToDelete,
  wholeLines,
  type Place,
} from './block-places.ts';
import { withChangedWords } from './change-words.ts';
import { applyEdits, type Edit } from './edits.ts';
import { writeBlockAsHtml } from './html-blocks.ts';
import { blockFrom } from './blocks.ts';
import { mergeChange } from './merge-change.ts';
import { withNewAnchor } from './new-anchor.ts';
import { pairBlocks, type PairedBlocks } from './pair-blocks.ts';
import { changeRows } from './change-rows.ts';
import type { WriteContext } from './write-context.ts';

/** A block as it shall be. */
export interface WantedBlock {
  readonly value: unknown;
  /** Its own source, if it comes from another place of the document and is unchanged. */
  readonly text?: string | undefined;
}

interface Rewrite {
  readonly source: string;
  readonly writing: WriteContext;
  readonly edits: Edit[];
  /** All blocks of the source, by what they say. */
  readonly known: ReadonlyMap<string, Block>;
}

/**
 * The source with blocks deleted, inserted, moved and changed where they stand, so that the lines of the others stay; null when
 * the place of one is unknown. The result can be wrong, so the caller must read it.
 */
export function withChangedBlocks(
  before: readonly Block[],
  after: readonly WantedBlock[],
  { source, writing }: Pick<Rewrite, 'source' | 'writing'>,
): string | null {
  const rewrite: Rewrite = { source, writing, edits: [], known: new Map(listBlocks(before)) };
  return changeBlocks(rewrite, { before, after, parent: null }) ? applyEdits(source, rewrite.edits) : null;
}

const says = (value: unknown) => contentHash(value, ['meta']);

const listBlocks = (blocks: readonly Block[]): (readonly [string, Block])[] =>
  blocks.flatMap((block) => [[says(block), block] as const, ...listBlocks(childrenOf(block))]);

const childrenOf = ({ nodes = [], fragments = [] }: Block): Block[] => [
  ...nodes.filter((node): node is Block => node.object === 'block'),
  ...fragments.flatMap((fragment) => fragment.nodes),
];

interface Siblings {
  readonly before: readonly Block[];
  readonly after: readonly WantedBlock[];
  /** The block whose children they are; null at the top level. */
  readonly parent: Block | null;
}

/** Collects the edits of siblings. Returns false when the place of one is unknown. */
function changeBlocks(rewrite: Rewrite, siblings: Siblings): boolean {
  const { before, after } = siblings;
  const changes = diffArrays(
    before.map((block) => says(block)),
    after.map(({ value }) => says(value)),
  );
  let [at, to] = [0, 0];
  let [removed, added] = [0, 0];
  const close = () => {
    const hunk = pairBlocks(before.slice(at - removed, at), after.slice(to - added, to), at - removed);
    [removed, added] = [0, 0];
    return hunk.every((pair) => changePair(rewrite, siblings, pair));
  };
  for (const { value, added: isAdded, removed: isRemoved } of changes) {
    if (!isAdded && !isRemoved && !close()) return false;
    if (!isAdded) at += value.length;
    if (!isRemoved) to += value.length;
    if (isAdded) added += value.length;
    if (isRemoved) removed += value.length;
  }
  const isDone = close();
  numberItems(rewrite, siblings);
  return isDone;
}

/** Changes a block, or deletes blocks and puts others in their place. */
function changePair(rewrite: Rewrite, siblings: Siblings, pair: PairedBlocks<WantedBlock>): boolean {
  if (pair.kind === 'same') return changeBlock(rewrite, siblings, pair);
  const { removed, added, next } = pair;
  const [first, ...others] = removed;
  if (added.length === 0) return deleteBlocks(rewrite, siblings, removed);
  if (first === undefined) return insertBlocks(rewrite, siblings, added, next);
  const isDone = replaceBlock(rewrite, siblings, first, added);
  return isDone && deleteBlocks(rewrite, siblings, others);
}

/** Changes a block within, or writes it anew in its place. */
function changeBlock(
  rewrite: Rewrite,
  siblings: Siblings,
  { before, after }: Extract<PairedBlocks<WantedBlock>, { kind: 'same' }>,
): boolean {
  const lists = pairChildren(before, after.value);
  if (!lists) return changeRows(rewrite, before, after.value) || replaceBlock(rewrite, siblings, before, [after]);
  return lists.every((list) => changeBlocks(rewrite, { ...list, parent: before }));
}

/** The lists of blocks in two blocks that differ in these alone; null for other blocks. */
function pairChildren(before: Block, after: unknown): Pick<Siblings, 'before' | 'after'>[] | null {
  const { nodes: own, fragments: ownFragments, ...rest } = before;
  const { nodes, fragments, ...others } = after as Partial<Block>;
  if (says(rest) !== says(others)) return null;
  const lists = [[own ?? [], nodes ?? []] as const];
  const given = new Map((fragments ?? []).map((fragment) => [fragment.fragment ?? fragment.type, fragment]));
  if (given.size !== (ownFragments?.length ?? 0)) return null;
  for (const fragment of ownFragments ?? []) {
    const other = given.get(fragment.fragment ?? fragment.type);
    if (!other) return null;
    lists.push([fragment.nodes, other.nodes ?? []]);
  }
  const areBlocks = lists.every((list) => list.every((one) => one.every(({ object }) => object === 'block')));
  if (!areBlocks || lists.every(([one, other]) => one.length + other.length === 0)) return null;
  return lists.map(([one, other]) => ({
    before: one as readonly Block[],
    after: other.map((value): WantedBlock => ({ value })),
  }));
}

/** Deletes consecutive blocks. */
function deleteBlocks({ source, edits }: Rewrite, { before }: Siblings, blocks: readonly Block[]): boolean {
  const [first, last] = [blocks[0], blocks.at(-1)];
  if (!first || !last) return true;
  const spans = blocks.flatMap((block) => block[sourceSpan] ?? []);
  if (spans.length < blocks.length) return false;
  const neighbors = {
    before: before[before.indexOf(first) - 1]?.[sourceSpan],
    after: before[before.indexOf(last) + 1]?.[sourceSpan],
  };
  const joined = joinSpans(source, spans);
  for (const [index, span] of joined.entries()) {
    const near = { before: joined[index - 1] ?? neighbors.before, after: joined[index + 1] ?? neighbors.after };
    const { start, end } = rangeToDelete(source, span, near);
    edits.push({ start, end, text: '' });
    if (span.partner) edits.push({ ...wholeLines(source, span.partner), text: '' });
  }
  return true;
}

/** Puts blocks in the place of one. */
function replaceBlock(rewrite: Rewrite, siblings: Siblings, block: Block, added: readonly WantedBlock[]): boolean {
  const { source, edits } = rewrite;
  const span = block[sourceSpan];
  const place = span ? placeOfSpan(source, span) : null;
  if (!span || !place) return false;
  const [only, ...others] = added;
  const isMoved = only !== undefined && rewrite.known.has(says(only.value));
  const isSameType = others.length === 0 && (only?.value as Partial<Block> | undefined)?.type === block.type;
  const text =
    only && isSameType && !isMoved
      ? changedText(rewrite, siblings, { block, after: only, place })
      : writeAll(rewrite, siblings, added, place);
  if (text === null) return false;
  edits.push({ start: span.start, end: span.end, text });
  return true;
}

interface ChangedLeaf {
  readonly block: Block;
  readonly after: WantedBlock;
  readonly place: Place;
}

/** A block with its text, marks or data changed, in the spelling of its source where possible. */
function changedText(rewrite: Rewrite, siblings: Siblings, { block, after, place }: ChangedLeaf): string | null {
  const span = block[sourceSpan];
  const source = span ? rewrite.source.slice(span.start, span.end) : '';
  const [words] = withChangedWords([block], [after.value], source);
  if (words !== undefined) return words;
  const [anchored] = withNewAnchor(block, after.value, source);
  if (anchored !== undefined) return anchored;
  if (place.isHtml) return writeBlock(rewrite, siblings, after, place);
  const [base, written] = [block, after.value].map((value) => writeAnew(rewrite, siblings.parent, value));
  return base === undefined || written === undefined
    ? null
    : mergeChange({ base: atPlace(base, place), source, written: atPlace(written, place) });
}

/** Puts blocks between two siblings, before the one with the index `next`. */
function insertBlocks(rewrite: Rewrite, siblings: Siblings, added: readonly WantedBlock[], next: number): boolean {
  const { source, edits } = rewrite;
  const following = siblings.before[next];
  const [before, after] = [siblings.before[next - 1]?.[sourceSpan], following?.[sourceSpan]];
  // Below another block, a title is a heading and no part of the tag.
  if (following && after?.isTag && !after.partner)
    return (
      deleteBlocks(rewrite, siblings, [following]) &&
      insertBlocks(rewrite, siblings, [...added, { value: following }], next + 1)
    );
  const neighbor = before?.isTag ? after : (before ?? after);
  const place = neighbor ? placeOfSpan(source, neighbor) : null;
  const text = place && writeAll(rewrite, siblings, added, place);
  if (!neighbor || !place || text === null) return false;
  const gap = separator(rewrite, siblings, place);
  if (neighbor === before) edits.push({ start: neighbor.end, end: neighbor.end, text: gap + text });
  else edits.push({ start: neighbor.start, end: neighbor.start, text: text + gap });
  return true;
}

const compact: ReadonlySet<string> = new Set(['list-item', 'tabs-item', 'stepper-step', 'column']);

/** What stands between an inserted block and its neighbor: for items, what stands between others. */
function separator({ source }: Rewrite, { before }: Siblings, { prefix, isHtml, startsLine }: Place): string {
  const newline = source.includes('\r\n') ? '\r\n' : '\n';
  if (isHtml) return startsLine ? newline + prefix : '';
  const [one, other] = before;
  const isCompact = one !== undefined && compact.has(one.type);
  const gap = isCompact ? gapBetween(source, one[sourceSpan], other?.[sourceSpan]) : null;
  const lines = isCompact ? (gap?.split('\n').length ?? 2) - 1 : 2;
  return (newline + prefix.trimEnd()).repeat(Math.max(1, lines) - 1) + newline + prefix;
}

function writeAll(rewrite: Rewrite, siblings: Siblings, added: readonly WantedBlock[], place: Place): string | null {
  const texts = added.map((one) => writeBlock(rewrite, siblings, one, place));
  return texts.some((text) => text === null) ? null : texts.join(separator(rewrite, siblings, place));
}

/** Writes a block at a place: as it stands elsewhere in the source, if it was moved, or anew. */
function writeBlock(rewrite: Rewrite, siblings: Siblings, wanted: WantedBlock, place: Place): string | null {
  const { source, known, writing } = rewrite;
  const { value, text } = wanted;
  const old = known.get(says(value))?.[sourceSpan];
  const from = old ? placeOfSpan(source, old) : null;
  const isMoved = old !== undefined && from !== null && from.isHtml === place.isHtml;
  if (!isMoved && place.isHtml) return writeBlockAsHtml(writing, { value, path: '' });
  const own = isMoved
    ? fromPlace(source.slice(old.start, old.end), from)
    : (text?.trim() ?? writeAnew(rewrite, siblings.parent, value));
  const counting = place.isHtml ? null : readCounting(source, siblings);
  const numbered = counting
    ? own.replace(number, String(counting.first + counting.step * siblings.after.indexOf(wanted)))
    : own;
  const written = atPlace(numbered, place);
  return source.includes('\r\n') ? written.replaceAll(/\r?\n/g, '\r\n') : written;
}

/** Writes a block, or an item of a block, as Markdown. */
function writeAnew({ source, writing }: Rewrite, parent: Block | null, value: unknown): string {
  const isItem = parent !== null && compact.has(String((value as Partial<Block>).type));
  const whole = isItem ? { ...parent, fragments: [], nodes: [value] } : value;
  const text = writeMarkdown(blockFrom(writing, { value: whole, path: '' }, 1), readSpelling(source)).trim();
  const [tag] = isItem && !parent.type.startsWith('list-') ? (/^\{%[^\n]*%\}\n+/.exec(text) ?? []) : [];
  return tag === undefined ? text : text.slice(tag.length, text.lastIndexOf('\n')).trim();
}

const number = /^\d{1,9}(?=[.)])/;

/** How the items of an ordered list are numbered in the source; null for other blocks. */
function readCounting(source: string, { before, parent }: Siblings) {
  if (parent?.type !== 'list-ordered') return null;
  const numbers = before.slice(0, 2).map((item) => Number(numberOfItem(source, item)));
  const [first = 1, second = first + 1] = numbers;
  return numbers.some((one) => Number.isNaN(one)) ? null : { first, step: second === first + 1 ? 1 : 0 };
}

/** The number of an item in Markdown as written. */
function numberOfItem(source: string, item: Block): string | undefined {
  const { start = 0, isHtml } = item[sourceSpan] ?? {};
  return isHtml ? undefined : number.exec(source.slice(start, start + 10))?.[0];
}

/** Numbers the items that stay in an ordered list as the source does. */
function numberItems({ source, edits }: Rewrite, siblings: Siblings): void {
  const counting = readCounting(source, siblings);
  const places = new Map(siblings.after.map(({ value }, index) => [says(value), index]));
  for (const item of counting ? siblings.before : []) {
    const place = places.get(says(item));
    const digits = numberOfItem(source, item);
    const start = item[sourceSpan]?.start ?? 0;
    const isGone = edits.some((edit) => edit.start <= start && edit.end > start);
    if (!counting || place === undefined || digits === undefined || isGone) continue;
    const text = String(counting.first + counting.step * place);
    if (text !== digits && (counting.step > 0 || place === 0)) edits.push({ start, end: start + digits.length, text });
  }
}
