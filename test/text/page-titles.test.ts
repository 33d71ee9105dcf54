import { expect, test } from 'vitest';
import { compileText } from '../../src/text/html/compile-text.ts';
import { documentFromMarkdown } from '../../src/text/rich-text/read/document-from-markdown.ts';
import { markdownFromDocument } from '../../src/text/rich-text/write/markdown-from-document.ts';

const read = (markdown: string, titles = ['The title']) => {
  const document = documentFromMarkdown(markdown, { hasFrontMatter: true, titles });
  // As a client receives it.
  return JSON.parse(JSON.stringify(document)) as any;
};
const typesIn = (document: any) => document.nodes.map(({ type }: { type: string }) => type);

test.each([
  ['a heading', '# The title\n\nText\n\n## One\n\n### Two\n\n#### Three\n\n##### Four\n'],
  ['an underlined heading', 'The title\n=========\n\nText\n\nOne\n---\n\n### Two\n\n#### Three\n\n##### Four\n'],
  [
    'front matter with the same title',
    '---\ntitle: The title\n---\n\n# The title\n\nText\n\n## One\n\n### Two\n\n#### Three\n\n##### Four\n',
  ],
  ['an id and marks', '# The *title* {#top}\n\nText\n\n## One\n\n### Two\n\n#### Three\n\n##### Four\n'],
])('%s that is the title of the page is no block, and the headings below are one level higher', (_, markdown) => {
  const document = read(markdown);
  expect(typesIn(document)).toEqual(['paragraph', 'heading-1', 'heading-2', 'heading-3', 'heading-3']);
  expect(document.data.belowTitle).toBe(true);
  expect(markdownFromDocument(document, 'document')).toBe(markdown);
});

test('the id of the title is kept for links to it, and no other heading takes it', () => {
  const compile = (markdown: string) => compileText(markdown, { titles: ['Contents'] });
  const { titleId, ids, outline } = compile('# Contents\n\n## Contents\n\nText\n');
  expect([titleId, ids, outline]).toEqual([
    'contents',
    ['contents', 'contents-1'],
    [{ id: 'contents-1', depth: 1, title: 'Contents' }],
  ]);
  expect(compile('# Contents {#top}\n\nText\n').titleId).toBe('top');
  expect(compile('## Contents\n').titleId).toBeUndefined();
});

test.each([
  ['before a heading', '<a id="x"></a>\n\n## T\n', ['x', 't']],
  ['below a heading', '## T\n<a name="x"></a>\n\nText\n', ['t', 'x']],
  ['in a paragraph and a list', 'Text <a id="x"></a>\n\n* <b id="y">b</b>\n', ['x', 'y']],
  ['at the end', 'Text\n\n<a id="x"></a>\n', ['x']],
  ['where a heading has the same id', '<a id="t"></a>\n\n## T\n', ['t']],
  [
    'in code, a comment or with a name of the frame',
    '`<a id="x">`\n\n<!-- <a id="y"> -->\n\n<a id="~content"></a>\n',
    [],
  ],
])('an id of an element of HTML %s is there for links', (_, markdown, ids) => {
  expect(compileText(markdown).ids).toEqual(ids);
});

test.each([
  ['a heading that says something else', '# Another title\n\n## One\n', ['heading-1', 'heading-2']],
  ['a page that begins with a heading of level 2', '## The title\n\n### One\n', ['heading-2', 'heading-3']],
  ['a title below other text', 'Text\n\n# The title\n', ['paragraph', 'heading-1']],
])('%s stays as it is written', (_, markdown, types) => {
  const document = read(markdown);
  expect(typesIn(document)).toEqual(types);
  expect(document.data.belowTitle).toBeUndefined();
  expect(markdownFromDocument(document, 'document')).toBe(markdown);
});

test('a changed word, a changed level and a new heading below the title are written one level lower', () => {
  const markdown = '# The title\n\n## One *word*\n\nText\n\n### Two\n\n# Beside the title\n\n<h2>HTML</h2>\n';
  const document = read(markdown);
  expect(typesIn(document)).toEqual(['heading-1', 'paragraph', 'heading-2', 'heading-1', 'heading-1']);
  document.nodes[0].nodes[0].leaves[0].text = 'Another ';
  document.nodes[2].type = 'heading-1';
  document.nodes[3].nodes[0].leaves[0].text = 'Besides the title';
  document.nodes.push({ object: 'block', type: 'heading-2', nodes: [{ object: 'text', leaves: [{ text: 'New' }] }] });
  expect(markdownFromDocument(document, 'document')).toBe(
    '# The title\n\n## Another *word*\n\nText\n\n## Two\n\n# Besides the title\n\n<h2>HTML</h2>\n\n### New',
  );
});

test('the anchors of headings are those of the page, beside the anchor of its title', () => {
  const document = read('# The title\n\n## The title\n\n## Next\n');
  expect(document.nodes.map(({ meta }: any) => meta.id)).toEqual(['the-title-1', 'next']);
});

test('a diagram that no program draws is code with the name of its language', () => {
  const [content] = compileText('```mermaid\ngraph TD\n  A --> B\n```\n').pieces;
  expect(content).toContain('<figcaption>Mermaid</figcaption><pre');
  expect(compileText('```mermaid title="Flow"\na\n```\n').pieces[0]).toContain('<figcaption>Flow</figcaption>');
});

test.each([
  ['in one line', '{% @mermaid/diagram content="graph TD" %}', 'graph TD'],
  [
    'with quotes and comments',
    '{% @mermaid/diagram content="graph TD\n  %% all\n  A[\\"x\\"] --> B["y"]\n" fullWidth="false" %}',
    'graph TD\n  %% all\n  A["x"] --> B["y"]',
  ],
  ['with a blank line', '{% @mermaid/diagram content="graph TD\n\n    A --> B" %}', 'graph TD\n\n    A --> B'],
])('a diagram of a tag %s is code', (_name, tag, source) => {
  const { nodes } = read(`Before\n\n${tag}\n\nAfter\n`);
  expect(nodes.map(({ type }: any) => type)).toEqual(['paragraph', 'code', 'paragraph']);
  expect(nodes[1].data.syntax).toBe('mermaid');
  expect(nodes[1].nodes.map((line: any) => line.nodes[0].leaves[0].text).join('\n')).toBe(source);
});

test('a tag over several lines without an end is text', () => {
  for (const end of ['', '\n\n{% hint style="info" %}\nNote\n{% endhint %}'])
    expect(read(`{% @mermaid/diagram content="graph TD\n A${end}\n`).nodes[0].type).toBe('paragraph');
  const { nodes } = read('> {% @mermaid/diagram content="graph TD\n> A" %}\n\n{% @other/block a="\nb" %}\n');
  expect(nodes.map(({ type }: any) => type)).toEqual(['blockquote', 'code']);
  expect(nodes[0].nodes[0].type).toBe('code');
});
