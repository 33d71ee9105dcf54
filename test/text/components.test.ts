import { describe, expect, it } from 'vitest';
import { readMarkdownFacts } from '../../src/text/markdown/markdown-facts.ts';
import { changedWords } from '../write-back.ts';
import { sketchOf } from './sketch.ts';

const cases: Readonly<Record<string, readonly [markdown: string, shown: string]>> = {
  'code directly below its tag': ['<ShowSolution>\n```js\nA\n```\n</ShowSolution>', 'code(code-line(A))'],
  'a list directly below its tag': [
    '<Steps>\n1. A\n2. *b*\n</Steps>',
    'stepper(stepper-step(list-ordered(list-item(A), list-item(b))))',
  ],
  'a text between its tags': ['<Warning>\nA *b*\n</Warning>', 'hint:warning(A b)'],
  'its tags below and above a text': ['A\n<Tip>\n*b*\n</Tip>\nc', 'A hint:success(b) c'],
  'deep text, which is no code': [
    '<Tabs>\n    <Tab title="X">\n        A *b*\n\n        ```js\n        c\n        ```\n    </Tab>\n</Tabs>\n\n    d',
    'tabs(tabs-item:X(A b, code(code-line(c)))) code(code-line(d))',
  ],
  'deep lists': [
    '<Note>\n    - A\n        - b\n</Note>',
    'hint:info(list-unordered(list-item(A, list-unordered(list-item(b)))))',
  ],
  'a tag of several lines': ['<Callout\n  type="warning"\n>\n  A\n</Callout>', 'hint:warning(A)'],
  'an expression in its tag': [
    "<Tabs items={['X', 'Y']}>\n<Tab>\nA\n</Tab>\n<Tab>\nb\n</Tab>\n</Tabs>",
    'tabs(tabs-item:X(A), tabs-item:Y(b))',
  ],
  'a function in its tag': ['<Note onOpen={() => {\n  a > "}";\n}}>\nA\n</Note>', 'hint:info(A)'],
  'one on a line': ['<Note type="danger">A *b*</Note>', 'hint:danger(A b)'],
  'one on two lines': ['<Note>A\n*b* </Note>', 'hint:info(A b)'],
  'several on lines': [
    '<Tabs>\n  <Tab title="X">A</Tab>\n  <Tab title="Y"> b </Tab>\n</Tabs>',
    'tabs(tabs-item:X(A), tabs-item:Y(b))',
  ],
  'one in an item': [
    '- A\n  <Tip>\n  *b*\n  </Tip>\n- <Tip>c</Tip>',
    'list-unordered(list-item(A, hint:success(b)), list-item(hint:success(c)))',
  ],
  'one in a quote': ['> <Tip>\n> *A*\n> </Tip>', 'blockquote(hint:success(A))'],
  'one with a point in its name': ['<Docs.Note>\n*A*\n</Docs.Note>', 'A'],
  'tabs with a point in their name, on lines': [
    "<Tabs items={['X', 'Y']}>\n<Tabs.Tab>A</Tabs.Tab>\n<Tabs.Tab>\n*b* c\n</Tabs.Tab>\n</Tabs>",
    'tabs(tabs-item:X(A), tabs-item:Y(b c))',
  ],
  'the title of one that no block expresses': [
    '<CardGroup>\n  <Card title="Some title" icon="x">\n    A *b*\n  </Card>\n</CardGroup>',
    'Some title A b',
  ],
  'one without a text': [
    '<Chart\n  kind="bar"\n/>\nA',
    'code(code-line(<Chart), code-line(  kind="bar"), code-line(/>)) A',
  ],
  'one without its end tag': ['<Chart>\n\n    A', 'code(code-line(<Chart>)) code(code-line(A))'],
  'one in a text': ['A <Icon /> b <Note>c</Note>', 'A <Icon /> b <Note>c</Note>'],
  'one beside a text': ['<Note>A</Note> and *b*', '<Note>A</Note> and b'],
  'elements of HTML, which end at a blank line': ['<div>\n*A*\n</div>\n\n<DIV>\n*b*\n</DIV>', '*A* *b*'],
};

describe('components of MDX', () => {
  it.each(Object.entries(cases))('show what is between their tags: %s', (_name, [markdown, expected]) => {
    expect(sketchOf(markdown)).toBe(expected);
  });

  it.each(Object.entries(cases))('keep all but the changed word: %s', (_name, [markdown]) => {
    expect(changedWords(markdown, 9).filter(({ outcome }) => outcome !== 'exact')).toEqual([]);
  });

  it('have their links and headings on the page', () => {
    const text = '<Steps>\n1. [A](a.md)\n</Steps>\n\n<Note>\n    ## Head\n\n    [b](b.md)\n</Note>\n';
    const { urls, anchors } = readMarkdownFacts(text);
    expect([urls.map(({ url }) => url), anchors]).toEqual([['a.md', 'b.md'], ['head']]);
  });
});
