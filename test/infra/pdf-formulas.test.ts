import { describe, expect, it } from 'vitest';
import { formulasOf } from '../../src/infra/pdf/formulas.mjs';

const typstOf = (tex: string) => formulasOf(JSON.stringify({ k: 'math', tex }), () => true)[tex];

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
    expect(typstOf(tex)).toBe(typst);
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
    expect(typstOf(tex)).toBeUndefined();
  });
});
