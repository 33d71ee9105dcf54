import { describe, expect, it } from 'vitest';
import { convertHtml } from '../../src/text/imports/formats/html/html.ts';
import { walkPages } from '../../src/text/imports/import-tree.ts';
import { parseImport } from '../../src/text/imports/parse.ts';
import { makeZip } from './imports-archive.ts';

const markdownOf = (body: string) => convertHtml('a.html', `<html><body>${body}</body></html>`).markdown;

const katex = (tex: string) =>
  `<span class="katex"><span class="katex-mathml"><math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><mi>E</mi></mrow><annotation encoding="application/x-tex">${tex}</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span class="base">E</span></span></span>`;

describe('formulas in HTML', () => {
  it('are imported as their TeX, byte for byte', () => {
    expect(
      markdownOf(
        `<figure class="equation"><span class="katex-display">${katex('E=mc^2_a * \\frac{1}{2}')}</span></figure>`,
      ),
    ).toBe('$$\nE=mc^2_a * \\frac{1}{2}\n$$\n');
    expect(markdownOf(`<p>With ${katex('x_1*y_2')} in a line</p>`)).toBe('With $$x_1*y_2$$ in a line\n');
  });

  it('bring no active content', () => {
    const hostile = markdownOf(
      `<p>${katex('&lt;script&gt;alert(1)&lt;/script&gt;')} ${katex('[a](javascript:alert(1))')}</p>`,
    );
    expect(hostile).not.toMatch(/<script|javascript:/);
  });
});

describe('emphasis in HTML', () => {
  it('that begins or ends in a space leaves the space outside, so that Markdown has no character references', () => {
    expect(
      markdownOf('<p>a <strong>bold </strong>b and <em> it</em>c <b>x</b><strong> </strong>y<i></i><b> z</b></p>'),
    ).toBe('a **bold** b and *it*c **x** y **z**\n');
  });
});

describe('an export of Notion', () => {
  it('keeps toggle headings as headings, with what they fold below them', async () => {
    const toggle = (size: number, title: string) =>
      `<details open=""><summary style="font-weight:600;font-size:${size}em;line-height:1.3;margin:0">${title}</summary><div class="indented"><p>Inside ${title}</p></div></details>`;
    const page = `<html><head><title>T</title></head><body><article class="page sans"><header><h1 class="page-title">T</h1></header><div class="page-body">${toggle(1.5, 'Two')}${toggle(1.25, 'Three')}<ul class="toggle"><li><details open=""><summary>Plain</summary><p>Text</p></details></li></ul></div></article></body></html>`;
    const archive = makeZip([{ name: 'T 0123456789abcdef0123456789abcdef.html', body: page }]);
    const [first] = [...walkPages((await parseImport('notion', archive)).pages)];
    expect(first?.markdown).toBe(
      '# T\n\n## Two\n\nInside Two\n\n### Three\n\nInside Three\n\n' +
        '- <details>\n\n  <summary>Plain</summary>\n\n  Text\n\n  </details>\n',
    );
  });
});
