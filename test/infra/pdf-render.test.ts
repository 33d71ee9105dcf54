import { describe, expect, it } from 'vitest';
import { withPress, type PrintImage } from '../../src/infra/pdf/render.ts';
import { allOr } from '../setup/size.ts';
import { patienceMs } from '../setup/patience.ts';

const front = { title: 'Images', emoji: '', subtitle: '', date: '1 January 2026', contents: [] };
const limits = { timeoutMs: patienceMs, joinMs: patienceMs, memoryBytes: 2 ** 30, outputBytes: 2 ** 24 };

const print = (parts: readonly object[], images: readonly PrintImage[], signal = new AbortController().signal) =>
  withPress(front, { limits, signal }, async (press) => {
    for (const part of parts) await press.add(JSON.stringify(part), images);
    return press.finish();
  });

describe('withPress', () => {
  // Linux limits an argument of a program to 128 KiB.
  it('a PDF may have more images than fit into the arguments of a process', async () => {
    const body = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>');
    const images = Array.from({ length: 600 }, (_, at) => ({ file: `${'i'.repeat(230)}${at}.svg`, body }));
    expect(await print([{ entries: [] }], images)).toMatchObject({ pages: expect.any(Number) });
  });

  it.each([
    [
      'roots in roots',
      Array.from({ length: allOr(500, 50) }, (_, at) => `${'\\sqrt{'.repeat(200)}${at}${'}'.repeat(200)}`),
    ],
    ['roots without braces', [`${'\\sqrt'.repeat(300)} x`]],
    ['fractions in fractions', [`${'\\frac{'.repeat(200)}x${'}{2}'.repeat(200)}`]],
    [
      'a length that computes',
      [String.raw`\hspace{1pt*range(1000000000).len()}`, ...Array.from({ length: allOr(500, 50) }, () => 'x')],
    ],
    ['commands that nobody knows', Array.from({ length: allOr(2_000, 200) }, (_, at) => `\\wrong{${at}}`)],
  ])('rendering %s to PDF ends within seconds', async (_name, formulas) => {
    const blocks = formulas.map((tex) => ({ k: 'math' as const, tex, v: tex }));
    const entry = {
      id: 'a',
      level: 1,
      fresh: true,
      title: 'Formulas',
      emoji: '',
      description: '',
      blocks,
      continues: false,
    };
    const { pages } = await print([{ entries: [entry] }], []);
    expect(pages).toBeGreaterThan(1);
  });

  it('a PDF whose signal is already aborted is not rendered', async () => {
    const image = {
      get file(): string {
        throw new Error('It was read');
      },
      body: Buffer.from(''),
    };
    const signal = AbortSignal.abort(new Error('called off'));
    await expect(print([{ entries: [] }], [image], signal)).rejects.toThrow('called off');
  });
});
