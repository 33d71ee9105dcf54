import { describe, expect, it } from 'vitest';
import { withoutModules } from '../../src/text/imports/formats/mdx-modules.ts';
import { buildMarkdownTree } from '../../src/text/imports/markdown-tree.ts';
import { listEntries } from './imports-archive.ts';
import { linksOf, pageOf, read, reasons } from './imports-wiki-archive.ts';

const textOf = (markdown: string) => withoutModules(markdown).markdown;

describe('a line of modules in MDX', () => {
  it.each([
    "import Tabs from '@theme/Tabs';",
    'import Tabs, { Tab } from "@theme/Tabs"',
    "import * as all from './all'",
    "import { a, b } from 'x';",
    "import 'style.css';",
    "import {\n  a,\n  b,\n} from 'x';",
    'export const version = "1.0";',
    'export const Box = ({ children }) => (\n  <div>\n\n    {children}\n  </div>\n);',
    'export default function Layout(props) {\n  return props.children;\n}',
  ])('is kept as a comment: %j', (module) => {
    const { markdown, lines } = withoutModules(`# A\n\n${module}\n\nText\n`);
    expect(markdown).toBe(`# A\n\n<!-- ${module} -->\n\nText\n`);
    expect(lines).toEqual([3]);
  });

  it.each([
    'import the archive first',
    'export of a space',
    "import 'it' from here",
    'Text\n  import x from "x";',
    '```js\nimport a from "a";\n```',
    '~~~js\nexport const a = 1;\n```\nimport a from "a";\n~~~',
    '> ```js\n> a\n> ```\n\n- ~~~\n  b\n  ~~~\n\n```js\nimport a from "a";\n```',
    '````\n```js\n```\nimport a from "a";\n````',
    'export const open = (',
    "import a from 'a'; // -->",
  ])('is no other text: %j', (markdown) => {
    expect(withoutModules(markdown)).toEqual({ markdown, lines: [] });
  });

  it('keeps the ends of lines', () => {
    expect(textOf("import a from 'a';\r\n\r\nText\r\n")).toBe("<!-- import a from 'a'; -->\r\n\r\nText\r\n");
  });
});

describe('a component that is imported from a Markdown file', () => {
  const files = { 'docs/_notice.mdx': "import X from './x';\n\nNOTICE", 'docusaurus.config.js': '' };
  const imported = async (text: string) => {
    const { pages, warnings } = await buildMarkdownTree(listEntries({ ...files, 'docs/a.mdx': text }));
    return { text: pages.find(({ key }) => key === 'a.mdx')?.markdown, warnings: warnings.map(({ reason }) => reason) };
  };

  it.each(['./_notice.mdx', '@site/docs/_notice.mdx'])('is filled in: %s', async (file) => {
    const { text, warnings } = await imported(`import Notice from '${file}';\n\n<Notice />\n\nText`);
    expect(text).toBe(`<!-- import Notice from '${file}'; -->\n\n<!-- import X from './x'; -->\n\nNOTICE\n\nText`);
    expect(warnings).toEqual(['What is imported or exported for MDX is kept as a comment, and not run: line 1']);
  });

  it('is named when its file is missing', async () => {
    const { warnings } = await imported("import Notice from './gone.mdx';\n\n<Notice />\n");
    expect(warnings.at(-1)).toBe('1 include has no file in the archive: ./gone.mdx (line 3)');
  });
});

it('what is imported for MDX is named with its lines', async () => {
  const { warnings } = await buildMarkdownTree(
    listEntries({ 'a.mdx': "---\ntitle: A\n---\nimport A from 'a';\n\nText" }),
  );
  expect(warnings).toEqual([
    { key: 'a.mdx', reason: 'What is imported or exported for MDX is kept as a comment, and not run: line 4' },
  ]);
});

it('imported pictures and texts stand where their names are used', async () => {
  const tree = await read({
    'docusaurus.config.js': 'module.exports = {};\n',
    'static/img/a.png': 'x',
    'docs/b.svg': '<svg></svg>',
    'docs/code.js': 'const x = 1;\n',
    'docs/page.mdx':
      "import logo from '@site/static/img/a.png';\nimport Drawing from './b.svg';\nimport text from '!!raw-loader!./code.js';\nimport other from '!!raw-loader!./gone.js';\n\n# Page\n\n<img src={logo} alt=\"A\" /> <img src={Drawing} /> <img src={unknown} />\n\n<CodeBlock language=\"js\" title=\"code.js\">{text}</CodeBlock>\n\n<CodeBlock>{other}</CodeBlock>\n\n```jsx\n<img src={logo} />\n```\n",
  });
  expect(pageOf(tree, 'Page').markdown.split('# Page\n')[1]).toBe(
    '\n<img src="@site/static/img/a.png" alt="A" /> <img src="./b.svg" /> <img src={unknown} />\n\n```js [code.js]\nconst x = 1;\n```\n\n<<< ./gone.js\n\n```jsx\n<img src={logo} />\n```\n',
  );
  expect(linksOf(tree, 'Page')).toEqual(['file ../static/img/a.png', 'file b.svg', 'broken']);
  expect(reasons(tree)).toEqual([
    'page.mdx: 1 include has no file in the archive: ./gone.js (line 12)',
    'page.mdx: 1 link has no target: {unknown} (line 8)',
  ]);
});
