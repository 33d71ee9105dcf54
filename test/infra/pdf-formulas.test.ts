import { describe, expect, it } from 'vitest';
import { formulasOf, runWithin } from '../../src/infra/pdf/formulas.mjs';

const findTypst = (tex: string) => formulasOf(JSON.stringify({ k: 'math', tex }), () => true)[tex];

describe('formulasOf(document, isTaken)', () => {
  it.each([
    ['x^2', 'x^2'],
    [String.raw`a\hspace{1.5cm}b`, 'a #h(1.5cm) b'],
    [String.raw`a\!b`, 'a #h(-math.thin.amount) b'],
    [String.raw`\textcolor{red}{x}`, '#text(fill: red)[$x$]'],
    [String.raw`\operatorname{std}(x)`, 'op("std")(x)'],
    [String.raw`\text{50\%, a\_b}`, '"50%, a_b"'],
    [String.raw`\begin{array}{c|c}a&b\end{array}`, 'mat(delim: #none, augment: #1, align: #center, a, b)'],
  ])('the formula %s is translated for the PDF', (tex, typst) => {
    expect(findTypst(tex)).toBe(typst);
  });

  it.each([
    ['a length that reads', String.raw`\hspace{1pt*read(str.from-unicode(47)).len()}`],
    ['a length that computes', String.raw`\hspace{1pt*range(1000000000).len()}`],
    ['a length that ends early', String.raw`\hspace{1pt)+eval(str(1)}`],
    ['a colour that reads', String.raw`\textcolor{read(str.from-unicode(47))}{x}`],
    ['a colour that ends early', String.raw`\textcolor{red)[x].func()(eval(str(1))}{x}`],
    ['code', String.raw`\text{#read(x)}`],
    ['a text that ends otherwise than it seems to', String.raw`\text{a\}\text{, std.read(x)}\text{b}`],
    ['names of the library', String.raw`\image(\text{/data.json})`],
    ['the library', String.raw`\std`],
  ])('%s is printed as it was written', (_name, tex) => {
    expect(findTypst(tex)).toBeUndefined();
  });
});

describe('runWithin', () => {
  const late = Object.assign(new Error('late'), { code: 'ERR_SCRIPT_EXECUTION_TIMEOUT' });

  /** A function that needs a time limit of `neededMs`, on a machine that gives it `share` of its elapsed time. */
  function slow(neededMs: number, share: number) {
    const limits: number[] = [];
    let spent = 0;
    const run = (timeoutMs: number) => {
      limits.push(timeoutMs);
      spent += Math.min(timeoutMs, neededMs) * share;
      if (timeoutMs < neededMs) throw late;
      return 'value';
    };
    return { limits, run, spentMs: () => spent };
  }

  it('gives a function more time while other processes take the time of the machine', () => {
    const { limits, run, spentMs } = slow(300, 0.1);
    expect(runWithin(50, run, spentMs)).toBe('value');
    expect(limits).toEqual([50, 100, 200, 400]);
  });

  it.each([
    ['that has used its processor time', 300, 1, [50]],
    ['on a machine that gives it no time at all', 1_000_000, 0, [50, 100, 200, 400, 800, 1_600, 3_200]],
  ])('ends a function %s', (_name, neededMs, share, limits) => {
    const one = slow(neededMs, share);
    expect(() => runWithin(50, one.run, one.spentMs)).toThrow('late');
    expect(one.limits).toEqual(limits);
  });

  it('does not repeat a function that fails by itself', () => {
    let runs = 0;
    const fail = () => {
      runs += 1;
      throw new Error('of its own');
    };
    expect(() => runWithin(50, fail, () => 0)).toThrow('of its own');
    expect(runs).toBe(1);
  });
});
