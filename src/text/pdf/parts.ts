import { inPieces } from '../../lib/in-pieces.ts';
import type { PrintBlock, PrintEntry, PrintPart } from './document.ts';
import { partCharacters, pieceItems } from './limits.ts';
import { withBreakOpportunities } from './page-writer.ts';

/** Divides pages into parts for the compiler, at the end of pages or blocks. */
export function splitIntoParts(entries: readonly PrintEntry[]): PrintPart[] {
  const parts: PrintPart[] = [];
  let part: PrintEntry[] = [];
  let size = 0;
  const close = () => {
    if (part.length > 0) parts.push({ entries: part });
    part = [];
    size = 0;
  };
  for (const entry of entries) {
    let blocks: PrintBlock[] = [];
    let continues = entry.continues;
    const closeEntry = () => {
      part.push({ ...entry, continues, blocks });
      blocks = [];
      continues = true;
    };
    for (const block of entry.blocks.flatMap(listPieces)) {
      const characters = JSON.stringify(block).length;
      if (size + characters > partCharacters && size > 0) {
        closeEntry();
        close();
      }
      blocks.push(block);
      size += characters;
    }
    closeEntry();
  }
  close();
  return parts;
}

/** Splits a long block into several that look the same when printed in sequence. */
function listPieces(block: PrintBlock): PrintBlock[] {
  // A diagram is short, and would be shown once for each piece.
  if (block.k === 'code' && block.diagram !== undefined) return [block];
  if (block.k === 'code') return chunks(block.lines).map((lines) => ({ ...block, lines }));
  if (block.k === 'table') {
    const whole = chunks(block.whole);
    return chunks(block.rows).map((rows, at) => ({ ...block, rows, whole: whole[at] ?? [] }));
  }
  if (block.k === 'tasks') return chunks(block.items).map((items) => ({ ...block, items }));
  if (block.k === 'bullets') return chunks(block.items).map((items) => ({ ...block, items }));
  if (block.k === 'numbers')
    return chunks(block.items).map((items, at) => ({ ...block, items, start: block.start + at * pieceItems }));
  return [block];
}

const chunks = <Item>(items: readonly Item[]): (readonly Item[])[] =>
  items.length <= pieceItems ? [items] : inPieces(items, pieceItems);

/** Splits a part into two halves of its pages, or of the blocks of its only page. Null for a single block. */
export function splitInHalves({ entries }: PrintPart): [PrintPart, PrintPart] | null {
  if (entries.length > 1) {
    const middle = entries.length >> 1;
    return [{ entries: entries.slice(0, middle) }, { entries: entries.slice(middle) }];
  }
  const [entry] = entries;
  if (!entry || entry.blocks.length < 2) return null;
  const middle = entry.blocks.length >> 1;
  return [
    { entries: [{ ...entry, blocks: entry.blocks.slice(0, middle) }] },
    { entries: [{ ...entry, continues: true, blocks: entry.blocks.slice(middle) }] },
  ];
}

/** Converts a part that cannot be laid out to plain text below a note. */
export const plainPart = ({ entries }: PrintPart): PrintPart => ({
  entries: entries.map((entry) => ({
    ...entry,
    blocks: [notice, ...plainLines(wordsIn(entry.blocks).join(' '))],
  })),
});

const notice: PrintBlock = {
  k: 'hint',
  tone: 'warning',
  c: [{ k: 'paragraph', c: [{ k: 'text', v: 'The following cannot be laid out and is printed as plain text.' }] }],
};

/** Maximum length of a plain-text paragraph, and of all of them, in characters. */
const paragraphCharacters = 2_000;
const plainCharacters = 500_000;

const plainLines = (text: string): PrintBlock[] =>
  Array.from({ length: Math.ceil(Math.min(text.length, plainCharacters) / paragraphCharacters) }, (_none, at) => ({
    k: 'paragraph',
    c: [{ k: 'text', v: withBreakOpportunities(text.slice(at * paragraphCharacters, (at + 1) * paragraphCharacters)) }],
  }));

function wordsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(wordsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (typeof inner !== 'string') return wordsIn(inner);
    return shown.has(key) && inner !== '' ? [inner] : [];
  });
}

/** Members of blocks that contain visible text. */
const shown: ReadonlySet<string> = new Set(['v', 'title', 'caption', 'alt']);

/** The images in a part. */
export function listFiles(value: unknown): Set<string> {
  const files = new Set<string>();
  const walk = (inner: unknown) => {
    if (Array.isArray(inner)) for (const one of inner) walk(one);
    else if (typeof inner === 'object' && inner !== null) {
      if ('file' in inner && typeof inner.file === 'string') files.add(inner.file);
      for (const one of Object.values(inner)) if (typeof one === 'object') walk(one);
    }
  };
  walk(value);
  return files;
}
