import { describe, expect, it } from 'vitest';
import { onePixel } from '../source-server.ts';
import { sketch } from './imports-archive.ts';
import { linksOf, pageOf, read, reasons } from './imports-wiki-archive.ts';

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
