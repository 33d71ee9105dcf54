import { describe, expect, it } from 'vitest';
import { walkPages } from '../../src/text/imports/import-tree.ts';
import { parseImport } from '../../src/text/imports/parse.ts';
import { makeZip } from './imports-archive.ts';

describe('a cell of a table in HTML', () => {
  const cellOf = async (html: string) => {
    const table = `<table><tr><th>A</th><th>B</th></tr><tr><td>${html}</td><td>b</td></tr></table>`;
    const tree = await parseImport('html', Buffer.from(`<!doctype html><title>t</title>${table}`));
    const lines = (tree.pages[0]?.markdown ?? '').trim().split('\n');
    expect(lines).toHaveLength(3);
    return /^\| (.*?) +\| b +\|$/.exec(lines[2] ?? '')?.[1];
  };

  it.each([
    ['<p>one</p>', 'one'],
    ['<p>one</p><p>two</p>', 'one<br>two'],
    ['one<br>two', 'one<br>two'],
    ['<ul><li>one</li><li>two <code>a | b</code></li></ul><p>Then:</p>', '• one<br>• two `a \\| b`<br>Then:'],
    ['<ol start="3"><li>one<ul><li>in</li></ul></li><li>two</li></ol>', '3. one<br>\u00a0\u00a0• in<br>4. two'],
    ['<div><pre>get x\n  | grep x\n\ndone</pre></div>', '`get x`<br>`\\| grep x`<br>`done`'],
    ['<h3>Title</h3>text', '**Title**<br>text'],
    ['<ul><li><input type="checkbox" checked> done</li></ul>', '• ☑ done'],
    ['<p>a &lt;br&gt; <img src="x" onerror="y"> &lt;script&gt;</p><p>b</p>', undefined],
  ])('keeps its lists, code and paragraphs on one line: %s', async (html, expected) => {
    const cell = await cellOf(html);
    if (expected === undefined) expect(cell).not.toMatch(/(?<!\\)<(?!br>)/);
    else expect(cell).toBe(expected);
  });
});

describe('a Notion export', () => {
  const id = (letter: string) => letter.repeat(32);

  it('in parts has each page once', async () => {
    const part = (...names: string[]) => makeZip(names.map((name) => ({ name, body: '# Wiki\n' })));
    const zip = makeZip([
      { name: 'Export-Part-1.zip', body: part(`Wiki ${id('a')}.md`, `Wiki ${id('a')}/One ${id('b')}.md`) },
      { name: 'Export-Part-2.zip', body: part(`Wiki ${id('a')}.md`, `Wiki ${id('a')}/Two ${id('c')}.md`) },
    ]);
    const tree = await parseImport('notion', zip);
    expect([...walkPages(tree.pages)].map(({ key }) => key)).toEqual(['Wiki.md', 'Wiki/One.md', 'Wiki/Two.md']);
  });

  it('links the rows of a database to the pages with their headings', async () => {
    const long = 'A title that is much longer than the name of a file: what/else?';
    const zip = makeZip([
      { name: `Tasks ${id('a')}.csv`, body: `Name,Done\n"${long}",Yes\nGone,No\nShort,No\n` },
      { name: `Tasks ${id('a')}/A title that is much ${id('b')}.md`, body: `# ${long}\n` },
      { name: `Tasks ${id('a')}/Short ${id('c')}.md`, body: '# Short\n' },
    ]);
    const tree = await parseImport('notion', zip);
    const [database] = [...walkPages(tree.pages)].filter(({ key }) => key === 'Tasks.md');
    expect(database?.links.map(({ target }) => target)).toEqual([
      { kind: 'page', key: 'Tasks/A title that is much.md' },
      { kind: 'page', key: 'Tasks/Short.md' },
    ]);
  });

  it('links rows of one title each to the page with its properties', async () => {
    const zip = makeZip([
      { name: `Tasks ${id('a')}.csv`, body: '\uFEFFName,Tag,Due\nSame,1,May\nSame,2,\nSame,3,\n' },
      { name: `Tasks ${id('a')}/Same ${id('b')}.md`, body: '# Same\n\nTag: 2\n' },
      { name: `Tasks ${id('a')}/Same ${id('c')}.md`, body: '# Same\n\nTag: 1\nDue: May\n' },
    ]);
    const tree = await parseImport('notion', zip);
    const [database] = [...walkPages(tree.pages)].filter(({ key }) => key === 'Tasks.md');
    expect(database?.markdown.split('\n').slice(4, 7)).toEqual([
      '| [Same](Tasks/Same%202.md) | 1 | May |',
      '| [Same](Tasks/Same.md) | 2 |  |',
      '| Same | 3 |  |',
    ]);
  });
});
