import type { Construct } from '../../src/text/imports/formats/constructs/construct.ts';

/** What a tool writes in a fence, or in its info string, and what becomes of it. */
export interface CodeSample extends Pick<Construct, 'name' | 'outcome' | 'example'> {
  readonly tool: string;
  /** The file by which the tool is known. */
  readonly sign: string;
  /** The text whose line the report names. */
  readonly named?: string;
}

const vitePress = { tool: 'VitePress', sign: '.vitepress/config.ts', outcome: 'carried' } as const;
const docusaurus = { tool: 'Docusaurus', sign: 'docusaurus.config.js', outcome: 'carried' } as const;
const starlight = { tool: 'Markdown', sign: 'package.json', outcome: 'carried' } as const;

export const codeSamples: readonly CodeSample[] = [
  {
    ...docusaurus,
    name: 'Comment that highlights the next line',
    example: ['```js\na\n// highlight-next-line\nb\n```', '```js {2}\na\nb\n```'],
  },
  {
    ...docusaurus,
    name: 'Comments that highlight lines',
    example: ['```jsx\n{/* highlight-start */}\na\nb\n{/* highlight-end */}\nc\n```', '```jsx {1,2}\na\nb\nc\n```'],
  },
  {
    ...vitePress,
    name: 'Comment that highlights or focuses a line',
    example: ['```js{1}\na\nb // [!code focus]\n# [!code hl:2]\nc\nd\n```', '```js {1,2,3,4}\na\nb\nc\nd\n```'],
  },
  {
    ...vitePress,
    name: 'Comment that marks a line as added',
    example: ['```ts\na\nb // [!code ++]\n```', '```ts {2}\na\nb\n```'],
  },
  {
    ...vitePress,
    name: 'Comments that mark lines as removed and added',
    example: ['```ts [a.ts]\na\nb // [!code --]\nc // [!code ++]\n```', '```diff [a.ts]\n  a\n- b\n+ c\n```'],
  },
  {
    ...vitePress,
    name: 'Comment that marks words in code',
    outcome: 'left out',
    named: '// [!code word:b]',
    example: ['```ts\n// [!code word:b]\na b\n```', '```ts\na b\n```'],
  },
  {
    ...vitePress,
    name: 'Notation of code as text',
    example: ['```ts\na // [!!code ++]\n```', '```ts\na // [!code ++]\n```'],
  },
  {
    ...vitePress,
    name: 'Lines that Twoslash hides, and its questions',
    outcome: 'left out',
    named: 'a',
    example: ['```ts twoslash\na\n// ---cut---\nb\n//  ^?\n```', '```ts twoslash\nb\n```'],
  },
  {
    tool: 'Mintlify',
    sign: 'docs.json',
    outcome: 'carried',
    name: 'Title of code by plain words',
    example: [
      '```js Say hello lines {1} icon="x"\nlet a;\n```',
      '```js title="Say hello" lines {1} icon="x"\nlet a;\n```',
    ],
  },
  {
    tool: 'ReadMe',
    sign: 'docs/_order.yaml',
    outcome: 'carried',
    name: 'Title of code by plain words',
    example: ['```js First\nlet a;\n```', '```js title="First"\nlet a;\n```'],
  },
  {
    tool: 'mdBook',
    sign: 'book.toml',
    name: 'Lines of Rust that mdBook hides',
    outcome: 'left out',
    named: '# fn main() {',
    example: [
      '```rust,editable\n# fn main() {\nlet a = 1;\n##[derive]\n#\n# }\n```',
      '```rust,editable\nlet a = 1;\n#[derive]\n```',
    ],
  },
  {
    ...starlight,
    name: 'Removed and added lines of code, by their numbers',
    example: ['```js title="a.js" del={1} ins={2}\na\nb\n```', '```diff title="a.js"\n- a\n+ b\n```'],
  },
  {
    ...starlight,
    name: 'Marks of words in code',
    outcome: 'left out',
    named: '```js "b" /c/',
    example: ['```js "b" /c/\na b c\n```', '```js "b" /c/\na b c\n```'],
  },
  {
    ...starlight,
    name: 'Number of the first line of code',
    outcome: 'left out',
    named: '```js showLineNumbers={5}',
    example: ['```js showLineNumbers={5}\na\n```', '```js showLineNumbers={5}\na\n```'],
  },
  {
    ...starlight,
    name: 'Fold of lines in code',
    outcome: 'left out',
    named: '```js collapse={1-2}',
    example: ['```js collapse={1-2}\na\nb\n```', '```js collapse={1-2}\na\nb\n```'],
  },
  {
    ...starlight,
    tool: 'Docusaurus',
    name: 'Code that runs in its page',
    outcome: 'left out',
    named: '```jsx live',
    example: ['```jsx live\n<b/>\n```', '```jsx live\n<b/>\n```'],
  },
  {
    ...starlight,
    tool: 'Docusaurus',
    name: 'Commands of npm for other package managers',
    outcome: 'left out',
    named: '```sh npm2yarn',
    example: ['```sh npm2yarn\nnpm i\n```', '```sh npm2yarn\nnpm i\n```'],
  },
  {
    ...starlight,
    tool: 'Obsidian',
    name: 'Block of a plugin, such as Dataview',
    outcome: 'kept',
    named: '```dataview',
    example: ['```dataview\nLIST\n```', '```dataview\nLIST\n```'],
  },
];
