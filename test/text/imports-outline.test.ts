import { describe, expect, it } from 'vitest';
import { walkPages } from '../../src/text/imports/import-tree.ts';
import { onePixel } from '../source-server.ts';
import { sketch } from './imports-archive.ts';
import { linksOf, pageOf, read, reasons, uuid } from './imports-wiki-archive.ts';

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
