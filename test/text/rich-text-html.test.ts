import { describe, expect, it } from 'vitest';
import { documentFromMarkdown } from '../../src/text/rich-text/read/document-from-markdown.ts';
import { readMarkdownFacts } from '../../src/text/markdown/markdown-facts.ts';
import { markdownFromDocument } from '../../src/text/rich-text/write/markdown-from-document.ts';
import { checkWriteBack } from '../write-back.ts';

const references = [
  ['light.png', { kind: 'file', file: 'file_light' }],
  ['dark file.png', { kind: 'file', file: 'file_dark' }],
] as const;
const read = (markdown: string): any =>
  JSON.parse(JSON.stringify(documentFromMarkdown(markdown, { references, keepsSource: false }))).nodes;
const markdownOf = (nodes: unknown) => markdownFromDocument({ object: 'document', data: {}, nodes }, 'body');

describe('HTML directly before the end of a block', () => {
  const blocks = ['hint style="info"', 'tab title="A"', 'step', 'column', 'update date="2024-01-01"', 'if visitor.x'];
  const outer: Readonly<Record<string, string>> = {
    tab: 'tabs',
    step: 'stepper',
    column: 'columns',
    update: 'updates',
  };
  const html = [
    '<figure><img src="a.png" alt=""></figure>',
    '<details>\n<summary>S</summary>\nText\n</details>',
    '<table><tr><td>a</td></tr></table>',
    '<div>\nText\n</div>',
    '<p align="center">x</p>\n<br>',
    '<img src="a.png" alt="">',
    '<!-- c -->',
    '<picture><img src="a.png" alt=""></picture>',
    '<pre>a</pre>',
  ];
  const cases = blocks.flatMap((block) => html.map((inside) => [block, inside] as const));

  it.each(cases)('the end tag of %j after %j is a tag', (block, inside) => {
    const [name = ''] = block.split(' ');
    const one = `{% ${block} %}\n${inside}\n{% end${name} %}\n`;
    const around = outer[name];
    const text = `${around ? `{% ${around} %}\n${one}${one}{% end${around} %}\n` : one}After *b*\n`;
    const nodes = read(text);
    expect(JSON.stringify(nodes)).not.toContain('{%');
    expect(nodes.at(-1)).toMatchObject({ type: 'paragraph', nodes: [{ leaves: [{ text: 'After ' }, { text: 'b' }] }] });
    expect(checkWriteBack(text).losses).toEqual([]);
  });

  it.each([
    ['a template of another house', '<div>\n{% for a in b %}\n<b>x</b>\n</div>\n'],
    ['a tag in a raw element', '<pre>\n{% endhint %}\n</pre>\n'],
    ['a tag within a line', '<div>\na {% endhint %} b\n</div>\n'],
  ])('%s stays in its HTML', (_what, text) => {
    expect(read(text)).toHaveLength(1);
    expect(JSON.stringify(read(text))).toContain('{%');
  });

  it('the end of a ::: container is one, within a list too', () => {
    const text = '- a\n\n  :::tip\n  <figure><img src="a.png" alt=""></figure>\n  :::\n\n  b\n';
    expect(JSON.stringify(read(text))).not.toContain(':::');
    expect(read(text)[0].nodes[0].nodes.map(({ type }: any) => type)).toEqual(['paragraph', 'hint', 'paragraph']);
  });
});

describe('tables in HTML', () => {
  it('a column whose head lists options is one of selections, and its cells name the options', () => {
    const text =
      '<table><thead><tr><th>Name</th><th>Status<select><option value="a1" label="Done" color="blue"></option><option value="b2" label="Open"></option></select></th></tr></thead><tbody><tr><td>x</td><td><span data-option="a1">Done</span></td></tr><tr><td>y</td><td>Open</td></tr></tbody></table>\n';
    const [{ data }] = read(text);
    expect(data.definition['column-2']).toEqual({
      id: 'column-2',
      title: 'Status',
      type: 'select',
      multiple: false,
      options: [
        { value: 'a1', label: 'Done', color: 'blue' },
        { value: 'b2', label: 'Open', color: '#346DDB' },
      ],
    });
    expect([data.records['row-1'].values['column-2'], data.records['row-2'].values['column-2']]).toEqual([
      ['a1'],
      ['b2'],
    ]);
  });

  it.each([
    ['an image column', 'data-type="image"', '<a href="light.png">light.png</a>', 'files', ['file_light']],
    ['a column of files', 'data-type="files"', '<a href="light.png">light.png</a>', 'files', ['file_light']],
    ['a column without a type', '', '<img src="light.png" alt="">', 'files', ['file_light']],
    [
      'an image elsewhere',
      'data-type="files"',
      '<a href="https://x.test/a.png">a</a>',
      'image',
      { kind: 'url', url: 'https://x.test/a.png' },
    ],
  ])('the covers of cards in %s are shown', (_what, type, cell, expected, value) => {
    const [{ data }] = read(
      `<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-cover ${type}></th></tr></thead><tbody><tr><td>x</td><td>${cell}</td></tr></tbody></table>\n`,
    );
    expect(data.view.coverDefinition).toBe('column-2');
    expect(data.definition['column-2'].type).toBe(expected);
    expect(data.records['row-1'].values['column-2']).toEqual(value);
  });
});

describe('pictures', () => {
  const picture =
    '<picture><source media="(prefers-color-scheme: dark)" srcset="dark file.png"><img src="light.png" alt="A"></picture>';
  const refs = { ref: { kind: 'file', file: 'file_light' }, refDark: { kind: 'file', file: 'file_dark' } };

  it.each([
    ['alone', picture, { type: 'images', nodes: [{ data: refs }] }],
    [
      'in a figure',
      `<figure>${picture}<figcaption>Words</figcaption></figure>`,
      { type: 'images', nodes: [{ data: refs }] },
    ],
    ['in a text', `Text ${picture} more`, { type: 'paragraph', nodes: [{}, { type: 'inline-image', data: refs }, {}] }],
    ['with a size', `Text ${picture.replace('dark file.png', 'dark file.png 2x')}`, { nodes: [{}, { data: refs }] }],
  ])('a picture %s refers to the files of both variants', (_where, text, expected) => {
    expect(read(text)[0]).toMatchObject(expected);
  });

  it('the variant for dark mode is a link of the page', () => {
    const text = `Text ${picture}\n`;
    const { urls } = readMarkdownFacts(text);
    expect(urls.map(({ url, start, end }) => [url, text.slice(start, end)])).toEqual([
      ['dark file.png', 'dark file.png'],
      ['light.png', 'light.png'],
    ]);
  });

  it('an image in a text has the caption of its figure or its title', () => {
    const text =
      'Text <figure><img src="light.png"><figcaption>Some *words*</figcaption></figure> and ![x](light.png "Title")';
    expect(
      read(text)[0]
        .nodes.filter(({ type }: any) => type === 'inline-image')
        .map(({ data }: any) => data.caption),
    ).toEqual(['Some words', 'Title']);
  });

  it('a picture in a text is written as one', () => {
    const text = `Text ${picture} more`;
    const changed = read(text);
    changed[0].nodes[0].leaves[0].text = 'Other ';
    const back = read(markdownOf(changed));
    expect(back[0].nodes[1].data).toMatchObject({ alt: 'A', refDark: { kind: 'url', url: '/files/file_dark' } });
  });
});

describe('headings in HTML', () => {
  it('have anchors, in turn with those in Markdown', () => {
    expect(
      read('<h1 align="center">A <b>title</b></h1>\n\n## A title\n\n<h2 id="own">B</h2>\n').map(
        ({ meta }: any) => meta.id,
      ),
    ).toEqual(['a-title', 'a-title-1', 'own']);
  });
});

describe('shortcodes', () => {
  const emojiIn = (text: string) => read(text)[0].nodes.filter(({ type }: any) => type === 'emoji').length;

  it.each([
    'Addresses 2001:db8:100::1 and fd00:1234:5678::/48',
    'a MAC 00:1a:2b:ab:5e:6f and fe80::ab: more, ::100::',
    'the key tenant:id:version, the ratio 1:100:1000, the range 12:00-14:00',
    'the name urn:ok:example and urn:ok: alone',
  ])('%j has none', (text) => expect(emojiIn(text)).toBe(0));

  it.each([
    [':smile: and (:rocket:) and done:tada:', 3],
    [':smile::rocket:です', 2],
    [':100: and **:ab:**', 2],
    [':face_with_bags_under_eyes: of Unicode 16 and :orca: of Unicode 17', 2],
  ])('%j has %i', (text, count) => expect(emojiIn(text)).toBe(count));
});
