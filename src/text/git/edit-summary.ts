import { editBody } from './edit-body.ts';
import type { SummaryLine } from './summary-lines.ts';

/** An entry that a table of contents is to list, in order, parents before children. */
export interface ListedEntry {
  readonly id: string;
  readonly parentId: string | null;
  /** A heading, or an item of a list. */
  readonly kind: 'heading' | 'item';
  /** Markdown of its title. */
  readonly label: string;
  /** Whether the title has changed since the line was written. */
  readonly isRenamed: boolean;
  /** Relative to the file; null for an item without a link. */
  readonly url: string | null;
  /** Whether the target has changed since the line was written. */
  readonly isMoved: boolean;
}

/** The lines of an entry, and those before it that belong to no other. */
interface Block {
  readonly line: SummaryLine;
  readonly before: readonly string[];
  readonly own: readonly string[];
  /** The entry in front of it. */
  readonly after: string | null;
}

/**
 * Changes the lines of a SUMMARY.md that concern changed entries. All other lines stay as they are, and new ones have the bullets, the
 * indentation and the line ends of those around them. With `isAnew` no line keeps its indentation, and headings of no entry go, which would
 * hold what follows them.
 */
export function editSummary(
  text: string,
  lines: readonly SummaryLine[],
  entries: readonly ListedEntry[],
  isAnew = false,
): string {
  const all = text.split('\n').map((line) => line.replace(/\r$/, ''));
  const split = splitBlocks(all, lines);
  const { preamble, blocks, tail } = isAnew ? withoutHeadings(split) : split;
  const style = styleOf(lines, blocks);
  const parents = new Set(entries.map(({ parentId }) => parentId));
  // Lines between entries stay between those at the top; in a list they would end it.
  const notes: string[] = [];
  const written = new Map<string, WrittenLine>();
  const siblings = new Map<string | null, WrittenLine>();
  const output: string[] = [...preamble];
  let last: string | null = null;
  for (const entry of entries) {
    const block = blocks.get(entry.id);
    const parent = written.get(entry.parentId ?? '');
    const isParent = parents.has(entry.id);
    const sibling = siblings.get(entry.parentId);
    const own = writeEntry(entry, block, { parent, style, isParent, isAnew, sibling });
    const isStill = block?.after === last && own.isStill;
    if (!isStill) notes.push(...notesIn(block));
    const isTop = parent === undefined || parent.kind === 'heading';
    const between = isTop ? notes.splice(0) : [];
    output.push(...(isStill ? block.before : []), ...between);
    if (!isStill && needsBlank(own, style) && isText(output.at(-1))) output.push('');
    output.push(...own.lines);
    written.set(entry.id, own);
    siblings.set(entry.parentId, own);
    last = entry.id;
  }
  return editBody({ raw: text, read: text, wanted: [...output, ...notes, ...tail].join('\n') }).text;
}

interface SplitSummary {
  readonly preamble: readonly string[];
  readonly blocks: ReadonlyMap<string, Block>;
  readonly tail: readonly string[];
}

/** Leaves out the headings that are no entries, but for the title. */
function withoutHeadings({ preamble, blocks, tail }: SplitSummary): SplitSummary {
  const plain = (lines: readonly string[]) =>
    lines.filter((line, at) => !/^ {0,3}(?:##|#[ \t]|(?:=+|-+)[ \t]*$)/.test(line) || (at === 0 && lines === preamble));
  return {
    preamble: plain(preamble),
    blocks: new Map([...blocks].map(([id, block]) => [id, { ...block, before: plain(block.before) }])),
    tail: plain(tail),
  };
}

/** Gives each line of the file to the entry that it belongs to: what is indented below an item or follows it directly, to that item. */
function splitBlocks(all: readonly string[], lines: readonly SummaryLine[]): SplitSummary {
  const sorted = lines.toSorted((one, other) => one.line - other.line);
  const first = sorted[0]?.line ?? (all.at(-1) === '' ? all.length - 1 : all.length);
  const preamble = all.slice(0, first);
  const blocks = new Map<string, Block>();
  let before: readonly string[] = [];
  sorted.forEach((line, index) => {
    const rest = all.slice(line.line, sorted[index + 1]?.line ?? all.length);
    const length = ownLength(rest, line);
    blocks.set(line.id, { line, before, own: rest.slice(0, length), after: sorted[index - 1]?.id ?? null });
    before = rest.slice(length);
  });
  return { preamble, blocks, tail: before };
}

/** Number of lines that belong to an entry: a heading with the blank lines below it, or an item with what is indented below it. */
function ownLength(rest: readonly string[], { kind, indent }: SummaryLine): number {
  const isBelow = (line: string) => line.trim() !== '' && line.search(/\S/) > indent.length;
  const end = rest.findIndex((line, at) => at > 0 && (kind === 'item' ? !isBelow(line) : line.trim() !== ''));
  return end < 0 ? rest.length : end;
}

interface Style {
  readonly marker: string;
  readonly unit: string;
  readonly top: string;
  readonly heading: string;
  /** Whether blank lines stand between most items. */
  readonly isLoose: boolean;
}

function styleOf(lines: readonly SummaryLine[], blocks: ReadonlyMap<string, Block>): Style {
  const items = lines.filter(({ kind }) => kind === 'item');
  const marker = mostCommon(items.map((line) => line.marker).filter((one) => one !== '')) ?? '* ';
  const byId = new Map(lines.map((line) => [line.id, line]));
  const units = items.flatMap(({ parentId, indent }) => {
    const parent = byId.get(parentId ?? '');
    return parent?.kind === 'item' && indent.startsWith(parent.indent) ? [indent.slice(parent.indent.length)] : [];
  });
  const tops = items.filter(({ parentId }) => byId.get(parentId ?? '')?.kind !== 'item');
  const loose = items.filter(({ id }) => blocks.get(id)?.before.some((line) => line.trim() === '') === true);
  return {
    marker,
    unit: mostCommon(units.filter((unit) => unit !== '')) ?? ' '.repeat(marker.length),
    top: mostCommon(tops.map(({ indent }) => indent)) ?? '',
    heading: mostCommon(lines.filter(({ kind }) => kind === 'heading').map((line) => line.marker)) ?? '## ',
    isLoose: loose.length * 2 > items.length,
  };
}

function mostCommon(values: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted((one, other) => other[1] - one[1])[0]?.[0];
}

interface WrittenLine {
  readonly kind: ListedEntry['kind'];
  readonly lines: readonly string[];
  readonly indent: string;
  readonly marker: string;
  readonly parentId: string | null;
  /** Whether it is indented as it was. */
  readonly isStill: boolean;
  /** Whether it is a chapter outside of lists. */
  readonly isPlain: boolean;
}

interface Surroundings {
  readonly parent: WrittenLine | undefined;
  /** The one in front of it below the same parent. */
  readonly sibling: WrittenLine | undefined;
  readonly style: Style;
  /** Whether other entries stand below it. */
  readonly isParent: boolean;
  /** Whether it is indented anew in any case. */
  readonly isAnew: boolean;
}

function writeEntry(
  entry: ListedEntry,
  block: Block | undefined,
  { parent, sibling, style, isParent, isAnew }: Surroundings,
): WrittenLine {
  const { kind, parentId } = entry;
  const former = block?.line;
  const isSameForm = former?.kind === kind;
  const isSameDepth =
    isSameForm &&
    !isAnew &&
    former.parentId === parentId &&
    (parent === undefined || parent.isStill) &&
    !(kind === 'item' && sibling?.kind === 'item' && isBelow(former.indent, sibling));
  const { indent, marker } = isSameDepth && former.marker !== '' ? former : newStart(kind, { parent, sibling, style });
  const rest = block?.own.slice(1) ?? [];
  const isPlain = former?.marker === '' && isSameDepth && !(kind === 'item' && isParent);
  const head = isPlain ? former.indent : `${indent}${marker}`;
  const line = `${head}${former && isSameForm ? editedText(former, entry) : newText(entry)}`;
  const lines = [line, ...(isSameForm ? rest : rest.filter((one) => one.trim() !== ''))];
  return {
    kind,
    indent,
    marker,
    parentId,
    isStill: isSameDepth,
    isPlain,
    lines: kind === 'heading' && lines.length === 1 ? [line, ''] : lines,
  };
}

/** Whether a line with this indentation would be read as one below an item in front of it. */
const isBelow = (indent: string, { indent: own, marker }: WrittenLine) =>
  marker !== '' && indent.length >= own.length + marker.length;

/** The indentation and the marker of a line among others. */
function newStart(
  kind: ListedEntry['kind'],
  { parent, sibling, style }: Pick<Surroundings, 'parent' | 'sibling' | 'style'>,
): Pick<SummaryLine, 'indent' | 'marker'> {
  if (kind === 'heading') return { indent: '', marker: style.heading };
  if (sibling?.kind === 'item' && sibling.marker !== '') return { indent: sibling.indent, marker: sibling.marker };
  const indent = parent?.kind === 'item' ? `${parent.indent}${style.unit}` : style.top;
  return { indent, marker: style.marker };
}

const newText = ({ kind, label, url }: ListedEntry) =>
  kind === 'heading' || url === null ? label : `[${label}](${url})`;

/** The text of a line with its new label and URL. */
function editedText({ text, label, url }: SummaryLine, entry: ListedEntry): string {
  if (entry.kind === 'item' && (url === null) !== (entry.url === null)) return newText(entry);
  const splices = [
    ...(entry.isRenamed ? [{ ...label, text: entry.label }] : []),
    ...(entry.isMoved && url !== null && entry.url !== null
      ? [{ ...url, text: entry.url.replaceAll(/^<|>$/g, '') }]
      : []),
  ].toSorted((one, other) => other.start - one.start);
  let edited = text;
  for (const { start, end, text: part } of splices) edited = edited.slice(0, start) + part + edited.slice(end);
  return edited;
}

/** The lines before an entry that has moved, with a blank line around them; none when they are blank. */
function notesIn(block: Block | undefined): readonly string[] {
  const before = block?.before ?? [];
  return before.some((line) => line.trim() !== '') ? ['', ...before.join('\n').trim().split('\n'), ''] : [];
}

const isText = (line: string | undefined) => line !== undefined && line.trim() !== '';

const needsBlank = ({ kind, isPlain }: WrittenLine, { isLoose }: Style) => kind === 'heading' || isPlain || isLoose;
