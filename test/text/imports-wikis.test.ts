import { describe, expect, it } from 'vitest';
import { walkPages } from '../../src/text/imports/import-tree.ts';
import { onePixel } from '../source-server.ts';
import { sketch } from './imports-archive.ts';
import { linksOf, pageOf, read, reasons, uuid } from './imports-wiki-archive.ts';

describe('the portable ZIP of BookStack', () => {
  const book = {
    instance: { version: 'v25.02', id_ciphertext: 'x' },
    exported_at: '2025-03-01T10:00:00+00:00',
    book: {
      id: 8,
      name: 'Handbook & more',
      description_html: '<p>Begin with [[bsexport:page:40]]</p>',
      cover: 'c0ver.png',
      chapters: [
        {
          id: 2,
          name: 'Set up',
          description_html: '<p>How to start</p>',
          priority: 1,
          pages: [
            {
              id: 41,
              name: 'Second',
              priority: 2,
              html: '<p class="callout warning">Careful with <a href="[[bsexport:page:40]]">first</a></p><details><summary>More</summary><p>Inside</p></details><p>See {{@40#bkmrk-a}}</p>',
              tags: [{ name: 'Level', value: 'Two' }],
            },
            {
              id: 40,
              name: 'First: steps',
              priority: 1,
              markdown:
                '# First: steps\n\n![view](<[[bsexport:image:a1b2.png]]>) [chapter](<[[bsexport:chapter:2]]>)\n',
              html: '<p>ignored</p>',
              images: [{ name: 'view.png', file: 'a1b2.png' }],
              attachments: [
                { id: 2, name: 'Site', link: 'https://example.org/', order: 2 },
                { id: 1, name: 'report.pdf', file: 'p0.pdf', order: 1 },
              ],
            },
          ],
        },
      ],
      pages: [{ id: 42, name: 'Intro', priority: 0, html: '<p>Hi <a href="[[bsexport:page:99]]">gone</a></p>' }],
    },
  };
  const files = { 'files/a1b2.png': onePixel, 'files/p0.pdf': '%PDF-1.4', 'files/c0ver.png': onePixel };

  it('has its chapters and pages in their order, with their files and links', async () => {
    const tree = await read({ 'data.json': book, ...files });
    expect(sketch(tree.pages)).toEqual([
      'handbook-more "Handbook & more"',
      'intro "Intro"',
      'set-up "Set up"',
      '  first-steps "First: steps"',
      '  second "Second"',
    ]);
    expect(pageOf(tree, 'First: steps').markdown).toBe(
      '---\ntitle: "First: steps"\n---\n\n# First: steps\n\n![view](<../files/a1b2.png>) [chapter](<README.html>)\n\n\n## Attachments\n\n- [report.pdf](<../files/p0.pdf>)\n- [Site](<https://example.org/>)\n',
    );
    expect(pageOf(tree, 'Second').markdown).toBe(
      '# Second\n\n{% hint style="warning" %}\n\nCareful with [first](first-steps.md)\n\n{% endhint %}\n\n<details>\n\n<summary>More</summary>\n\nInside\n\n</details>\n\nSee {{@40#bkmrk-a}}\n',
    );
    expect(linksOf(tree, 'First: steps')).toEqual([
      'file files/a1b2.png',
      'set-up/README.html',
      'file files/p0.pdf',
      'https://example.org/',
    ]);
    expect(linksOf(tree, 'Second')).toEqual(['set-up/first-steps.md']);
    expect(tree.files.map(({ key, name }) => [key, name])).toEqual([
      ['files/a1b2.png', 'view.png'],
      ['files/p0.pdf', 'report.pdf'],
      ['files/c0ver.png', 'c0ver.png'],
    ]);
  });

  it('names what is not carried over', async () => {
    expect(reasons(await read({ 'data.json': book, ...files }))).toEqual([
      'set-up/second.html: 1 tag is left out: Level: Two',
      'set-up/second.html: 1 include of another page stays as written: {{@40#bkmrk-a}}',
      'intro.html: 1 link has no target: bsexport/page/99',
    ]);
  });

  it('has the files that its texts name by their ids', async () => {
    const page = {
      id: 1,
      name: 'Page',
      html: '<p><img src="[[bsexport:image:5]]"> <a href="[[bsexport:attachment:6]]">a</a></p>',
      images: [{ id: 5, name: 'view.png', file: 'x1.png', type: 'gallery' }],
      attachments: [{ id: 6, name: 'a.pdf', file: 'x2' }],
    };
    const files = { 'files/x1.png': onePixel, 'files/x2': 'x' };
    const tree = await read({ 'data.json': { exported_at: '2025', page }, ...files });
    expect(linksOf(tree, 'Page')).toEqual(['file files/x1.png', 'file files/x2', 'file files/x2']);
  });

  it('is known without the time of its export, and has the boxes of pages in Markdown', async () => {
    const page = { id: 1, name: 'Page', markdown: '<p class="callout warning">Careful <b>here</b></p>\n\nText\n' };
    const tree = await read({ 'data.json': { instance: { version: 'v25.02', id_ciphertext: 'x' }, page } });
    expect(pageOf(tree, 'Page').markdown).toBe(
      '---\ntitle: "Page"\n---\n\n{% hint style="warning" %}\nCareful <b>here</b>\n{% endhint %}\n\nText\n',
    );
  });

  it.each([
    [
      'a chapter',
      { chapter: book.book.chapters[0] },
      ['set-up "Set up"', '  first-steps "First: steps"', '  second "Second"'],
    ],
    ['a page', { page: book.book.pages[0] }, ['intro "Intro"']],
  ])('may be that of %s', async (_, part, pages) => {
    expect(sketch((await read({ 'data.json': { exported_at: '2025', ...part } })).pages)).toEqual(pages);
  });

  it.each([
    ['no data', '{'],
    ['other data', { exported_at: 'x' }],
    ['a page of other data', { page: { name: 'Page', html: '<p>Text</p>' } }],
    ['a deep one', `{"book":${'['.repeat(100_000)}`],
  ])('is another archive with %s', async (_, data) => {
    const tree = await read({ 'data.json': data, 'a.md': '# A\n' });
    expect(sketch(tree.pages)).toEqual(['a "A"']);
  });
});

describe('the JSON export of Outline', () => {
  const text = (words: string, marks: object[] = []) => ({
    type: 'text',
    text: words,
    ...(marks.length > 0 && { marks }),
  });
  const paragraph = (...content: object[]) => ({ type: 'paragraph', content });
  const key = `uploads/${uuid(7)}/${uuid(5)}/view.png`;
  const data = {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 2 }, content: [text('Part')] },
      paragraph(
        text('See ', [{ type: 'strong' }]),
        text('there', [{ type: 'link', attrs: { href: '/doc/second-page-AbCdEfGhIj#h-part' } }]),
        text(' and '),
        { type: 'mention', attrs: { type: 'user', label: 'Sam', modelId: uuid(1) } },
        text('.', [{ type: 'comment', attrs: { id: 'x' } }]),
      ),
      { type: 'container_notice', attrs: { style: 'tip' }, content: [paragraph(text('A tip'))] },
      { type: 'image', attrs: { src: `/api/attachments.redirect?id=${uuid(5)}`, alt: 'A view' } },
      {
        type: 'checkbox_list',
        content: [{ type: 'checkbox_item', attrs: { checked: true }, content: [paragraph(text('Done'))] }],
      },
      { type: 'code_fence', attrs: { language: 'javascript' }, content: [text('let a = 1 < 2;')] },
      {
        type: 'table',
        content: [
          {
            type: 'tr',
            content: [
              { type: 'th', content: [paragraph(text('A'))] },
              { type: 'th', content: [paragraph(text('B'))] },
            ],
          },
          {
            type: 'tr',
            content: [
              { type: 'td', content: [paragraph(text('1'))] },
              { type: 'td', content: [paragraph(text('2'))] },
            ],
          },
        ],
      },
      { type: 'container_toggle', content: [paragraph(text('More')), paragraph(text('Inside'))] },
      { type: 'poem', content: [paragraph(text('Unknown'))] },
    ],
  };
  const document = (id: number, title: string, more: object = {}) => ({
    id: uuid(id),
    urlId: `urlid0000${id}`,
    title,
    icon: null,
    data: { type: 'doc', content: [paragraph(text(`Of ${title}`))] },
    publishedAt: '2024-01-01T00:00:00.000Z',
    template: false,
    parentDocumentId: null,
    ...more,
  });
  const collection = {
    collection: {
      id: uuid(9),
      name: 'Team',
      data: { type: 'doc', content: [paragraph(text('About us'))] },
      documentStructure: [
        {
          id: uuid(1),
          url: '/doc/first-urlid00001',
          title: 'First',
          children: [{ id: uuid(2), url: '', title: 'Second page', children: [] }],
        },
        { id: uuid(3), url: '', title: 'Template', children: [] },
      ],
    },
    documents: {
      [uuid(1)]: document(1, 'First', { data, icon: '📘' }),
      [uuid(2)]: document(2, 'Second page', { urlId: 'AbCdEfGhIj' }),
      [uuid(3)]: document(3, 'Template', { template: true }),
      [uuid(4)]: document(4, 'Draft', { publishedAt: null }),
    },
    attachments: { [uuid(5)]: { id: uuid(5), name: 'view.png', key } },
  };
  const files = { 'metadata.json': { exportVersion: 1, version: '0.82.0' }, 'Team.json': collection, [key]: onePixel };

  it('has its collections, documents, files and links', async () => {
    const tree = await read(files);
    expect(sketch(tree.pages)).toEqual([
      'group team "Team"',
      '  team "Team"',
      '  first "📘 First"',
      '    second-page "Second page"',
      '  template "Template"',
      '  draft "Draft"',
    ]);
    expect(pageOf(tree, '📘 First').markdown).toBe(
      [
        '# 📘 First\n',
        '## Part\n',
        '**See** [there](first/second-page.html#h-part) and @Sam.\n',
        '{% hint style="success" %}\n',
        'A tip\n',
        '{% endhint %}\n',
        `![A view](../${key})\n`,
        '- [x] Done\n',
        '```javascript',
        'let a = 1 < 2;',
        '```\n',
        '| A | B |',
        '| - | - |',
        '| 1 | 2 |\n',
        '<details>\n\n<summary>More</summary>\n\nInside\n\n</details>\n',
        'Unknown\n',
      ].join('\n'),
    );
    expect(linksOf(tree, '📘 First')).toEqual(['team/first/second-page.html#h-part', `file ${key}`]);
    expect(tree.files.map(({ key: one, name }) => [one, name])).toEqual([[key, 'view.png']]);
  });

  it('shows no templates and drafts, and names what it cannot write', async () => {
    const tree = await read(files);
    expect([
      pageOf(tree, 'Template').condition,
      pageOf(tree, 'Draft').condition,
      pageOf(tree, 'Second page').condition,
    ]).toEqual(['false', 'false', undefined]);
    expect(reasons(tree)).toEqual([
      'team/first.html: 1 part is written as plain text: poem',
      'team/template.html: It is shown to no visitor, because its source says so: template: true',
      'team/draft.html: It is shown to no visitor, because its source says so: publishedAt: null',
    ]);
  });

  it('shows none that are deleted or in the archive, and writes what the editor knows', async () => {
    const known = [
      paragraph(
        { type: 'mention', attrs: { type: 'document', label: 'Second', modelId: uuid(2) } },
        { type: 'emoji', attrs: { 'data-name': 'tada' } },
        { type: 'math_inline', content: [text('a_1')] },
      ),
      { type: 'image', attrs: { src: 'https://example.org/a.png', alt: 'A', width: 200 } },
      { type: 'code_fence', attrs: { language: 'mermaidjs' }, content: [text('graph TD')] },
      { type: 'math_block', content: [text('b_2')] },
    ];
    const documents = {
      [uuid(1)]: document(1, 'First', { data: { type: 'doc', content: known } }),
      [uuid(2)]: document(2, 'Second page'),
      [uuid(3)]: document(3, 'Archived', { archivedAt: '2024-02-01T00:00:00.000Z' }),
      [uuid(4)]: document(4, 'Deleted', { deletedAt: '2024-02-01T00:00:00.000Z' }),
    };
    const tree = await read({ ...files, 'Team.json': { ...collection, documents } });
    expect(['First', 'Archived', 'Deleted'].map((title) => pageOf(tree, title).condition)).toEqual([
      undefined,
      'false',
      'false',
    ]);
    expect(pageOf(tree, 'First').markdown).toBe(
      '# First\n\n[Second](first/second-page.html)🎉$$a_1$$\n\n<img src="https://example.org/a.png" alt="A" width="200" />\n\n```mermaid\ngraph TD\n```\n\n$$\nb_2\n$$\n',
    );
  });

  it('has its columns, the colors of its marks, and the emoji and descriptions of older exports', async () => {
    const columns = [
      paragraph(text('Red', [{ type: 'highlight', attrs: { color: '#FF0000' } }])),
      {
        type: 'layout',
        content: [
          { type: 'layout_section', attrs: { width: 33 }, content: [paragraph(text('One'))] },
          { type: 'layout_section', content: [paragraph(text('Two'))] },
        ],
      },
    ];
    const documents = {
      [uuid(1)]: document(1, 'First', { emoji: '📘', data: { type: 'doc', content: columns } }),
    };
    const { data: _data, ...older } = collection.collection;
    const described = { ...older, description: 'About *us*' };
    const tree = await read({ ...files, 'Team.json': { ...collection, collection: described, documents } });
    expect(pageOf(tree, '📘 First').markdown).toBe(
      '# 📘 First\n\n<mark style="background-color:red;">Red</mark>\n\n{% columns %}\n\n{% column width="33%" %}\n\nOne\n\n{% endcolumn %}\n\n{% column %}\n\nTwo\n\n{% endcolumn %}\n\n{% endcolumns %}\n',
    );
    expect([...walkPages(tree.pages)].map(({ markdown }) => markdown)).toContain('# Team\n\nAbout *us*\n');
    expect(reasons(tree)).toEqual([]);
  });

  it('keeps the documents beside one that cannot be read', async () => {
    const broken = { ...collection, documents: { ...collection.documents, [uuid(2)]: { id: uuid(2), title: 4 } } };
    const tree = await read({ ...files, 'Team.json': broken });
    expect([...walkPages(tree.pages)].map(({ title }) => title)).not.toContain('Second page');
    expect(reasons(tree)[0]).toMatch(new RegExp(`^team/first/${uuid(2)}: A document cannot be read`));
  });
});
