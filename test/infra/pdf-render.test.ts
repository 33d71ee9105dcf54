import { describe, expect, it } from 'vitest';
import { renderPdf } from '../../src/infra/pdf/render.ts';

const document = {
  title: 'Images',
  emoji: '',
  subtitle: '',
  date: '1 January 2026',
  contents: false,
  entries: [],
  targets: [],
};
const limits = { timeoutMs: 60_000, memoryBytes: 2 ** 30, outputBytes: 2 ** 24 };

describe('renderPdf(document, images)', { timeout: 90_000 }, () => {
  // Linux takes 128 KiB in one argument of a program.
  it('takes as many images as their names need more than an argument of a program may have', async () => {
    const body = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>');
    const images = Array.from({ length: 600 }, (_, at) => ({ file: `${'i'.repeat(230)}${at}.svg`, body }));
    const { signal } = new AbortController();
    expect(await renderPdf(document, images, { limits, signal })).toMatchObject({ pages: expect.any(Number) });
  });

  it.each([
    ['roots in roots', Array.from({ length: 500 }, (_, at) => `${'\\sqrt{'.repeat(200)}${at}${'}'.repeat(200)}`)],
    ['roots without braces', [`${'\\sqrt'.repeat(300)} x`]],
    ['fractions in fractions', [`${'\\frac{'.repeat(200)}x${'}{2}'.repeat(200)}`]],
    [
      'a length that computes',
      [String.raw`\hspace{1pt*range(1000000000).len()}`, ...Array.from({ length: 500 }, () => 'x')],
    ],
    ['commands that nobody knows', Array.from({ length: 2_000 }, (_, at) => `\\wrong{${at}}`)],
  ])('spends seconds on %s at most', async (_name, formulas) => {
    const blocks = formulas.map((tex) => ({ k: 'math' as const, tex, v: tex }));
    const entry = { id: 'a', level: 1, fresh: true, title: 'Formulas', emoji: '', description: '', blocks };
    const { signal } = new AbortController();
    const { pages } = await renderPdf({ ...document, entries: [entry] }, [], { limits, signal });
    expect(pages).toBeGreaterThan(1);
  });

  it('does not begin what was called off already', async () => {
    const read = () => {
      throw new Error('It was read');
    };
    const signal = AbortSignal.abort(new Error('called off'));
    await expect(renderPdf({ ...document, toJSON: read } as never, [], { limits, signal })).rejects.toThrow(
      'called off',
    );
  });
});
