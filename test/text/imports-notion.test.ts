import { expect, test } from 'vitest';
import { reportPages } from '../../src/text/imports/tree/page-report.ts';
import { walkPages } from '../../src/text/imports/import-tree.ts';
import { parseImport } from '../../src/text/imports/parse.ts';
import { onePixel } from '../source-server.ts';
import { makeZip } from './imports-archive.ts';
import { linksOf, pageOf } from './imports-wiki-archive.ts';

const id = '0123456789abcdef0123456789abcdef';

test('the icon, the cover and the description of a page of Notion are fields of the page', async () => {
  const head =
    '<img class="page-cover-image" src="Page/cover.png"><div class="page-header-icon"><span class="icon">🚀</span></div><h1 class="page-title">Page</h1><p class="page-description">What it is</p>';
  const html = `<html><head><title>Page</title></head><body><article class="page"><header>${head}</header><div class="page-body"><p>Text</p></div></article></body></html>`;
  const archive = makeZip([
    { name: `Page ${id}.html`, body: html },
    { name: 'Page/cover.png', body: onePixel },
  ]);
  const tree = await parseImport('notion', archive, {});
  const [page] = walkPages(tree.pages);
  expect(page).toMatchObject({ emoji: '🚀', description: 'What it is', markdown: '# Page\n\nText\n' });
  expect(page?.cover?.target).toMatchObject({ kind: 'file', key: 'Page/cover.png' });
});

test('the rows of a database that a page has no room for are named in the report', async () => {
  const rows = Array.from({ length: 1_010 }, (_, at) => `Row ${at}`).join('\n');
  const tree = await parseImport('notion', makeZip([{ name: `Tasks ${id}.csv`, body: `Name\n${rows}\n` }]), {});
  expect(reportPages(tree).map(({ reason }) => reason)).toEqual(['11 rows are left out of the database, beyond 1000']);
});

test('properties of a page of Notion stand on a line each, and what they name and where addresses of Notion lead are links', async () => {
  const other = '1123456789abcdef0123456789abcdef';
  const folder = `Page%20${id}`;
  const markdown = `# Page

Owner: Ann
Next: Other (${folder}/Other%20${other}.md), Gone (gone.md)
Files: ${folder}/plan.pdf

[by its address](https://www.notion.so/Other-${other}?pvs=21), [elsewhere](https://www.notion.so/X-${'f'.repeat(32)})

<aside>
<img src="https://www.notion.so/icons/light.svg" alt="https://www.notion.so/icons/light.svg" width="40px" />

In a box

</aside>
`;
  const tree = await parseImport(
    'notion',
    makeZip([
      { name: `Page ${id}.md`, body: markdown },
      { name: `Page ${id}/Other ${other}.md`, body: '# Other\n\nNote: one line stays\n' },
      { name: `Page ${id}/plan.pdf`, body: 'x' },
      { name: `Page ${id}/Tasks ${'a'.repeat(32)}.csv`, body: `Name,Of\nOne,Other (Other%20${other}.md)\n` },
    ]),
    {},
  );
  expect(pageOf(tree, 'Page').markdown).toBe(`# Page

Owner: Ann\\
Next: [Other](${folder}/Other%20${other}.md), Gone (gone.md)\\
Files: [plan.pdf](${folder}/plan.pdf)

[by its address](https://www.notion.so/Other-${other}?pvs=21), [elsewhere](https://www.notion.so/X-${'f'.repeat(32)})

{% hint style="info" %}
In a box
{% endhint %}
`);
  expect(linksOf(tree, 'Page')).toEqual([
    'Page/Other.md',
    'file Page/plan.pdf',
    'Page/Other.md',
    `https://www.notion.so/X-${'f'.repeat(32)}`,
  ]);
  expect(linksOf(tree, 'Tasks')).toEqual(['Page/Other.md']);
  expect(pageOf(tree, 'Other').markdown).toBe('# Other\n\nNote: one line stays\n');
  expect(reportPages(tree)).toEqual([]);
});

test('a box of Notion in an item of a list is a box', async () => {
  const markdown = '# Page\n\n- Item\n    \n    <aside>\n    📚 Text\n    \n    </aside>\n    \n';
  const tree = await parseImport('notion', makeZip([{ name: `Page ${id}.md`, body: markdown }]), {});
  expect(pageOf(tree, 'Page').markdown).toBe(
    '# Page\n\n- Item\n    \n    {% hint style="info" %}\n    📚 Text\n    {% endhint %}\n    \n',
  );
});

test('a file of Notion is called by its name', async () => {
  const html = `<article class="page"><header><h1 class="page-title">Page</h1></header><div class="page-body"><figure><div class="source"><a href="Page%20${id}/a.pdf">Page ${id}/a.pdf</a></div></figure></div></article>`;
  const archive = makeZip([
    { name: `Page ${id}.html`, body: html },
    { name: `Page ${id}/a.pdf`, body: '%PDF-1.4' },
  ]);
  const tree = await parseImport('notion', archive, {});
  expect(pageOf(tree, 'Page').markdown).toContain('[a.pdf](');
  expect(linksOf(tree, 'Page')).toEqual(['file Page/a.pdf']);
});
