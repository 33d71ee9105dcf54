import { describe, expect, it } from 'vitest';
import type { ImportedPage, ImportTree } from '../../src/text/imports/import-tree.ts';
import { walkPages } from '../../src/text/imports/import-tree.ts';
import type { ImportOrigin } from '../../src/text/imports/formats/body.ts';
import { parseImport, type ParsedSource } from '../../src/text/imports/parse.ts';
import { googleExportUrl } from '../../src/text/imports/formats/google-url.ts';
import { onePixel } from '../source-server.ts';
import { makeZip, sketch } from './imports-archive.ts';
import {
  confluenceSpace,
  googleArchive,
  googleDocument,
  notionHtml,
  notionMarkdown,
  wikiArchive,
  wordDocument,
} from './imports-exports.ts';

const parse = (source: ParsedSource, body: Buffer, origin: ImportOrigin = {}) => parseImport(source, body, origin);

const pageOf = (tree: ImportTree, title: string): ImportedPage => {
  const page = [...walkPages(tree.pages)].find((candidate) => candidate.title === title);
  if (!page)
    throw new Error(`No page "${title}" among ${[...walkPages(tree.pages)].map((one) => one.title).join(', ')}`);
  return page;
};

/** Every link of a page as written, and its target. */
const listLinks = (tree: ImportTree, title: string) =>
  pageOf(tree, title).links.map(({ target }) => {
    if (target.kind === 'page') return `${target.key}${target.anchor === undefined ? '' : `#${target.anchor}`}`;
    if (target.kind === 'file') return `file ${target.key}`;
    return target.kind === 'url' ? target.url : 'broken';
  });

describe("parseImport('docx')", () => {
  it('the text before the first heading becomes a parent page, and each heading of level 1 a child page', async () => {
    const tree = await parse('docx', wordDocument(), { name: 'handbook.docx' });
    expect(sketch(tree.pages)).toEqual([
      'handbook "Handbook"',
      '  first-steps "First steps"',
      '  reference "Reference"',
    ]);
    expect(pageOf(tree, 'Handbook').markdown).toBe(
      '# Handbook\n\nFor **everybody** who *reads*, see [below](reference.html#settings).\n',
    );
    expect(listLinks(tree, 'Handbook')).toEqual(['reference.html#settings']);
  });

  it('lists, tables, code, images and links of a Word document are kept', async () => {
    const tree = await parse('docx', wordDocument(), { name: 'handbook.docx' });
    expect(pageOf(tree, 'First steps').markdown).toBe(
      [
        '# First steps\n',
        '- One',
        '  - Nested',
        '- Two\n',
        '```',
        'npm install',
        'npm start',
        '```\n',
        '![A dot](first-steps.html.images/1.png)\n',
        '[Elsewhere](https://example.org/)\n',
      ].join('\n'),
    );
    expect(pageOf(tree, 'Reference').markdown).toContain('| Name | Value |\n| ---- | ----- |\n| port | 80    |');
    expect(tree.files.map(({ key, contentType, body }) => [key, contentType, onePixel.equals(body as Buffer)])).toEqual(
      [['first-steps.html.images/1.png', 'image/png', true]],
    );
    expect(tree).toMatchObject({ skipped: [], warnings: [], totalResources: 4 });
  });

  it('a Word document with one heading becomes one page', async () => {
    const tree = await parse('docx', wordDocument({ headings: ['Only one'] }), { name: 'x.docx' });
    expect(sketch(tree.pages)).toEqual(['x "Handbook"']);
  });
});

describe("parseImport('confluence')", () => {
  it('the pages of Confluence are ordered and nested as in index.html, without the name of the space in titles', async () => {
    const tree = await parse('confluence', confluenceSpace());
    expect(sketch(tree.pages)).toEqual([
      'home_65601 "Team Home"',
      '  install_65602 "Install"',
      '    from-source_65604 "From source"',
      '  operate_65603 "Operate & more"',
      'stray_65605 "Stray"',
    ]);
  });

  it('the macros of Confluence become blocks, code and tasks, and the layout around the page is removed', async () => {
    const { markdown } = pageOf(await parse('confluence', confluenceSpace()), 'Install');
    expect(markdown).toBe(
      [
        '# Install\n',
        '## Before you begin\n',
        '{% hint style="warning" %}\n',
        '**Careful**\n',
        'Back up *first*.\n',
        '{% endhint %}\n',
        '```bash',
        'npm install --save "x" && echo <done>',
        '```\n',
        '- [x] Read this',
        '- [ ] Do it 🙂\n',
        '<details>\n\n<summary>See more</summary>\n\nFolded, says Pat\n\n</details>\n',
        '| Name | Value |',
        '| ---- | ----- |',
        '| port | 80    |\n',
        'See [Operate](Operate_65603.html#Operate\\&more-Limits), [the report](attachments/65602/65700.pdf) and',
        '![](attachments/65602/65701.png?version=1\\&modificationDate=1).\n',
      ]
        .join('\n')
        .replace(' and\n', ' and '),
    );
  });

  it('the links of Confluence lead to pages and headings, and attachments get their names back', async () => {
    const tree = await parse('confluence', confluenceSpace());
    expect(listLinks(tree, 'Install')).toEqual([
      'Operate_65603.html#limits',
      'file attachments/65602/65700.pdf',
      'file attachments/65602/65701.png',
    ]);
    expect(tree.files.map(({ name }) => name).toSorted()).toEqual(['diagram.png', 'report.pdf']);
    expect(tree.skipped.map(({ key }) => key)).toEqual(['images/icons/bullet.png', 'styles/site.css']);
  });
});

describe("parseImport('notion')", () => {
  it.each([
    ['in one archive', notionMarkdown()],
    ['in an archive inside an archive', makeZip([{ name: 'ExportBlock-1-Part-1.zip', body: notionMarkdown() }])],
  ])(
    'Markdown %s of Notion has names without digits, children in the order of their parent, and databases as tables',
    async (_, body) => {
      const tree = await parse('notion', body);
      expect(sketch(tree.pages)).toEqual([
        'handbook "Handbook"',
        '  second-chapter "Second chapter"',
        '  first-chapter "First chapter"',
        '  tasks "Tasks"',
        '    buy-milk "Buy milk"',
        '    sell-eggs "Sell, eggs"',
      ]);
      expect(listLinks(tree, 'Handbook')).toEqual([
        'Handbook/Second chapter.md',
        'Handbook/First chapter.md',
        'Handbook/Tasks.md',
        'file Handbook/dot.png',
      ]);
      expect(pageOf(tree, 'Tasks').markdown).toBe(
        '# Tasks\n\n| Name | Done | Note |\n| --- | --- | --- |\n| [Buy milk](Tasks/Buy%20milk.md) | Yes | two \\| three |\n| [Sell, eggs](Tasks/Sell%20eggs.md) | No | a "b" c |\n| Rest |  |  |\n',
      );
      expect(tree.skipped).toEqual([]);
    },
  );

  it('the callouts, code languages and check boxes of a Notion export in HTML are converted', async () => {
    const tree = await parse('notion', notionHtml());
    expect(sketch(tree.pages)).toEqual(['handbook "Handbook"', '  chapter "Chapter"']);
    expect(pageOf(tree, 'Handbook').markdown).toBe(
      '# Handbook\n\n{% hint style="info" %}\n\nMind the gap.\n\n{% endhint %}\n\n```javascript\nlet a = 1;\n```\n\n- [x] Done\n\n[Chapter](Handbook%200123456789abcdef0123456789abcdef/Chapter%201123456789abcdef0123456789abcdef.html)\n',
    );
    expect(listLinks(tree, 'Handbook')).toEqual(['Handbook/Chapter.html']);
  });
});

describe("parseImport('github-wiki')", () => {
  it('the Home page of a wiki is first, followed by pages in the order of the sidebar, then the other pages', async () => {
    const tree = await parse('github-wiki', wikiArchive());
    expect(sketch(tree.pages)).toEqual([
      'home "Welcome"',
      'group guide "Guide"',
      '  install-it "Install it"',
      '  faq-and-more "Answers"',
      'orphan "Orphan"',
    ]);
  });

  it('the links of a wiki lead to pages by name in any folder, and code is not changed', async () => {
    const tree = await parse('github-wiki', wikiArchive());
    expect(pageOf(tree, 'Welcome').markdown).toBe(
      [
        '# Welcome\n',
        'See [Install it](guide/Install-it.md), [answers](FAQ-and-more.md#why), [there](Install-it), `[[not]]`,',
        '[nothing](No%20such%20page), ![Two dots](images/dot.png) and [own](https://github.com/o/harbour/wiki/FAQ-and-more#why).\n',
        '    [[code]]\n',
      ]
        .join('\n')
        .replace('[nothing](No%20such%20page)', '[No such page](No%20such%20page)'),
    );
    expect(listLinks(tree, 'Welcome')).toEqual([
      'guide/Install-it.md',
      'FAQ-and-more.md#why',
      'guide/Install-it.md',
      'broken',
      'file images/dot.png',
      'FAQ-and-more.md#why',
    ]);
    expect(tree.skipped.map(({ key }) => key)).toEqual(['Old.asciidoc']);
  });
});

describe("parseImport('google-docs')", () => {
  const archive = googleArchive();

  it.each([
    ['as an archive', archive, {}],
    [
      'published',
      Buffer.from(googleDocument('https://lh7.googleusercontent.com/x')),
      { contentType: 'text/html; charset=utf-8' },
    ],
  ])('the styles, redirects, nested lists and code of a Google document %s are converted', async (_, body, origin) => {
    const tree = await parse('google-docs', body, { name: 'pub', ...origin });
    const [page] = tree.pages;
    expect(page?.title).toBe('Handbook');
    expect(page?.children.map(({ title }) => title)).toEqual(['First', 'Second']);
    expect(page?.markdown).toBe('# Handbook\n\n*For all*\n');
    expect(pageOf(tree, 'First').markdown).toMatch(
      /^# First\n\nA \*\*bold\*\*, \*italic\* and ~~old~~ `word`, a \[link\]\(https:\/\/example\.org\/a\?b=c\)\.\n\n- One\n  - Nested\n- Two\n\n```\nlet a = 1;\n {2}return a;\n```\n\n!\[\]\(\S+\)\n$/,
    );
    expect(pageOf(tree, 'Second').markdown).toBe(
      '# Second\n\nBack to [first](first.html#h.a1).\n\n| A | B |\n| - | - |\n| 1 | 2 |\n',
    );
    expect(listLinks(tree, 'Second')).toEqual(['first.html#first']);
  });

  it('the image in the archive of a Google document is imported', async () => {
    const tree = await parse('google-docs', archive);
    expect(tree.files.map(({ key }) => key)).toEqual(['images/image1.png']);
    expect(listLinks(tree, 'First')).toContain('file images/image1.png');
  });

  it('the URL of the Google Docs editor becomes that of its ZIP export', () => {
    const zip = 'https://docs.google.com/document/d/1abcDEF_ghi-jkl/export?format=zip';
    expect(googleExportUrl('https://docs.google.com/document/d/1abcDEF_ghi-jkl/edit?usp=sharing#heading=h.1')).toBe(
      zip,
    );
    expect(googleExportUrl('https://docs.google.com/document/u/0/d/1abcDEF_ghi-jkl/')).toBe(zip);
    for (const url of [
      'https://docs.google.com/document/d/e/2PACX-1vabcdef/pub',
      'https://docs.google.com.evil.org/document/d/1abcDEF_ghi-jkl/edit',
    ])
      expect(googleExportUrl(url)).toBe(url);
  });
});

describe('parseImport(source, body) of a body that does not match the source', () => {
  const plainZip = makeZip([{ name: 'a.md', body: '# A' }]);
  const cases: [ParsedSource, Buffer | string, RegExp][] = [
    ['docx', 'words', /^Expected a Word document \(\.docx\), but this is something else$/],
    ['docx', plainZip, /^Expected a Word document \(\.docx\), but this archive has no word\/document\.xml$/],
    [
      'docx',
      makeZip([{ name: 'word/document.xml', body: '<w:document>' }]),
      /^Expected a Word document \(\.docx\), but this one is damaged$/,
    ],
    ['confluence', '<html>', /^Expected the HTML or XML export of a Confluence space, but this is/],
    ['confluence', plainZip, /^Expected the HTML or XML export of a Confluence space: an archive with index\.html/],
    ['notion', plainZip, /^Expected a Notion export.+: the file names of its pages end in 32 hexadecimal digits$/],
    ['notion', makeZip([{ name: 'a.zip', body: 'no' }]), /^The ZIP archive is damaged/],
    [
      'github-wiki',
      makeZip([{ name: 'Home.rst', body: 'x' }]),
      /^Expected a ZIP archive of a GitHub wiki with pages in Markdown/,
    ],
    ['google-docs', 'words', /^Expected a Google Docs document.+, but this is text without HTML tags$/],
    ['google-docs', plainZip, /^Expected a Google Docs document.+, but this archive contains no HTML page$/],
  ];
  it.each(cases)('a body that is not a valid %s export is refused: case %#', async (source, body, message) => {
    await expect(parse(source, Buffer.from(body))).rejects.toMatchObject({
      type: 'import_refused',
      status: 400,
      message: expect.stringMatching(message),
    });
  });

  const traps = { name: '../evil.md', body: 'x' };
  it.each<ParsedSource>(['docx', 'confluence', 'notion', 'github-wiki', 'google-docs'])(
    'an archive of %s with a path outside the archive is refused',
    async (source) => {
      await expect(parse(source, makeZip([traps]))).rejects.toMatchObject({
        message: 'The ZIP entry "../evil.md" leaves the archive through ".."',
      });
    },
  );

  it('a damaged part of a Notion export costs its own pages, and is named', async () => {
    const page = { name: `A ${'0a'.repeat(16)}.md`, body: '# A\n' };
    const whole = makeZip([
      { name: 'Part-1.zip', body: makeZip([page]) },
      { name: 'Part-2.zip', body: 'no archive' },
    ]);
    const { pages, skipped } = await parse('notion', whole);
    expect(pages.map(({ title }) => title)).toEqual(['A']);
    expect(skipped).toEqual([{ key: 'Part-2.zip', reason: expect.stringMatching(/^The ZIP archive is damaged/) }]);
  });

  it('a ZIP bomb in a nested archive is refused', async () => {
    const bomb = makeZip([{ name: 'a.md', body: Buffer.alloc(30_000_000) }]);
    await expect(parse('notion', makeZip([{ name: 'a.zip', body: bomb }]))).rejects.toMatchObject({
      type: 'import_refused',
    });
  });
});
