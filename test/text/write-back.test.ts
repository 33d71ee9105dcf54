import { describe, expect, it } from 'vitest';
import { documentFromMarkdown } from '../../src/text/rich-text/read/document-from-markdown.ts';
import { markdownFromDocument } from '../../src/text/rich-text/write/markdown-from-document.ts';
import { changedWords, leavesIn } from '../write-back.ts';

const read = (markdown: string): any => JSON.parse(JSON.stringify(documentFromMarkdown(markdown)));
const written = (document: unknown) => markdownFromDocument(document, 'body');

const wrappers: readonly (readonly [string, string])[] = [
  ['a div', '<div class="a">\n\nOne two *three*\n\nFour five\n\n</div>\n'],
  ['a section with a list', '<section>\n\nOne two *three*\n\n* Four five\n* six\n\n</section>\n'],
  ['a center without blank lines', '<center>\nOne two three<br>\nFour five\n<p>Six seven</p></center>\n'],
  ['a quote in HTML', '<blockquote>\n\nOne two three\n\nFour five\n\n</blockquote>\n'],
  ['items in HTML', '<ul>\n<li>\n\nOne two three\n\nFour five\n\n</li>\n<li>\n\nSix seven\n\n</li>\n</ul>\n'],
  [
    'cells in HTML with Markdown',
    '<table>\n<tr>\n<td>\n\nOne **two** three\n\n</td>\n<td>\n\nFour five\n\n</td>\n</tr>\n</table>\n',
  ],
  ['a component', '<Card title="A">\n\nOne two three\n\nFour five\n\n</Card>\n'],
  [
    'updates',
    '{% updates format="full" %}\n{% update date="2024-01-01" tags="a,b" %}\n## Head line\n\nOne two\n{% endupdate %}\n{% update date="2024-02-01" %}\nSix seven\n{% endupdate %}\n{% endupdates %}\n',
  ],
  [
    'steps in JSX with code',
    '<Steps>\n\n1. One two\n\n   ```js\n   const a = `x` * 2;\n   ```\n\n2. Three *four*\n\n</Steps>\n',
  ],
];

describe('a changed word', () => {
  it.each<readonly [string, string]>([
    ...wrappers,
    [
      'a block of pymdownx',
      '/// note | Some title\n    attrs: {id: a}\n\nOne two *three*\n\n* Four\n///\n\nfive six\n',
    ],
    ['containers in each other', ':::: note\n::: tip Some title\nOne two\n:::\n::::\n'],
    ['components whose names begin as elements of raw text', '<PreviewOne />\n\n<ScriptTwo />\n\n<StyleThree />\n'],
    ['a component named as raw text', '<Preview>\n\nOne *two*\n\nthree\n\n</Preview>\n'],
    ['wide list markers', '*   One two\n*   three *four*\n    more\n'],
    ['a table with breaks', '| one | two |\n|---|---|\n| three four<br>five | six |\n| seven | eight<br>nine |\n'],
    ['Japanese with emphasis', 'これは*重要*です。あの**「強調」**です。**テスト。**テスト\n'],
    ['Chinese with emphasis', '在*这里*的~~「删除」~~文字\n'],
    ['Korean with emphasis', '한국어*「강조」*를 씁니다\n'],
    ['emphasis within a word', 'un*frigging*believable words\n'],
    ['a quote of several lines', '> quoted text\n> over lines\n>\n> - a b\n> - c d\n'],
    [
      'a figure in a hint',
      '{% hint style="info" %}\n<figure><img src="a.png" alt="A"><figcaption>Some words</figcaption></figure>\n{% endhint %}\n',
    ],
    ['terms in HTML', '<dl>\n<dt>One</dt><dd>two</dd>\n<dd>three</dd>\n</dl>\n'],
    ['escapes and character references', 'Two \\* three &amp; four `code` five &lt;six&gt; seven\n'],
    ['words that are also in a URL', '[docs](https://docs.test/docs) docs and more docs\n'],
    ['lines of different ends', 'One two\r\nthree *four*\r\n\r\n* five\r\n* six\r\n'],
    ['a long list', Array.from({ length: 300 }, (_none, at) => `*  Item ${at} with __some__ words\n`).join('')],
  ])('in %s changes nothing else', (_where, text) => {
    const changes = changedWords(text, text.length > 5_000 ? 2 : 8);
    expect(changes.length).toBeGreaterThan(0);
    expect(changes.filter(({ outcome }) => outcome !== 'exact')).toEqual([]);
  });

  it.each([
    ['marks of Markdown', 'One two three', 'two', '2 * 3 * 4 _x_ <b> [a](b)'],
    ['marks of HTML', '<div class="a">\n<p>One two</p>\n<p>three</p></div>', 'two', 'a < b & c > d'],
    ['a line break', 'One **two** three', 'two', 'first\nsecond'],
  ])('that becomes %s is read as it was sent', (_what, text, word, replacement) => {
    const document = read(text);
    const leaf = leavesIn(document).find((one) => one.text.includes(word));
    leaf.text = leaf.text.replace(word, replacement);
    expect(leavesIn(read(written(document))).map((one) => one.text)).toEqual(leavesIn(document).map((one) => one.text));
  });
});

describe('new words that look like a tag', () => {
  it('are escaped, unless the author wrote such words without escapes', () => {
    const [escaped, kept] = [read('One two\n'), read('One <two>\n')];
    leavesIn(escaped)[0].text = 'One <script>';
    leavesIn(kept)[0].text = 'One <three>';
    expect([written(escaped), written(kept)]).toEqual(['One \\<script\\>\n', 'One <three>\n']);
  });
});

describe('a changed label of a URL', () => {
  it.each([
    ['See https://docs.test/a for\nmore', 'https://docs.test/a', 'See [the docs](https://docs.test/a) for\nmore'],
    ['See <https://docs.test/a> for\nmore', 'https://docs.test/a', 'See [the docs](https://docs.test/a) for\nmore'],
    ['Write to <a@docs.test> or\nnot', 'a@docs.test', 'Write to [the docs](mailto:a@docs.test) or\nnot'],
    ['Go to www.docs.test or\nnot', 'www.docs.test', 'Go to [the docs](http://www.docs.test) or\nnot'],
  ])('in %j leaves the URL and the other lines', (text, label, expected) => {
    const document = read(text);
    const leaf = leavesIn(document).find((one) => one.text === label);
    leaf.text = 'the docs';
    expect(written(document)).toBe(expected);
  });
});

describe('a changed label of a link by reference', () => {
  it.each([
    ['* See [docs]\n* More *words*\n\n[docs]: https://docs.test\n', '[the docs][docs]'],
    ['* See [docs][]\n* More *words*\n\n[docs]: https://docs.test\n', '[the docs][docs]'],
    ['* See [docs][it]\n* More *words*\n\n[it]: https://docs.test\n', '[the docs][it]'],
  ])('in %j keeps the reference', (text, link) => {
    const document = read(text);
    const leaf = leavesIn(document).find((one) => one.text === 'docs');
    leaf.text = 'the docs';
    expect(written(document)).toBe(text.replace(/\[docs\]\S*/, link));
  });
});

describe('HTML that begins in another block', () => {
  it('is read with the text around it', () => {
    const text =
      '<div\n  style={{\n    gap: 1,\n  }}\n>\n  <Image\n    height="389"\n  />\n  <span style={{ a: 1 }}>\n    Some words.\n  </span>\n</div>\n\nAfter *it* all\n';
    expect(changedWords(text, 8).filter(({ outcome }) => outcome !== 'exact')).toEqual([]);
  });
});

describe('a change of the structure', () => {
  it.each(wrappers.slice(0, 2))('a block added to %s is added within it', (_what, text) => {
    const document = read(text);
    const paragraph = {
      object: 'block',
      type: 'paragraph',
      data: {},
      nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'New', marks: [] }] }],
    };
    document.nodes.splice(1, 0, paragraph);
    expect(written(document)).toBe(text.replace('*three*\n', '*three*\n\nNew\n'));
  });

  it('a block removed from a wrapper leaves the wrapper', () => {
    const document = read('<div class="a">\n\nOne\n\nTwo\n\nThree\n\n</div>\n');
    document.nodes.splice(1, 1);
    expect(written(document)).toBe('<div class="a">\n\nOne\n\nThree\n\n</div>\n');
  });

  it('a row removed from a table leaves the breaks of other cells', () => {
    const document = read('| a | b |\n|:--|---|\n| c<br>d | e |\n| f | g |\n| h | i<br>*j* |\n');
    delete document.nodes[0].data.records['row-2'];
    expect(written(document)).toBe('| a | b |\n|:--|---|\n| c<br>d | e |\n| h | i<br>*j* |\n');
  });

  it('a cell whose text is replaced keeps its break, and so do headings and captions', () => {
    const table = read('| a | b |\n|---|---|\n| c | e<br>f |\n');
    table.nodes[0].fragments[0].nodes[0].nodes[0].leaves[0].text = 'new\nword';
    expect(written(table)).toBe('| a | b |\n|---|---|\n| new<br>word | e<br>f |\n');
    const heading = read('# A<br>B *c*\n');
    heading.nodes[0].nodes[0].leaves.push({ object: 'leaf', text: ' d', marks: [{ object: 'mark', type: 'bold' }] });
    expect(written(heading)).toMatch(/^# A<br>B /);
  });

  it('an item added to a list has the marker of the list', () => {
    const document = read('*   One\n*   Two\n\n    more\n');
    document.nodes[0].nodes.push(JSON.parse(JSON.stringify(document.nodes[0].nodes[0]).replace('One', 'Three')));
    expect(written(document)).toBe('*   One\n*   Two\n\n    more\n*   Three\n');
  });

  it('text beside Chinese, Japanese and Korean is written without character references', () => {
    const document = read('在这里的文字\n');
    document.nodes[0].nodes[0].leaves = [
      { object: 'leaf', text: '在', marks: [] },
      { object: 'leaf', text: '「这里」', marks: [{ object: 'mark', type: 'italic' }] },
      { object: 'leaf', text: '的文字', marks: [] },
    ];
    expect(written(document)).toBe('在*「这里」*的文字\n');
  });
});
