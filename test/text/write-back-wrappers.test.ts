import { describe, expect, it } from 'vitest';
import { documentFromMarkdown } from '../../src/text/rich-text/read/document-from-markdown.ts';
import { markdownFromDocument } from '../../src/text/rich-text/write/markdown-from-document.ts';
import { fc } from '../setup/properties.ts';
import { allOrTenth } from '../setup/size.ts';

const read = (markdown: string): any => JSON.parse(JSON.stringify(documentFromMarkdown(markdown)));
const written = (document: unknown) => markdownFromDocument(document, 'body');

const paragraph = (text: string) => ({
  object: 'block',
  type: 'paragraph',
  data: {},
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
});

/** Writes paragraphs within a wrapper. */
type Wrap = (blocks: readonly string[]) => string;

const lines =
  (open: string, close: string, between = '\n\n'): Wrap =>
  (blocks) =>
    `${open}${blocks.join(between)}${close}`;

const indented =
  (head: string, first: string, further: string, end = ''): Wrap =>
  (blocks) =>
    head +
    blocks
      .join('\n\n')
      .split('\n')
      .map((line, at) => (at === 0 ? first : further) + line)
      .map((line) => line.trimEnd())
      .join('\n') +
    end;

/** Wrappers that show nothing: their blocks are blocks of the document. */
const flat: Readonly<Record<string, Wrap>> = {
  div: lines('<div class="a">\n\n', '\n\n</div>'),
  'aligned div': lines('<div align="center">\n\n', '\n\n</div>'),
  section: lines('<section  id="x">\n\n', '\n\n</section>'),
  'quote in HTML': lines('<ul>\n<li>\n\n', '\n\n</li>\n</ul>'),
  cell: lines('<table>\n<tr>\n<td>\n\n', '\n\n</td>\n</tr>\n</table>'),
  component: lines('<Card title="A"\n  icon="b">\n\n', '\n\n</Card>'),
  'component with its end below the last line': lines('<Card>\n\n', '\n</Card>'),
  updates: lines('{% updates format="full" %}\n', '\n{% endupdates %}'),
};

/** Wrappers that are a block. */
const framed: Readonly<Record<string, Wrap>> = {
  hint: lines('{%  hint style="info" %}\n', '\n{% endhint %}'),
  'admonition with a title': lines(':::tip Title\n', '\n:::'),
  'container of VitePress': lines(':::: warning\n\n', '\n\n::::'),
  'hint of Nuxt': lines('::tip\n', '\n::'),
  'callout of Nuxt': lines('::callout{icon="i-a" color="warning"}\n\n', '\n\n::'),
  'callout of Nuxt with properties': lines('::callout\n---\ncolor: "red"\n# why\nlist: [a,  b]\n---\n', '\n::'),
  'directive of MyST': lines(':::{note}\n:class: dropdown\n\n', '\n:::'),
  'fence of MyST': lines('```{note} Title\n:class: dropdown\n\n', '\n```'),
  'admonition of mdBook': lines('```admonish warning title="Title"\n', '\n```'),
  'component directly around its text': lines('<Note>\n', '\n</Note>'),
  'component whose tag has several lines': lines("<Callout\n  title={'a > b'}\n>\n", '\n</Callout>'),
  'component with deep text': indented('<Tabs>\n  <TabItem label="A">\n', '    ', '    ', '\n  </TabItem>\n</Tabs>'),
  'component in MDX': lines('<Note>\n\n', '\n</Note>'),
  'step of MDX': lines('<Steps>\n\n<Step title="a">\n\n', '\n</Step>\n\n</Steps>'),
  'quote of kramdown': (blocks) => `${indented('', '> ', '> ')(blocks)}\n{: .prompt-tip }`,
  'block of pymdownx': lines('/// note | Title\n\n', '\n///'),
  'callout of Hugo': lines('{{<  callout type="warning" >}}\n', '\n{{< /callout >}}'),
  condition: lines('{% if visitor.a %}\n', '\n{% endif %}'),
  'quote of Markdown': indented('', '> ', '> '),
  alert: indented('> [!WARNING]\n', '> ', '> '),
  'admonition of MkDocs': indented('!!! note "Title"\n\n', '    ', '    '),
  item: indented('*   first\n', '*   ', '    '),
  tab: lines('<Tabs>\n<TabItem value="a" label="A">\n\n', '\n\n</TabItem>\n</Tabs>'),
  step: lines('{% stepper %}\n{% step %}\n', '\n{% endstep %}\n{% endstepper %}'),
  column: lines('{% columns %}\n{% column width="50%" %}\n', '\n{% endcolumn %}\n{% endcolumns %}'),
  'quote in HTML': lines('<blockquote>\n<p>', '</p>\n</blockquote>', '</p>\n<p>'),
  'item in HTML': lines('<ul>\n<li><p>', '</p></li>\n</ul>', '</p><p>'),
};

/** The list that contains a block with these words. */
function siblingsWith(node: any, words: string): any[] | null {
  const lists = [node.nodes, ...(node.fragments ?? []).map((fragment: any) => fragment.nodes)].filter(Array.isArray);
  for (const list of lists) {
    if (list.some((one: any) => one.type === 'paragraph' && JSON.stringify(one).includes(words))) return list;
    for (const inside of list) {
      const within = siblingsWith(inside, words);
      if (within) return within;
    }
  }
  return null;
}

interface Edited {
  readonly wrap: Wrap;
  readonly blocks: readonly string[];
  readonly order: readonly number[];
}

/** The text after the paragraphs of a wrapper are put in another order, some of them none, and new ones (-1) between. */
function edit({ wrap, blocks, order }: Edited): { edited: string; expected: string } {
  const text = (inside: readonly string[]) => `# Top\n\nBefore  \n__it__\n\n${wrap(inside)}\n\n* After\n* *all*\n`;
  const document = read(text(blocks));
  const siblings = siblingsWith(document, 'word0') ?? [];
  const at = siblings.findIndex((one) => JSON.stringify(one).includes('word0'));
  const own = siblings.slice(at, at + blocks.length);
  expect(own.map((one) => /word\d/.exec(JSON.stringify(one))?.[0])).toEqual(
    blocks.map((_none, index) => `word${index}`),
  );
  siblings.splice(at, blocks.length, ...order.map((index) => own[index] ?? paragraph('New words')));
  return { edited: written(document), expected: text(order.map((index) => blocks[index] ?? 'New words')) };
}

const spellings = [
  'word# two',
  'word# __two__ three',
  'word# *two* &amp; `three`',
  'word# <b>two</b>',
  'word# [two](b.md "c")',
];
const spell = (count: number) =>
  Array.from({ length: count }, (_none, at) => (spellings[at % 5] ?? '').replace('#', `${at}`));

const isPlainHtml = (name: string) => name.endsWith('in HTML') && name in framed;

describe('blocks deleted, moved and inserted in a wrapper', () => {
  it.each(Object.entries({ ...flat, ...framed }))('of the kind %s change no other line', (name, wrap) => {
    const blocks = isPlainHtml(name) ? Array.from({ length: 5 }, (_none, at) => `word${at} <i>two</i>`) : spell(5);
    const order = fc
      .shuffledSubarray([0, 1, 2, 3, 4], { minLength: 1 })
      .chain((kept) => fc.tuple(fc.constant(kept), fc.boolean(), fc.boolean()))
      .map(([kept, isSorted, hasNew]) => {
        const shown = isSorted ? kept.toSorted((one, other) => one - other) : kept;
        // A new block at the edge of a wrapper that shows nothing stands beside it.
        return hasNew && shown.length > 1 ? [shown[0] ?? 0, -1, ...shown.slice(1)] : shown;
      })
      // An aligned wrapper aligns new blocks, which is another meaning.
      .filter((list) => !(name === 'aligned div' && list.includes(-1)));
    fc.assert(
      fc.property(order, (list) => {
        const { edited, expected } = edit({ wrap, blocks, order: list });
        expect(edited).toBe(expected);
      }),
      { numRuns: allOrTenth(40) },
    );
  });

  it.each(Object.entries(framed))(
    'that is a block of the kind %s: one before the first stands within it',
    (_name, wrap) => {
      const { edited, expected } = edit({ wrap, blocks: ['word0 two', 'word1 three'], order: [-1, 0, 1] });
      if (edited !== expected) expect(read(edited).nodes.length).toBe(read(expected).nodes.length);
      expect(edited.includes('New words')).toBe(true);
    },
  );
});

/** Wrappers whose first or last words stand beside their tags, so that they are HTML beside Markdown. */
const mixed: Readonly<Record<string, readonly string[]>> = {
  div: ['<div class="a">\n', 'word0 text\n', '\n', 'word1 *x*\n', '\n', 'word2\n', '</div>'],
  'div with an element': ['<div>', '<p>word0</p>', '\n\n', 'word1 *x*\n', '\n', 'word2\n', '\n</div>'],
  section: ['<section>\n', '<h2>word0</h2>\n', '\n', 'word1 *x*\n', '\n', '<p>word2</p>\n', '</section>'],
  quote: ['<blockquote>\n', 'word0 text\n', '\n', 'word1 *x*\n', '\n', '__word2__\n', '</blockquote>'],
  item: ['<ul>\n<li>\n', 'word0 text\n', '\n', 'word1 *x*\n', '\n', 'word2\n', '</li>\n</ul>'],
  cell: ['<table>\n<tr>\n<td>\n', 'word0 text\n', '\n', 'word1 *x*\n', '\n', 'word2\n', '</td>\n</tr>\n</table>'],
  'paragraphs in HTML': ['<div>\n', '  word0 text\n', '', '  <p>word1</p>\n', '', '  <p>word2</p>\n', '</div>'],
  'text above an element': ['<div>\n\n', 'word0 *text*\n', '', '<p>word1</p>\n', '', '<p>word2</p>\n', '</div>'],
  component: ['<Card>\n', 'word0 text\n', '\n', 'word1 *x*\n', '\n', 'word2\n', '</Card>'],
};

describe('a block deleted beside the tags of a wrapper', () => {
  it.each(Object.entries(mixed))('of the kind %s leaves the tags and the other lines', (_name, parts) => {
    const text = (inside: readonly string[]) => `Before  \n__it__\n\n${inside.join('')}\n\n* After\n* *all*\n`;
    for (const [index, at] of [1, 3, 5].entries()) {
      const document = read(text(parts));
      const siblings = siblingsOf(document, `word${index}`) ?? [];
      siblings.splice(
        siblings.findIndex((one) => JSON.stringify(one).includes(`word${index}`)),
        1,
      );
      const lines = written(document).split('\n');
      const left = text(parts.toSpliced(at, 1)).split('\n');
      // Blank lines can go with a block.
      expect(lines.filter((line) => line.trim() !== '')).toEqual(left.filter((line) => line.trim() !== ''));
    }
  });
});

/** The list that contains a block of any type with these words. */
function siblingsOf(node: any, words: string): any[] | null {
  const lists = [node.nodes, ...(node.fragments ?? []).map((fragment: any) => fragment.nodes)].filter(Array.isArray);
  for (const list of lists) {
    const [found] = list.filter((one: any) => one.object === 'block' && JSON.stringify(one).includes(words));
    if (found) return siblingsOf(found, words) ?? list;
  }
  return null;
}
