import { describe, expect, it } from 'vitest';
import { addPart } from '../../../src/domain/exchange/pdf/add-part.ts';
import { dividePart } from '../../../src/text/pdf/divide-part.ts';
import { pieceItems } from '../../../src/text/pdf/limits.ts';
import { splitInHalves, splitIntoParts } from '../../../src/text/pdf/parts.ts';
import { writtenPart } from '../../../src/text/pdf/write-parts.ts';
import type { PrintBlock, PrintEntry, PrintPart } from '../../../src/text/pdf/document.ts';
import { withPress } from '../../../src/infra/pdf/render.ts';
import { readPdf } from '../../rest/exchange/read-pdf.ts';
import { allOrTenth } from '../../setup/size.ts';
import { fc } from '../../setup/properties.ts';
import { patienceMs } from '../../setup/patience.ts';

const paragraph = (text: string): PrintBlock => ({ k: 'paragraph', c: [{ k: 'text', v: text }] });

const page = (id: string, blocks: readonly PrintBlock[]): PrintEntry => ({
  id,
  continues: false,
  level: 1,
  fresh: true,
  title: `Title of ${id}`,
  emoji: '',
  description: '',
  blocks,
});

/** Joins the pages of all parts. */
function joined(parts: readonly PrintPart[]): PrintEntry[] {
  const entries: PrintEntry[] = [];
  for (const entry of parts.flatMap((part) => part.entries)) {
    const last = entries.at(-1);
    if (entry.continues && last?.id === entry.id)
      entries[entries.length - 1] = { ...last, blocks: [...last.blocks, ...entry.blocks] };
    else entries.push(entry);
  }
  return entries;
}

const aBlock = fc.oneof(
  fc.integer({ min: 1, max: 400_000 }).map((length) => paragraph('w'.repeat(length))),
  fc
    .integer({ min: 1, max: 3 * pieceItems })
    .map((lines): PrintBlock => ({ k: 'code', title: '', lines: Array.from({ length: lines }, () => []) })),
);
const pages = fc
  .array(fc.array(aBlock, { maxLength: 6 }), { maxLength: 5 })
  .map((all) => all.map((blocks, index) => page(`p${index}`, blocks)));

/** Returns the lines of all blocks, with divided blocks joined. */
const lines = ({ blocks }: PrintEntry) =>
  blocks.flatMap((block) => (block.k === 'code' ? block.lines.map(() => 'line') : [JSON.stringify(block)]));

describe('parts of a PDF', () => {
  it('the parts of any pages hold all their blocks in order, and each page has one title', () => {
    fc.assert(
      fc.property(pages, (entries) => {
        const parts = joined(splitIntoParts(entries));
        expect(parts.map(({ id, continues }) => [id, continues])).toEqual(entries.map(({ id }) => [id, false]));
        expect(parts.map(lines)).toEqual(entries.map(lines));
      }),
      { numRuns: allOrTenth(50) },
    );
  });

  it('the halves of a part hold together what the part holds', () => {
    fc.assert(
      fc.property(pages, (entries) => {
        const halves = splitInHalves({ entries });
        if (halves) expect(joined(halves)).toEqual(entries);
        else expect(entries.length < 2 && (entries[0]?.blocks.length ?? 0) < 2).toBe(true);
      }),
      { numRuns: allOrTenth(50) },
    );
  });

  it('a block that the compiler refuses is printed as plain text with a word, and all others as they are', async () => {
    const refused: PrintBlock = {
      k: 'table',
      columns: -1,
      aligns: [],
      head: [],
      even: false,
      rows: [[[paragraph('words of the refused table')]]],
      whole: [false],
    };
    const part = {
      entries: [
        page('one', [paragraph('before the table'), refused, paragraph('after the table')]),
        page('two', [
          paragraph('another page'),
          { k: 'image', file: 'gone.png', alt: 'a missing picture', caption: '', width: null },
        ]),
      ],
    };
    const front = { title: 'Refused', emoji: '', subtitle: '', date: '', contents: [] };
    const limits = { timeoutMs: patienceMs, joinMs: patienceMs, memoryBytes: 2 ** 30, outputBytes: 2 ** 24 };
    const { signal } = new AbortController();
    const { body } = await withPress(front, { limits, signal }, async (press) => {
      await addPart(press, writtenPart(part), {
        images: [],
        endMs: Infinity,
        divide: async (...given) => dividePart(...given),
      });
      return press.finish();
    });
    const { all, outline } = await readPdf(body);
    const order = [
      'Title of one',
      'before the table',
      'The following cannot be laid out',
      'words of the refused table',
      'after the table',
      'Title of two',
      'another page',
      'a missing picture',
    ].map((words) => all.indexOf(words));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(order).not.toContain(-1);
    expect(all.split('cannot be laid out')).toHaveLength(2);
    expect(outline.map(({ title }) => title)).toEqual(['Title of one', 'Title of two']);
  });
});
