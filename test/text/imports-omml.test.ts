import { describe, expect, it } from 'vitest';
import { texOfOmml } from '../../src/text/imports/formats/docx/omml-to-tex.ts';
import { fc } from '../setup/properties.ts';

const r = (text: string, properties = '') =>
  `<m:r>${properties && `<m:rPr>${properties}</m:rPr>`}<m:t>${text}</m:t></m:r>`;
const el = (name: string, ...children: string[]) => `<m:${name}>${children.join('')}</m:${name}>`;
const pr = (name: string, properties: Readonly<Record<string, string>>) =>
  el(`${name}Pr`, ...Object.entries(properties).map(([key, value]) => `<m:${key} m:val="${value}"/>`));
const e = (...children: string[]) => el('e', ...children);
const tex = (...children: string[]) => texOfOmml(el('oMath', ...children));
const plain = '<m:sty m:val="p"/>';
const limits = (from: string, to: string) => el('sub', from) + el('sup', to);

const forms: readonly [string, string, string][] = [
  ['a run', r('E=m'), 'E=m'],
  ['a fraction', el('f', el('num', r('a')), el('den', r('b'))), '\\frac{a}{b}'],
  ['a linear fraction', el('f', pr('f', { type: 'lin' }), el('num', r('a')), el('den', r('b'))), '{a}/{b}'],
  ['a skewed fraction', el('f', pr('f', { type: 'skw' }), el('num', r('a')), el('den', r('b'))), '{}^{a}/_{b}'],
  [
    'a binomial coefficient',
    el('d', e(el('f', pr('f', { type: 'noBar' }), el('num', r('n')), el('den', r('k'))))),
    '\\left(\\begin{matrix}{n} \\\\ {k}\\end{matrix}\\right)',
  ],
  ['a square root', el('rad', pr('rad', { degHide: '1' }), el('deg'), e(r('x'))), '\\sqrt{x}'],
  ['a root with a degree', el('rad', el('deg', r('3')), e(r('x'))), '\\sqrt[{3}]{x}'],
  ['a superscript', el('sSup', e(r('x')), el('sup', r('2'))), 'x^{2}'],
  ['a superscript of several letters', el('sSup', e(r('a+b')), el('sup', r('n'))), '{a+b}^{n}'],
  ['a subscript', el('sSub', e(r('β')), el('sub', r('i'))), '\\beta_{i}'],
  ['both scripts', el('sSubSup', e(r('x')), limits(r('i'), r('2'))), 'x_{i}^{2}'],
  ['scripts before', el('sPre', limits(r('6'), r('14')), e(r('C'))), '{}_{6}^{14}C'],
  [
    'a sum',
    el('nary', pr('nary', { chr: '∑', limLoc: 'undOvr' }), limits(r('k=0'), r('n')), e(r('k'))),
    '\\sum_{k=0}^{n}{k}',
  ],
  [
    'a sum whose limits Word has beside it',
    el('nary', pr('nary', { chr: '∑', limLoc: 'subSup' }), limits(r('k'), r('n')), e(r('k'))),
    '\\sum_{k}^{n}{k}',
  ],
  ['an integral', el('nary', limits(r('0'), r('∞')), e(r('x'))), '\\int_{0}^{\\infty}{x}'],
  [
    'an integral without limits',
    el('nary', pr('nary', { chr: '∮', subHide: '1', supHide: 'on' }), limits('', ''), e(r('F'))),
    '\\oint{F}',
  ],
  [
    'a matrix',
    el(
      'd',
      pr('d', { begChr: '[', endChr: ']' }),
      e(el('m', el('mr', e(r('a')), e(r('b'))), el('mr', e(r('c')), e(r('d'))))),
    ),
    '\\left[\\begin{matrix}a & b \\\\ c & d\\end{matrix}\\right]',
  ],
  ['an accent', el('acc', e(r('x'))), '\\hat{x}'],
  ['a vector', el('acc', pr('acc', { chr: '\u20D7' }), e(r('v'))), '\\vec{v}'],
  ['a bar', el('bar', pr('bar', { pos: 'top' }), e(r('AB'))), '\\overline{AB}'],
  ['a brace below', el('limLow', e(el('groupChr', e(r('a+b')))), el('lim', r('n'))), '\\underbrace{a+b}_{n}'],
  ['a function', el('func', el('fName', r('sin', plain)), e(r('x'))), '\\sin{x}'],
  [
    'a function with a power',
    el('func', el('fName', el('sSup', e(r('cos', plain)), el('sup', r('2')))), e(r('θ'))),
    '\\cos^{2}{\\theta}',
  ],
  ['a function of other name', el('func', el('fName', r('rank', plain)), e(r('A'))), '\\operatorname{rank}{A}'],
  [
    'a limit',
    el('func', el('fName', el('limLow', e(r('lim', plain)), el('lim', r('n→∞')))), e(r('a'))),
    '\\lim_{n\\rightarrow\\infty}{a}',
  ],
  ['delimiters', el('d', pr('d', { begChr: '⌊', endChr: '⌋' }), e(r('x'))), '\\left\\lfloor x\\right\\rfloor'],
  [
    'delimiters with separators and an open end',
    el('d', pr('d', { begChr: '{', endChr: '' }), e(r('x')), e(r('x>0'))),
    '\\left\\{x\\mid x>0\\right.',
  ],
  [
    'an array of equations',
    el('eqArr', e(r('x&amp;=1')), e(r('y&amp;=2'))),
    '\\begin{aligned}x&=1 \\\\ y&=2\\end{aligned}',
  ],
  ['Greek and operators', r('α·Γ≤±∂x∈ℝ'), '\\alpha\\cdot\\Gamma\\leq\\pm\\partial x\\in\\mathbb{R}'],
  ['characters that TeX reserves', r('5% #1 {a_b} $'), '5\\%\\ \\#1\\ \\{a\\_b\\}\\ \\text{\\textdollar}'],
  ['letters of the mathematical alphabets', r('𝑎𝒙'), 'ax'],
  ['styles', r('R', '<m:scr m:val="double-struck"/>') + r('v', '<m:sty m:val="b"/>'), '\\mathbb{R}\\mathbf{v}'],
  ['plain text', r('if a_1', '<m:nor/>'), '\\text{if a\\_1}'],
  ['a box', el('borderBox', e(r('x'))), '\\boxed{x}'],
  ['an unknown element', el('newThing', e(r('x'))) + r('y'), 'xy'],
  ['a deletion', '<w:del><m:r><m:t>x</m:t></m:r></w:del><w:ins><m:r><m:t>y</m:t></m:r></w:ins>', 'y'],
  ['references', r('a &lt; &#x3B1;'), 'a\\ <\\ \\alpha'],
];

describe('texOfOmml', () => {
  it.each(forms)('%s becomes TeX', (_, omml, expected) => {
    expect(tex(omml)).toBe(expected);
  });

  it('a formula without text, and XML that is not well-formed, are null', () => {
    expect([tex(), tex(r('')), texOfOmml('<m:oMath><m:r>'), texOfOmml('words')]).toEqual([null, null, null, null]);
  });

  it('any text in a run gives TeX without a dollar sign, a comment or an open group', () => {
    const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', minLength: 1 }), fc.boolean(), (text, isText) => {
        const made = tex(r(escaped(text), isText ? '<m:nor/>' : ''));
        if (made === null) return;
        expect(made.replaceAll(/\\[\\{}%#&_ ]/g, '')).not.toMatch(/[$%#&\\]$|[$%#&]/);
        const plain = made.replaceAll(/\\[{}]/g, '');
        expect(plain.split('{').length).toBe(plain.split('}').length);
      }),
    );
  });
});
