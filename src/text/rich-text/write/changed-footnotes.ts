import { readSpelling } from '../../markdown/spelling.ts';
import { writeMarkdown } from '../../markdown/stringify.ts';
import { outcomeOf } from '../../../lib/text-outcome.ts';
import { contentHash } from '../content-hash.ts';
import { footnoteHead, footnoteLabel } from '../footnote-label.ts';
import { documentFromMarkdown } from '../read/document-from-markdown.ts';
import { blocksFrom } from './blocks.ts';
import { writeData, type InputPart } from './input-part.ts';
import type { GivenBlock } from './runs.ts';
import { newWriteContext } from './write-context.ts';

/** The blocks of a document, and the new texts of the footnotes that were changed, by the block that has the text. */
export interface SeparatedFootnotes {
  readonly blocks: readonly GivenBlock[];
  readonly texts: ReadonlyMap<GivenBlock, string>;
}

/** A footnote of the text, with what it was read as. */
interface Footnote {
  readonly given: GivenBlock;
  readonly label: string;
  readonly source: string;
}

type Json = Readonly<Record<string, unknown>>;

/**
 * A document shows the body of a footnote at each annotation, but its text stands elsewhere. Takes the changes of bodies out of the
 * blocks, so that these are as they were, and writes the footnotes anew. The first changed body of a label wins.
 */
export function separateFootnotes(blocks: readonly GivenBlock[], maxMs: number): SeparatedFootnotes {
  const footnotes = new Map(listFootnotes(blocks).map((footnote) => [footnote.label, footnote]));
  const texts = new Map<GivenBlock, string>();
  if (footnotes.size === 0) return { blocks, texts };
  let read: ReadonlyMap<string, unknown> | undefined;
  const readOriginal = ({ label }: Footnote) => (read ??= readBodies([...footnotes.values()], maxMs)).get(label);
  const restore = (value: unknown): unknown => {
    if (Array.isArray(value)) {
      const items: readonly unknown[] = value;
      const restored = items.map(restore);
      return restored.some((item, at) => item !== items[at]) ? restored : value;
    }
    if (typeof value !== 'object' || value === null) return value;
    const node = value as Json;
    const footnote = node['type'] === 'annotation' ? footnotes.get(labelOf(node)) : undefined;
    const [body] = Array.isArray(node['fragments']) ? (node['fragments'] as unknown[]) : [];
    const original = footnote && body !== undefined ? readOriginal(footnote) : undefined;
    const isChanged = footnote !== undefined && original !== undefined && contentHash(body) !== contentHash(original);
    if (isChanged && !texts.has(footnote.given)) texts.set(footnote.given, writeFootnote(footnote, body));
    const restored = (name: string, member: unknown) => {
      if (name === 'data') return member;
      return isChanged && name === 'fragments' ? [original] : restore(member);
    };
    const members = Object.entries(node).map(([name, member]) => [name, restored(name, member)] as const);
    return members.some(([name, member]) => member !== node[name]) ? Object.fromEntries(members) : value;
  };
  const separated = blocks.map((given): GivenBlock => {
    const { block, source } = given;
    if (source === null || source.digest === contentHash(block.value)) return given;
    const value = restore(block.value);
    return value === block.value ? given : { ...given, block: { ...block, value } };
  });
  return { blocks: separated, texts };
}

function labelOf({ data }: Json): string {
  const label = typeof data === 'object' && data !== null ? (data as Json)['label'] : undefined;
  return typeof label === 'string' ? label : '';
}

function listFootnotes(blocks: readonly GivenBlock[]): Footnote[] {
  return blocks.flatMap((given) => {
    const { block, source } = given;
    if (source === null || writeData(block)['type'] !== 'markdown') return [];
    const label = footnoteLabel(source.text);
    return label === null || source.digest !== contentHash(block.value) ? [] : [{ given, label, source: source.text }];
  });
}

/** What the bodies of footnotes are read as, by label; none when they cannot be read. */
function readBodies(footnotes: readonly Footnote[], maxMs: number): ReadonlyMap<string, unknown> {
  const references = footnotes.map(({ label }) => `[^${label}]`).join('\n\n');
  const text = `${references}\n\n${footnotes.map(({ source }) => source).join('\n\n')}`;
  const read = outcomeOf(() => documentFromMarkdown(text, { maxMs }));
  const blocks = 'value' in read ? read.value.nodes.slice(0, footnotes.length) : [];
  const bodies = blocks.map((block): unknown => findBody(JSON.parse(JSON.stringify(block))));
  return new Map(footnotes.map(({ label }, at) => [label, bodies[at]]));
}

function findBody(node: unknown): unknown {
  if (typeof node !== 'object' || node === null) return undefined;
  const { type, fragments, nodes } = node as Json;
  if (type === 'annotation' && Array.isArray(fragments)) return (fragments as unknown[])[0];
  const inside = Array.isArray(nodes) ? (nodes as unknown[]) : [];
  return inside.map(findBody).find((found) => found !== undefined);
}

/** The text of a footnote with another body. Blank lines after it stay. */
function writeFootnote({ given, label, source }: Footnote, body: unknown): string {
  const writing = newWriteContext(given.source?.addresses ?? new Map());
  const part: InputPart = { value: body, path: given.block.path };
  const text = writeMarkdown(blocksFrom(writing, part, 1), readSpelling(source)).trim();
  const [, indent = '    '] = /\n([ \t]+)\S/.exec(source) ?? [];
  const lines = text.split('\n').map((line, at) => (at === 0 || line === '' ? line : `${indent}${line}`));
  const head = footnoteHead.exec(source)?.[0] ?? `[^${label}]: `;
  return `${head}${lines.join('\n')}${source.slice(source.trimEnd().length)}`;
}
