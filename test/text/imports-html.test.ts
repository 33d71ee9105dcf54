import { describe, expect, it } from 'vitest';
import { readMarkdownFacts } from '../../src/text/markdown/markdown-facts.ts';
import { convertHtml } from '../../src/text/imports/formats/html/html.ts';
import { parseMarkdown } from '../../src/text/markdown/parser.ts';
import { xssVectors } from './imports-xss.ts';
import { allOrTenth } from '../setup/size.ts';
import { fc } from '../setup/properties.ts';
import { mainThreadMs } from '../setup/thread-time.ts';

const toMarkdown = (html: string) => convertHtml('page.html', html).markdown;

interface Node {
  readonly type: string;
  readonly url?: string;
  readonly value?: string;
  readonly children?: readonly Node[];
}

/** The tags that imports write, without attributes. */
const writtenTags = /^(?:<br>|<\/?(?:details|sub|sup)>|<summary>[^<>]*<\/summary>)$/;

/** Active content in a Markdown text: raw HTML, and URLs with other schemes. */
function findDangers(markdown: string): string[] {
  const dangers: string[] = [];
  const walk = (node: Node) => {
    if (node.type === 'html' && !writtenTags.test(node.value ?? '')) dangers.push('html');
    if (node.url !== undefined) {
      const scheme = /^[^/?#]*?:/.exec(node.url.replaceAll(/[\p{Cc}\s]/gu, ''))?.[0].toLowerCase();
      if (scheme !== undefined && !['http:', 'https:', 'mailto:', 'tel:'].includes(scheme)) dangers.push(node.url);
    }
    node.children?.forEach(walk);
  };
  walk(parseMarkdown(markdown));
  return dangers;
}

describe('convertHtml(path, html)', () => {
  it('emphasis beside Chinese, Japanese and Korean is written without character references', () => {
    const html = '<p>在<em>这里。</em>吗 <b>テスト。</b>テスト a<del>「x」</del>b 한<strong>(국)</strong>어</p>';
    expect(toMarkdown(html).trim()).toBe('在*这里。*吗 **テスト。**テスト a~~「x」~~b 한**(국)**어');
  });

  it('boxes that open and small letters keep their tags, without attributes', () => {
    const html =
      '<p>H<sub id="a">2</sub>O x<sup><a href="#n">1</a></sup><sub></sub></p>' +
      '<details open><summary>Read <b>more</b> &lt;b&gt;</summary>Text <p>and</p><ul><li><details><p>inner</p></details></li></ul></details>' +
      '<table><tr><th>A</th></tr><tr><td><details><summary>cell</summary><p>x<sup>2</sup></p></details></td></tr></table>';
    expect(toMarkdown(html)).toBe(
      'H<sub>2</sub>O x<sup>[1](#n)</sup>\n\n' +
        '<details>\n\n<summary>Read more &lt;b&gt;</summary>\n\nText\n\nand\n\n' +
        '- <details>\n\n  inner\n\n  </details>\n\n</details>\n\n' +
        '| A                     |\n| --------------------- |\n| cell<br>x<sup>2</sup> |\n',
    );
  });

  it('headings, lists, tables, code with its language, tasks and quotes become Markdown', () => {
    const html = `<h1>One</h1><p>a <b>b</b> <i>c</i> <code>d</code> <del>e</del><br>f</p>
      <ul><li>x<ul><li>y</li></ul></li></ul><ol start="3"><li>z</li></ol>
      <table><thead><tr><th>A</th><th align="right">B</th></tr></thead><tbody><tr><td>1|2</td><td>3</td></tr></tbody></table>
      <pre><code class="hljs language-ts">let a = '&lt;b&gt;';\n</code></pre>
      <div class="highlight-source-shell"><pre>ls -l</pre></div>
      <ul><li><input type="checkbox" checked> done</li></ul><blockquote><p>q</p></blockquote><hr>`;
    expect(toMarkdown(html)).toBe(
      [
        '# One\n',
        'a **b** *c* `d` ~~e~~\\',
        'f\n',
        '- x',
        '  - y\n',
        '3. z\n',
        '| A    |  B |',
        '| ---- | -: |',
        '| 1\\|2 |  3 |\n',
        "```ts\nlet a = '<b>';\n```\n",
        '```shell\nls -l\n```\n',
        '- [x] done\n',
        '> q\n',
        '---\n',
      ].join('\n'),
    );
  });

  it('only the main element of a document is converted, and gives the title', () => {
    const page = (body: string) => {
      const { markdown, title } = convertHtml(
        'p.html',
        `<title>Head | Site</title><nav>N</nav>${body}<footer>F</footer>`,
      );
      return [markdown.trim(), title];
    };
    expect(page('<p>out</p><main><h1>In</h1></main>')).toEqual(['# In', 'In']);
    expect(page('<p>out</p><article>In</article>')).toEqual(['In', 'Head | Site']);
    expect(page('<p>out</p><div role="main">In</div>')).toEqual(['In', 'Head | Site']);
    expect(page('<article>A</article><article>B</article>')).toEqual(['A\n\nB', 'Head | Site']);
  });

  it('the description of a page is its meta description', () => {
    expect(convertHtml('p.html', '<meta name="description" content=" D\n e ">x').description).toBe('D e');
  });

  it('embedded images become files below the path of the page', () => {
    const png = Buffer.from('89504e470d0a1a0a00', 'hex').toString('base64');
    const page = convertHtml(
      'a b/c d.html',
      `<img alt=x src="data:image/png;base64,${png}"><img src="data:image/svg+xml;base64,${btoa('<svg onload=x>')}">
       <img src="data:image/png;base64,${btoa('<html>')}"><img src="data:text/html;base64,${png}"><img data-src="/e.png" src="data:,">`,
    );
    expect(page.markdown.trim()).toBe('![x](c%20d.html.images/1.png)![](c%20d.html.images/2.svg) ![](/e.png)');
    expect(page.files.map(({ key, contentType, body }) => [key, contentType, body.length])).toEqual([
      ['a b/c d.html.images/1.png', 'image/png', 9],
      ['a b/c d.html.images/2.svg', 'image/svg+xml', 14],
    ]);
  });

  it('what a page hides from everybody is left out, and what it opens is not', () => {
    const { markdown, leftOut } = convertHtml(
      'p',
      `<p>Seen<span style="color: red; display:none">A</span></p><p hidden>B</p><div style="visibility : hidden">C</div>
       <a href="#x" data-toggle>More</a><div id="x" hidden><p>Opened</p></div>
       <button aria-controls="y z">All</button><div id="z" style="display: none"><p>Too</p></div><div hidden="until-found">Found</div>`,
    );
    expect(markdown.trim()).toBe('Seen\n\n[More](#x)\n\n<a id="x"></a>Opened\n\nToo\n\nFound');
    expect(leftOut).toBe(
      'Left out, because Markdown does not express it: 1 <button>. Left out, because the page shows it to nobody: 3 hidden parts',
    );
  });

  it('buttons in sentences are bold, those of the page are counted, and those of code are none of the text', () => {
    const { markdown, leftOut } = convertHtml(
      'p',
      `<p>Press <button class="b">Save</button>.</p><li>Or <em><button>No</button></em></li><div><button>Sign up</button></div>
       <div class="language-js"><button>Wrap</button><pre><code>a</code></pre></div><p>x <button title="Copy"> Take</button></p>`,
    );
    expect(markdown.trim()).toBe('Press **Save**.\n\n- Or ***No***\n\n```js\na\n```\n\nx');
    expect(leftOut).toBe('Left out, because Markdown does not express it: 1 <button>');
  });

  it('pictures keep a width below that of the text, and no other', () => {
    const html = `<p><img src="a b.png" alt='A "view" <b>' width="300"> <img src="https://a.test/c.png?d=e&f" style="max-width: 9px; width: 48.4px"></p>
      <p><img src="a.png" width="1200"> <img src="a.png" width="16"> <img src="a.png" width="300" height="200"></p><p><img src="javascript:1" width="300"></p>`;
    expect(toMarkdown(html).trim().split('\n\n')).toEqual([
      '<img src="a%20b.png" alt="A &quot;view&quot; &lt;b&gt;" width="300" /> <img src="https://a.test/c.png?d=e&amp;f" alt="" width="48" />',
      '![](a.png) ![](a.png) ![](a.png)',
      '![]()',
    ]);
  });

  it('relative URLs become absolute by the base element when the URL of the page is known', () => {
    const html = '<a href="b.html#c">1</a> <a href="#d">2</a> <img src="../e.png">';
    const { markdown } = convertHtml('p', html, { baseUrl: 'https://a.b/x/y.html' });
    expect(markdown.trim()).toBe('[1](https://a.b/x/b.html#c) [2](#d) ![](https://a.b/e.png)');
    const based = convertHtml('p', `<base href="/z/">${html}`, { baseUrl: 'https://a.b/x/y.html' });
    expect(based.markdown).toContain('[1](https://a.b/z/b.html#c)');
    expect(toMarkdown(html).trim()).toBe('[1](b.html#c) [2](#d) ![](../e.png)');
  });

  it('headings keep their ids and lose their permalinks', () => {
    const page = convertHtml(
      'p',
      '<h1 id="top">One<a class="headerlink" href="#top">¶</a></h1><section id="s"><h2><a name="old"></a>Two</h2></section>',
    );
    expect(page.headingIds).toEqual([['top'], ['old', 's']]);
    expect(readMarkdownFacts(page.markdown).anchors).toEqual(['one', 'two']);
  });

  it('text that looks like Markdown or HTML is escaped', () => {
    const text = '[x](javascript:alert(1)) <img src=x onerror=1> *a* # b <script>c</script> &lt; ![y](z) <http://q>';
    const markdown = toMarkdown(`<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`);
    expect(findDangers(markdown)).toEqual([]);
    expect(readMarkdownFacts(markdown).urls.map(({ url }) => url)).toEqual([]);
  });

  it('the table of XSS vectors has at least forty', () => {
    expect(new Set(xssVectors).size).toBeGreaterThanOrEqual(100);
  });

  it.each(xssVectors)('the HTML %j loses all active content', (vector) => {
    for (const html of [
      vector,
      `<main><p>a</p>${vector}<p>b</p></main>`,
      `<table><tr><td>${vector}</td></tr></table>`,
      `<h2>${vector}</h2>`,
    ]) {
      const markdown = toMarkdown(html);
      expect(findDangers(markdown)).toEqual([]);
    }
  });

  it('random combinations of XSS vectors lose all active content', () => {
    const pieces = [
      '<a href="',
      'javascript:',
      'alert(1)',
      '">',
      '</a>',
      '<img src=',
      '<svg>',
      '<math>',
      '<style>',
      '<p>',
      '`',
      '```\n',
      '[x](',
      ')',
      '<',
      '>',
      '&lt;',
      '&#106;',
      'script',
      '\n',
      '\n\n',
      '    ',
      '\\',
      '"',
      "'",
      '<pre>',
      '<code>',
      '</code>',
      '<table><tr><td>',
      '|',
      '-->',
      '<!--',
      '<h1>',
      '&amp;',
      'colon;',
      '<li>',
      '* ',
      '# ',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 30 }), (parts) => {
        expect(findDangers(toMarkdown(parts.join('')))).toEqual([]);
      }),
      { numRuns: allOrTenth(300) },
    );
  });

  const hostile: [string, string][] = [
    ['100,000 open elements', '<div>'.repeat(100_000)],
    [
      'formatting that repeats in each paragraph',
      Array.from({ length: 20_000 }, (_, at) => `<p><font id=${at}>x`).join(''),
    ],
    [
      'formatting closed where that does nothing',
      `${Array.from({ length: 400 }, (_, at) => `<b id=${at}>`).join('')}<table><td>${'</b>'.repeat(400)}</td></table>${'<p>x'.repeat(50_000)}`,
    ],
    ['many paragraphs in a deep page', `${'<div>'.repeat(500)}${'<p>x'.repeat(200_000)}`],
    ['nested tables', '<table><tr><td>'.repeat(10_000)],
  ];
  it.each(hostile)('a document with %s is refused within one second', (_, html) => {
    const before = mainThreadMs();
    expect(() => toMarkdown(html)).toThrow(expect.objectContaining({ type: 'import_refused', status: 400 }));
    expect(mainThreadMs() - before).toBeLessThan(1_000);
  });

  it('a long ordinary page is converted', () => {
    const html = '<div><p>Some <b>text</b> and <a href="x">a link</a><ul><li>one<li>two</ul></div>'.repeat(500);
    expect(toMarkdown(html).match(/\*\*text\*\*/g)).toHaveLength(500);
  });
});
