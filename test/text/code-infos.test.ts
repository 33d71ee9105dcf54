import { expect, it } from 'vitest';
import { documentFromMarkdown } from '../../src/text/rich-text/read/document-from-markdown.ts';
import type { Block } from '../../src/text/rich-text/document.ts';

const read = (markdown: string) => {
  const [code] = documentFromMarkdown(markdown).nodes as readonly Block[];
  const lines = (code?.nodes ?? []) as readonly Block[];
  const said = Object.entries(code?.data ?? {}).filter(([name]) => name !== 'source');
  return {
    ...Object.fromEntries(said),
    marked: lines.flatMap(({ data }, at) => (data['highlighted'] ? [at + 1] : [])).join(),
  };
};

it.each([
  ['py linenums="1" hl_lines="2 3"', { syntax: 'py', lineNumbers: true, marked: '2,3' }],
  ['go {hl_lines=[1,"3-4"] linenos=table,linenostart=199}', { syntax: 'go', lineNumbers: true, marked: '1,3,4' }],
  ['go{linenos=inline,hl_lines=["2-3"]}', { syntax: 'go', lineNumbers: true, marked: '2,3' }],
  ['go {linenos=false}', { syntax: 'go', marked: '' }],
  [
    '{.python hl_lines="1-2" title="a.py" linenums="5"}',
    { syntax: 'python', title: 'a.py', lineNumbers: true, marked: '1,2' },
  ],
  ['js showLineNumbers={3}', { syntax: 'js', lineNumbers: true, marked: '' }],
  ['js showLineNumbers collapse={1-2} {3}', { syntax: 'js', lineNumbers: true, marked: '3' }],
  ['js {1,3} {5} /useState/', { syntax: 'js', marked: '1,3,5' }],
  ['ts:line-numbers=2 {1}', { syntax: 'ts', lineNumbers: true, marked: '1' }],
  ['ts:no-line-numbers{1}', { syntax: 'ts', marked: '1' }],
  ['ts{1}', { syntax: 'ts', marked: '1' }],
  [
    'js a.js lines wrap expandable highlight={1,2} focus={4}',
    { syntax: 'js', title: 'a.js', overflow: 'wrap', lineNumbers: true, expandable: true, marked: '1,2,4' },
  ],
  ['js mark={2} ins={3} del={4}', { syntax: 'js', marked: '2,3' }],
  ['js title="All lines {1,2} wrap "', { syntax: 'js', title: 'All lines {1,2} wrap ', marked: '' }],
])('an info string says how code is shown: %s', (info, shown) => {
  expect(read(`\`\`\`${info}\n1\n2\n3\n4\n5\n\`\`\`\n`)).toEqual(shown);
});

it('so do the words of a tag of Jekyll', () => {
  const shown = { syntax: 'ruby', lineNumbers: true, marked: '2' };
  expect(read('{% highlight ruby linenos mark_lines="2" %}\n1\n2\n{% endhighlight %}\n')).toEqual(shown);
});
