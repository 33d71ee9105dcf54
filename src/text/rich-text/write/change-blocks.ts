import { diffArrays } from 'diff';
import { readSpelling } from '../../markdown/spelling.ts';
import { writeMarkdown } from '../../markdown/stringify.ts';
import { contentHash } from '../content-hash.ts';
import type { Block } from '../document.ts';
import { sourceSpan } from '../source-span.ts';
import { atPlace, fromPlace, gapBetween, placeOfSpan, rangeToDelete, wholeLines, type Place } from './block-places.ts';
import { applyEdits, withChangedWords, type Edit } from './change-words.ts';
import { writeBlockAsHtml } from './html-blocks.ts';
import { blockFrom } from './blocks.ts';
import { mergeChange } from './merge-change.ts';
import { pairBlocks, type PairedBlocks } from './pair-blocks.ts';
import type { WriteContext } from './write-context.ts';

/** A block as it shall be. */
export interface WantedBlock {
  readonly value: unknown;
  /** Its own source, if it comes from another place of the document and is unchanged. */
  readonly text?: string | undefined;
}

interface Changing {
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
  { source, writing }: Pick<Changing, 'source' | 'writing'>,
): string | null {
  const changing: Changing = { source, writing, edits: [], known: new Map(listBlocks(before)) };
  return changeBlocks(changing, { before, after, parent: null }) ? applyEdits(source, changing.edits) : null;
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
function changeBlocks(changing: Changing, siblings: Siblings): boolean {
  const { before, after, parent } = siblings;
  const changes = diffArrays(
    before.map((block) => says(block)),
    after.map(({ value }) => says(value)),
  );
  let [at, to] = [0, 0];
  let [removed, added] = [0, 0];
  const close = () => {
    const hunk = pairBlocks(before.slice(at - removed, at), after.slice(to - added, to), at - removed);
    const isDone = hunk.every((pair) => changePair(changing, siblings, pair));
    [removed, added] = [0, 0];
    return isDone;
  };
  for (const { value, added: isAdded, removed: isRemoved } of changes) {
    if (!isAdded && !isRemoved && !close()) return false;
    if (!isAdded) at += value.length;
    if (!isRemoved) to += value.length;
    if (isAdded) added += value.length;
    if (isRemoved) removed += value.length;
  }
  return close() && (parent?.type !== 'list-ordered' || renumber(changing, siblings));
}

/** Changes a block, or deletes blocks and puts others in their place. */
function changePair(changing: Changing, siblings: Siblings, pair: PairedBlocks<WantedBlock>): boolean {
  if (pair.kind === 'same') return changeBlock(changing, siblings, pair);
  const { removed, added, next } = pair;
  const [first, ...others] = removed;
  if (added.length === 0) return removed.every((block) => deleteBlock(changing, siblings, block));
  if (first === undefined) return insertBlocks(changing, siblings, added, next);
  const isDone = replaceBlock(changing, siblings, first, added);
  return isDone && others.every((block) => deleteBlock(changing, siblings, block));
}

/** Changes a block within, or writes it anew in its place. */
function changeBlock(
  changing: Changing,
  siblings: Siblings,
  { before, after }: Extract<PairedBlocks<WantedBlock>, { kind: 'same' }>,
): boolean {
  const lists = pairChildren(before, after.value);
  if (!lists) return replaceBlock(changing, siblings, before, [after]);
  return lists.every((list) => changeBlocks(changing, { ...list, parent: before }));
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

function deleteBlock({ source, edits }: Changing, { before }: Siblings, block: Block): boolean {
  const span = block[sourceSpan];
  if (!span) return false;
  const at = before.indexOf(block);
  const neighbors = { before: before[at - 1]?.[sourceSpan], after: before[at + 1]?.[sourceSpan] };
  edits.push({ ...rangeToDelete(source, span, neighbors), text: '' });
  if (span.partner) edits.push({ ...wholeLines(source, span.partner), text: '' });
  return true;
}

/** Puts blocks in the place of one. */
function replaceBlock(changing: Changing, siblings: Siblings, block: Block, added: readonly WantedBlock[]): boolean {
  const { source, edits } = changing;
  const span = block[sourceSpan];
  const place = span && !span.partner ? placeOfSpan(source, span) : null;
  if (!span || !place) return false;
  const [only, ...others] = added;
  const isSameType = others.length === 0 && (only?.value as Partial<Block> | undefined)?.type === block.type;
  const text =
    only && isSameType
      ? changedText(changing, siblings, { block, after: only, place })
      : writeAll(changing, siblings, added, place);
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
function changedText(changing: Changing, { parent }: Siblings, { block, after, place }: ChangedLeaf): string | null {
  const span = block[sourceSpan];
  const source = span ? changing.source.slice(span.start, span.end) : '';
  const [words] = withChangedWords([block], [after.value], source);
  if (words !== undefined) return words;
  if (place.isHtml) return writeBlock(changing, parent, after, place);
  const [base, written] = [block, after.value].map((value) => writeAnew(changing, parent, value));
  return base === undefined || written === undefined
    ? null
    : mergeChange({ base: atPlace(base, place), source, written: atPlace(written, place) });
}

/** Puts blocks between two siblings, before the one with the index `next`. */
function insertBlocks(changing: Changing, siblings: Siblings, added: readonly WantedBlock[], next: number): boolean {
  const { source, edits } = changing;
  const [before, after] = [siblings.before[next - 1]?.[sourceSpan], siblings.before[next]?.[sourceSpan]];
  const neighbor = before ?? after;
  const place = neighbor ? placeOfSpan(source, neighbor) : null;
  const text = place && writeAll(changing, siblings, added, place);
  if (!neighbor || !place || text === null) return false;
  const gap = separator(changing, siblings, place);
  if (before) edits.push({ start: before.end, end: before.end, text: gap + text });
  else edits.push({ start: neighbor.start, end: neighbor.start, text: text + gap });
  return true;
}

const compact: ReadonlySet<string> = new Set(['list-item', 'tabs-item', 'stepper-step', 'column']);

/** What stands between an inserted block and its neighbor: for items, what stands between others. */
function separator({ source }: Changing, { before }: Siblings, { prefix, isHtml }: Place): string {
  const newline = source.includes('\r\n') ? '\r\n' : '\n';
  if (isHtml) return /\n/.test(source) ? newline + prefix : '';
  const [one, other] = before;
  const isCompact = one !== undefined && compact.has(one.type);
  const gap = isCompact ? gapBetween(source, one[sourceSpan], other?.[sourceSpan]) : null;
  const lines = isCompact ? (gap?.split('\n').length ?? 2) - 1 : 2;
  return (newline + prefix.trimEnd()).repeat(Math.max(1, lines) - 1) + newline + prefix;
}

function writeAll(changing: Changing, siblings: Siblings, added: readonly WantedBlock[], place: Place): string | null {
  const texts = added.map((one) => writeBlock(changing, siblings.parent, one, place));
  return texts.some((text) => text === null) ? null : texts.join(separator(changing, siblings, place));
}

/** Writes a block at a place: as it stands elsewhere in the source, if it was moved, or anew. */
function writeBlock(
  changing: Changing,
  parent: Block | null,
  { value, text }: WantedBlock,
  place: Place,
): string | null {
  const { source, known, writing } = changing;
  const old = known.get(says(value))?.[sourceSpan];
  const from = old && !old.partner ? placeOfSpan(source, old) : null;
  const withLineEnds = (written: string) => (source.includes('\r\n') ? written.replaceAll(/\r?\n/g, '\r\n') : written);
  if (old && from && from.isHtml === place.isHtml)
    return withLineEnds(atPlace(fromPlace(source.slice(old.start, old.end), from), place));
  if (place.isHtml) return writeBlockAsHtml(writing, { value, path: '' });
  return withLineEnds(atPlace(text?.trim() ?? writeAnew(changing, parent, value), place));
}

/** Writes a block, or an item of a block, as Markdown. */
function writeAnew({ source, writing }: Changing, parent: Block | null, value: unknown): string {
  const isItem = parent !== null && compact.has(String((value as Partial<Block>).type));
  const whole = isItem ? { ...parent, fragments: [], nodes: [value] } : value;
  const text = writeMarkdown(blockFrom(writing, { value: whole, path: '' }, 1), readSpelling(source)).trim();
  const [tag] = isItem && !parent.type.startsWith('list-') ? (/^\{%[^\n]*%\}\n+/.exec(text) ?? []) : [];
  return tag === undefined ? text : text.slice(tag.length, text.lastIndexOf('\n')).trim();
}

const number = /^\d{1,9}(?=[.)])/;

/** Numbers the items of a list anew, if the source counts them. */
function renumber({ source, edits }: Changing, { before, after, parent }: Siblings): boolean {
  const numbers = before.map((item) => {
    const { start = 0 } = item[sourceSpan] ?? {};
    return number.exec(source.slice(start, start + 10))?.[0];
  });
  if (numbers.some((digits) => digits === undefined)) return parent?.[sourceSpan]?.isHtml === true;
  const first = Number(numbers[0]);
  const isCounted = numbers.length < 2 || Number(numbers[1]) === first + 1;
  const places = new Map(after.map(({ value }, index) => [says(value), index]));
  for (const [index, item] of before.entries()) {
    const place = places.get(says(item));
    const digits = numbers[index] ?? '';
    const { start = 0 } = item[sourceSpan] ?? {};
    const isFirst = place === 0;
    const isGone = edits.some((edit) => edit.start <= start && edit.end > start);
    if (place === undefined || isGone || !(isCounted || isFirst)) continue;
    const text = String(isCounted ? first + place : first);
    if (text !== digits) edits.push({ start, end: start + digits.length, text });
  }
  return true;
}
