import { describe, expect, it } from 'vitest';
import { documentFromMarkdown } from '../../src/text/rich-text/read/document-from-markdown.ts';
import { markdownFromDocument } from '../../src/text/rich-text/write/markdown-from-document.ts';
import { fc } from '../setup/properties.ts';
import { allOrTenth } from '../setup/size.ts';

/** A text of each kind with a word, `leaf`, at each place that a document shows. `@` makes a label its own. */
const kinds: Readonly<Record<string, string>> = {
  paragraph: 'One leaf two.',
  heading: '## One leaf two',
  'heading with a line below': 'One leaf two\n---',
  'item of a list': '- One leaf two\n- b',
  'item of an ordered list': '1. One leaf two\n2. b',
  task: '- [ ] One leaf two\n- [x] b',
  quote: '> One leaf two\n> more',
  code: '```js\nOne leaf two\n```',
  'title of code': '{% code title="One leaf two" %}\n```js\na\n```\n{% endcode %}',
  hint: '{% hint style="info" %}\nOne leaf two\n{% endhint %}',
  'title of an admonition': ':::tip One leaf two\ntext\n:::',
  'text of an admonition': '!!! note "Title"\n\n    One leaf two',
  'title of a box': '!!! note "One leaf two"\n\n    text',
  'title of a tab': '{% tabs %}\n{% tab title="One leaf two" %}\ntext\n{% endtab %}\n{% endtabs %}',
  'text of a tab': '{% tabs %}\n{% tab title="Tab" %}\nOne leaf two\n{% endtab %}\n{% endtabs %}',
  summary: '<details>\n\n<summary>One leaf two</summary>\n\ntext\n\n</details>',
  'text of a fold': '<details>\n\n<summary>Title</summary>\n\nOne leaf two\n\n</details>',
  cell: '| a | b |\n| - | - |\n| One leaf two | x |',
  'head of a table': '| One leaf two | b |\n| - | - |\n| a | x |',
  'cell in HTML':
    '<table>\n<thead><tr><th>a</th></tr></thead>\n<tbody><tr><td>One leaf two</td></tr></tbody>\n</table>',
  caption: '<figure><img src="https://x.test/a.png" alt=""><figcaption><p>One leaf two</p></figcaption></figure>',
  'text of an image': '![One leaf two](https://x.test/a.png)',
  footnote: 'Text[^n@] here.\n\n[^n@]: One leaf two.',
  'footnote with a name': 'Text[^Note@] here.\n\n[^Note@]: One leaf two.',
  'footnote of two places': 'Text[^n@] here[^n@].\n\n[^n@]: One leaf two.',
  'footnote of a list': '- Text[^n@] here.\n- b\n\n[^n@]: One *leaf* two.',
  'footnote of several blocks': 'Text[^n@] here.\n\n[^n@]: First.\n\n    One leaf two.',
  'annotated word': 'A *leaf*[^n@] here.\n\n[^n@]: Body.',
  link: 'See [One leaf two](https://x.test).',
  'link by a definition': 'See [One leaf two][r@].\n\n[r@]: https://x.test',
  'bold text': 'See **One leaf two** end.',
  'code in a text': 'See `One leaf two` end.',
  'text of an embed': '{% embed url="https://x.test" %}\nOne leaf two\n{% endembed %}',
  step: '{% stepper %}\n{% step %}\n## One leaf two\n\ntext\n{% endstep %}\n{% endstepper %}',
  column:
    '{% columns %}\n{% column %}\nOne leaf two\n{% endcolumn %}\n{% column %}\nb\n{% endcolumn %}\n{% endcolumns %}',
  formula: '$$\nOne leaf two\n$$',
  'formula in a text': 'See $$One leaf two$$ end.',
  button: '<a href="https://x.test" class="button primary">One leaf two</a>',
  'line before a break': 'One leaf two\\\nnext line',
};

const read = (markdown: string): any => JSON.parse(JSON.stringify(documentFromMarkdown(markdown)));

/** The members of a document whose text has a word; not ids that are made of it. */
function placesOf(node: any, word: string): { readonly node: any; readonly member: string }[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([member, value]) => {
    if (member === 'source') return [];
    if (typeof value !== 'string') return placesOf(value, word);
    return value.includes(word) && !/-leaf|leaf\d+-/.test(value) ? [{ node, member }] : [];
  });
}

const textOf = (kind: string, at: number) => (kinds[kind] ?? '').replaceAll('@', `${at}`).replace('leaf', `leaf${at}`);

/** Changes a word in the document and in the text. */
function change(text: string, word: string, place: number) {
  const document = read(text);
  const places = placesOf(document, word);
  const { node, member } = places[place % Math.max(1, places.length)] ?? { node: {}, member: '' };
  node[member] = String(node[member]).replace(word, 'zqzq');
  return { count: places.length, edited: markdownFromDocument(document, 'body'), expected: text.replace(word, 'zqzq') };
}

describe('A word that is changed in a document', () => {
  it.each(Object.keys(kinds))('is changed in the text, and nothing else is: %s', (kind) => {
    const text = `Before.\n\n${textOf(kind, 0)}\n\nAfter.\n`;
    const { count } = change(text, 'leaf0', 0);
    expect(count).toBeGreaterThan(0);
    for (let place = 0; place < count; place += 1) {
      const { edited, expected } = change(text, 'leaf0', place);
      expect(edited).toBe(expected);
    }
  });

  it('is so among blocks of all kinds', () => {
    const some = fc.array(fc.constantFrom(...Object.keys(kinds)), { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(some, fc.nat(), fc.nat(9), (names, which, place) => {
        const text = `${names.map(textOf).join('\n\nBetween.\n\n')}\n`;
        const { edited, expected } = change(text, `leaf${which % names.length}`, place);
        expect(edited).toBe(expected);
      }),
      { numRuns: allOrTenth(1_000) },
    );
  });

  it('in one of two annotations of a footnote is changed in the footnote, and the others say the same', () => {
    const text = 'A[^1].\n\nB[^1].\n\n[^1]: One leaf0 two.\n';
    const { edited, expected } = change(text, 'leaf0', 1);
    expect(edited).toBe(expected);
    expect(placesOf(read(edited), 'zqzq')).toHaveLength(3);
  });

  it('may be the last of a line: the break stays', () => {
    for (const end of ['\\\n', '  \n', '<br>']) {
      const text = `One last${end}next\n`;
      const document = read(text);
      for (const { node } of placesOf(document, ' last')) node.text = node.text.replace(' last', '');
      expect(markdownFromDocument(document, 'body')).toBe(text.replace(' last', ''));
    }
  });
});

describe('Lines stay apart where a word beside their break is deleted', () => {
  it.each([
    ['before it', 'One two\nthree four\n', 'two', 'One\nthree four\n'],
    ['before it, with the blank', 'One two\nthree four\n', ' two', 'One\nthree four\n'],
    ['after it', 'One two\nthree four\n', 'three ', 'One two\nfour\n'],
    ['on a line of its own', 'One two\nthree\nfour\n', 'three', 'One two\nfour\n'],
    ['in a quote', '> One two\n> three four\n', 'two', '> One\n> three four\n'],
    ['in an item', '- One two\n  three four\n', 'two', '- One\n  three four\n'],
    ['at the end', 'One two\nthree\n', ' three', 'One two\n'],
    ['marked, before it', 'One **two**\nthree four\n', 'two', 'One\nthree four\n'],
    ['marked, after it', 'One two\n**three** four\n', 'three', 'One two\nfour\n'],
    ['marked, on a line of its own', 'One two\n*three*\nfour\n', 'three', 'One two\nfour\n'],
    ['code', 'One `two`\nthree four\n', 'two', 'One\nthree four\n'],
    ['tagged', 'One <b>two</b>\nthree four\n', 'two', 'One\nthree four\n'],
    ['marked twice', '> One ***two***\n> three four\n', 'two', '> One\n> three four\n'],
    ['marked, on a line of a quote', '> One two\n> **three**\n> four\n', 'three', '> One two\n> four\n'],
    ['marked, within a line', 'One **two** three\nfour\n', 'two', 'One three\nfour\n'],
    ['marked, before a sign', 'One **two**.\nfour\n', 'two', 'One .\nfour\n'],
  ])('%s', (_where, text, word, expected) => {
    const document = read(text);
    const [place] = placesOf(document, word);
    if (place) place.node[place.member] = place.node[place.member].replace(word, '');
    expect(markdownFromDocument(document, 'body')).toBe(expected);
  });
});
