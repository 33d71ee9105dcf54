import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileText } from '../../src/text/html/compile-text.ts';
import { compilePart } from '../../src/text/html/openapi/compile-part.ts';
import type { DocumentReference } from '../../src/text/rich-text/content-reference.ts';
import { documentFromMarkdown } from '../../src/text/rich-text/read/document-from-markdown.ts';
import { blockTypes, inlineTypes } from '../../src/text/rich-text/document.ts';
import { runTask } from '../../src/workers/tasks.ts';
import { fill, htmlOf } from './html-checks.ts';
import { listPetParts } from './html-operation.ts';

const references: [string, DocumentReference][] = [
  ['guide.md', { kind: 'page', page: 'pag_1' }],
  ['files/manual.pdf', { kind: 'file', file: 'fil_1' }],
  ['include:../includes/legal.md', { kind: 'reusable-content', reusableContent: 'reu_1' }],
];
const compiled = compileText(readFileSync('test/data/all-blocks.md', 'utf8'), {
  hasFrontMatter: true,
  references,
  titles: ['All blocks'],
});
const icon = { findIcon: (name: string) => ({ html: `<svg aria-hidden="true"><title>${name}</title></svg>` }) };
const shown = fill(compiled, true, icon).html.html;
const hidden = fill(compiled, false).html.html;

const title = '&lt;b onclick=&quot;alert(1)&quot;&gt;&amp;amp;&#39;&quot;&lt;/b&gt;';

describe('the text with every block', () => {
  it.each<readonly [string, string]>([
    [
      'marks',
      '<strong>bold</strong>, <em>italic</em>, <del>struck</del>, <code>code</code>, <kbd>Ctrl</kbd>, x<sup>2</sup>',
    ],
    ['a colour', '<span class="ink-red paper-yellow">colour</span>'],
    ['an emoji and an icon', 'emoji 🚀, an icon <svg aria-hidden="true"><title>gear</title></svg>'],
    ['a formula', 'inline math <math><mrow><msup><mi>a</mi><mn>2</mn></msup><mo>+</mo>'],
    ['a link to another site', '<a href="https://example.org" rel="noopener">link</a>'],
    ['a mention of a heading', '<a class="mention" href="#marks">Marks</a>'],
    ['a word with a note', '<a class="noted" id="noted" href="#note" role="doc-noteref">word</a> with a note'],
    [
      'its note',
      '</p><ul class="notes" aria-label="Notes"><li id="note"><p>The body of the note</p><a class="back" href="#noted"',
    ],
    ['an image in a line', '<img class="line" src="https://example.org/i.png" alt="i">'],
    ['an expression', '<code class="expression">space.vars.name</code>'],
    ['a button', '<a class="button" href="https://example.org" rel="noopener"><svg aria-hidden="true">'],
    ['a heading', '<h2 id="marks"><a class="anchor" href="#marks">Marks</a></h2>'],
    [
      'a heading with an id set by hand',
      '<h3 id="third"><span id="a-third-level"></span><a class="anchor" href="#third">',
    ],
    ['a deep heading', '<h4 id="a-fourth-level">'],
    ['lists', '<ul><li>one</li><li>two<ol><li>nested</li></ol></li></ul><ol start="3"><li>three</li>'],
    [
      'tasks',
      '<ul class="tasks"><li><label><input type="checkbox" disabled> open</label></li><li><label><input type="checkbox" disabled checked>',
    ],
    ['a quote and a rule', '<blockquote><p>A quote</p></blockquote><hr>'],
    [
      'code',
      '<figure class="code"><figcaption>server.ts</figcaption><pre class="wrap numbers" tabindex="0" dir="ltr"><code><mark class="line"><span class="hljs-keyword">const</span> a = ',
    ],
    ['a hint', '<aside class="hint warning" role="note" aria-label="Warning"><p>A hint</p></aside>'],
    [
      'a hint with a title',
      '<aside class="hint success" role="note" aria-label="Tip"><p class="hint-title">A title</p><p>',
    ],
    ['tabs', '<div class="tabs"><details name="tabs" id="npm" open><summary>npm</summary><div><figure class="code">'],
    [
      'a second tab',
      '<details name="tabs" id="docker"><summary>Docker</summary><div><p>Text of the second tab</p></div></details>',
    ],
    ['steps', '<ol class="stepper"><li><h3 id="first">'],
    ['an expandable', '<details class="expandable" id="more-here"><summary>More'],
    [
      'columns',
      '<div class="columns"><div class="share-33"><p>Left</p></div><div class="share-67"><p>Right</p></div></div>',
    ],
    ['an image', '<figure class="image"><img src="https://example.org/plain.png" alt="Plain"></figure>'],
    [
      'an image with a variant, the third of the text',
      '<figure class="image center wide"><picture><source srcset="https://example.org/dark.png" media="(prefers-color-scheme: dark)"><img src="https://example.org/light.png" alt="Light" width="300" loading="lazy" decoding="async"></picture><figcaption>A caption</figcaption></figure>',
    ],
    [
      'a file',
      '<figure class="file"><a class="file-link" href="/~/files/fil_1">a.png <small>PNG · 1.2 MB</small></a><figcaption>The manual</figcaption></figure>',
    ],
    [
      'an embed',
      `<figure class="embed"><a class="card" href="https://example.org/video" rel="noopener"><span class="card-title">${title}</span><span class="card-text">example.org/video</span></a></figure>`,
    ],
    [
      'a card of a page',
      `<a class="card" href="/docs/pag_1"><span class="card-icon" aria-hidden="true">📄</span> <span class="card-title">${title}</span><span class="card-text">${title}</span></a>`,
    ],
    ['a formula in a box', '<div class="math" tabindex="0"><math display="block"'],
    [
      'a table',
      '<div class="table" role="group" aria-label="Table" tabindex="0"><table><thead><tr><th scope="col">Name</th><th scope="col" class="end">Size</th></tr></thead><tbody><tr><td>a</td><td class="end">1</td></tr></tbody></table></div>',
    ],
    [
      'values of a table',
      '<td>First<br>row</td><td class="end">3</td><td>Yes</td><td><span class="chip">a</span> <span class="chip">b</span></td><td><span class="rating" role="img" aria-label="4 of 5">★★★★☆</span></td>',
    ],
    [
      'files and pages of a table',
      `<a class="file-link" href="/~/files/fil_1">a.png <small>PNG · 1.2 MB</small></a></td><td><a class="mention" href="/docs/pag_1">`,
    ],
    [
      'cards',
      '<ul class="cards large"><li><img class="cover" src="/~/files/fil_1" alt="" width="800" height="400" loading="lazy" decoding="async"><div><strong>Card</strong></div><a class="card-target" href="/docs/pag_1"><span>Card</span></a></li></ul>',
    ],
    [
      'an operation',
      '<div class="openapi" id="post-pets"><section class="operation"><h3>Change a pet <span class="chip">Deprecated</span></h3><p class="route"><span class="method post">POST</span> <code>/pets/{petId}</code></p>',
    ],
    ['schemas', '<div class="openapi" id="pet-owner"><section class="schema"><h3><code>Pet</code></h3>'],
    ['a webhook', '<div class="openapi" id="post-newpet"><section class="operation"><h3>Change a pet'],
    ['a reusable content, whose ids are its own', '<h2 id="one"><a class="anchor" href="#one">One</a></h2>'],
    ['what a condition left', '<p>Only for some</p>'],
    ['a text in the middle', '<p class="center">Text in the middle</p>'],
  ])('has %s', (_what, part) => {
    expect(shown).toContain(part);
  });

  it('has every type of block and inline that is read from Markdown', () => {
    const types = new Set<string>();
    const walk = (node: any) => {
      if (node.type) types.add(node.type);
      for (const one of [...(node.nodes ?? []), ...(node.fragments ?? [])]) walk(one);
    };
    walk(documentFromMarkdown(readFileSync('test/data/all-blocks.md', 'utf8'), { references }));
    expect([...blockTypes, ...inlineTypes].filter((type) => !types.has(type))).toEqual([]);
  });

  it('keeps the words of links that lead nowhere, and nothing else of what is hidden', () => {
    expect(hidden).toContain('<div><strong>Card</strong></div></li></ul>');
    expect(hidden).not.toMatch(/onclick|class="(?:file|openapi|cover|card-target)|pag_1|fil_1|usr_1/);
    expect(hidden).toContain(
      '<a class="card" href="https://example.org/video" rel="noopener"><span class="card-title">example.org/video',
    );
  });

  it('has an outline of the two levels below its lone first heading, with the headings of included texts in their place', () => {
    expect(fill(compiled).outline.map(({ id, depth }) => [id, depth])).toEqual([
      ['marks', 1],
      ['third', 2],
      ['a-fourth-level', 3],
      ['first', 2],
      ['second', 2],
      ['one', 1],
      ['two', 2],
    ]);
    expect(compiled.description).toMatch(/^A paragraph with bold, italic, struck, code/);
  });
});

describe('a text', () => {
  it.each([
    ['code of a language that is not known is not guessed', '```nothing\nlet a = 1;\n```', '<code>let a = 1;</code>'],
    ['code beyond 20,000 characters is plain', `\`\`\`js\n${'let a;\n'.repeat(3_000)}\`\`\``, '<code>let a;\nlet a;'],
    ['a formula with an error is its source', String.raw`$$\frac{a}$$`, String.raw`<code class="tex">\frac{a}</code>`],
    ['a formula beyond 5,000 characters is its source', `$$\n${'a+'.repeat(2_600)}a\n$$`, '<code class="tex">a+a+'],
    ['a formula in colour has no style', String.raw`$$\color{red}{x}$$`, '<math'],
    [
      'a link in a heading stays the only link',
      '# A [b](https://example.org)',
      '<h2 id="a-b">A <a href="https://example.org" rel="noopener">b</a></h2>',
    ],
    [
      'a table without titles has no head',
      '<table><tr><td>a</td></tr></table>',
      '<table><tbody><tr><td>a</td></tr></tbody></table>',
    ],
    ['a URL that runs a script leads nowhere', '[a](javascript:alert)', '<p>a</p>'],
    ['an id of the page around it is not taken', '# A <a id="~menu"></a>', '<h2>A</h2>'],
  ])('%s', (_what, markdown, html) => {
    expect(htmlOf(markdown)).toContain(html);
  });

  it('that is too large for blocks is its source, without the notice for people who edit it', () => {
    const long = compileText(`${'|a'.repeat(900)}|\n${'|-'.repeat(900)}|\n${'|\n'.repeat(30)}`);
    expect(long.limit).toContain('its tables have more than');
    expect(fill(long).html.html.startsWith('<p class="source">|a|a|a')).toBe(true);
  });

  it('includes a text twice with different ids, and no text within itself without end', () => {
    const twice = '{% include "../includes/legal.md" %}\n\n{% include "../includes/legal.md" %}';
    const html = htmlOf(twice, { references });
    expect([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)).toEqual(expect.arrayContaining(['one', 'one-2']));
    expect([...html.matchAll(/href="#two[^"]*"/g)].map(([link]) => link)).toEqual([
      'href="#two"',
      'href="#two"',
      'href="#two-1"',
      'href="#two-1"',
    ]);
  });

  it('shows nothing of an include without a target, and the source of one that is an example', () => {
    const html = htmlOf(
      '{% include "gone.md" %}\n\n> {% include "gone.md" %}\n\n```markdown\n{% include "example.md" %}\n```',
    );
    expect(html).not.toContain('gone');
    expect(html).toContain('example.md');
  });

  it('is compiled by the workers to the same, as JSON', async () => {
    const markdown = '# A\n\n[b](guide.md)';
    const answer = await runTask('compileText', [markdown, { references }] as never);
    const value = compileText(markdown, { references });
    expect(answer).toMatchObject({ kind: 'done', result: JSON.stringify({ value }) });
    const part = listPetParts('schemas')[0]!;
    const answered = await runTask('compilePart', [part] as never);
    expect(answered).toMatchObject({ kind: 'done', result: JSON.stringify({ value: compilePart(part) }) });
  });

  it('is in the words and numbers of its language, and opens other sites where the site says so', () => {
    const text = compileText('[a](https://example.org)\n\n{% hint style="info" %}\nb\n{% endhint %}');
    const words = { hintInfo: 'Hinweis "x"' } as never;
    const html = fill(text, true, { words, locale: 'de', opensNewWindows: true }).html.html;
    expect(html).toContain('rel="noopener" target="_blank"');
    expect(html).toContain('aria-label="Hinweis &quot;x&quot;"');
  });
});

describe('an operation', () => {
  const html = listPetParts('operation')
    .map((part) => fill(compilePart(part)).html.html)
    .join('');
  it.each([
    [
      'parameters',
      '<dt><code>petId</code> <span class="type">integer</span> <span class="place">in the path</span> <span class="required">required</span></dt><dd><p>Which pet</p>',
    ],
    ['values that are allowed', 'Allowed values: <code>cat</code> <code>dog</code> · Default: <code>cat</code>'],
    ['five levels of a schema', 'Further levels are in the specification.'],
    [
      'the choices of a schema',
      '<summary>One of</summary><div><div class="choices"><p class="type">string</p><details class="schema"><summary>Cat</summary>',
    ],
    ['responses', '<details class="expandable"><summary><code class="status status-2">200</code> Done</summary>'],
    ['an example made of the schema', '<span class="hljs-attr">&quot;mail&quot;</span>'],
    ['a request for curl', 'curl -X POST '],
    ['the values of the path and the query', 'https://api.example.org/v1/pets/7?dry-run=true'],
    ['a request for Python', 'requests.request('],
  ])('has %s', (_what, part) => {
    expect(html).toContain(part);
  });

  it('of a schema with very many members stops', () => {
    const properties = Object.fromEntries(Array.from({ length: 5_000 }, (_none, at) => [`m${at}`, { type: 'string' }]));
    const { pieces } = compilePart({ name: 'Wide', schema: { properties } });
    expect(JSON.stringify(pieces).match(/<dt>/g)).toHaveLength(2_000);
  });
});
