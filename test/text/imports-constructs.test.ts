import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Construct } from '../../src/text/imports/formats/constructs/construct.ts';
import { allConstructs, createConverter } from '../../src/text/imports/formats/constructs/tools.ts';
import { walkPages } from '../../src/text/imports/import-tree.ts';
import { buildMarkdownTree } from '../../src/text/imports/markdown-tree.ts';
import { reportPages } from '../../src/text/imports/tree/page-report.ts';
import { listEntries } from './imports-archive.ts';
import { codeSamples } from './imports-code-samples.ts';

const signs = {
  Docmost: 'docmost-metadata.json',
  Docusaurus: 'docusaurus.config.js',
  Hugo: 'hugo.toml',
  Jekyll: '_config.yml',
  MDX: 'next.config.mjs',
  Markdown: 'package.json',
  MkDocs: 'mkdocs.yml',
  Obsidian: '.obsidian/app.json',
  Outline: 'outline.md',
  ReadMe: 'docs/_order.yaml',
  VitePress: '.vitepress/config.ts',
  'Wiki.js': 'wiki.md',
} as const;

/** What the file says that shows its tool, for those that its path does not show. */
const signTexts: Readonly<Record<string, string>> = {
  'docusaurus.config.js': "import remarkMath from 'remark-math';\n",
  'next.config.mjs': 'export default nextra({ latex: true })({});',
  'mkdocs.yml': 'markdown_extensions:\n  - pymdownx.arithmatex\n',
  '.vitepress/config.ts': 'export default { markdown: { math: true } };\n',
  'outline.md': '![A view](a.png " =10x20")\n',
  'wiki.md':
    '---\ntitle: A\ndescription: \npublished: true\ndate: 2021\ntags: \neditor: markdown\ndateCreated: 2020\n---\n',
};

function convert({ tool }: Pick<Construct, 'tool'>, markdown: string) {
  const files = {
    [signs[tool]]: signTexts[signs[tool]] ?? '',
    'note.md': '',
    '_includes/note.md': '',
    'picture.png': '',
    'code.ts': '',
  };
  const path = tool === 'MDX' ? 'page.mdx' : 'page.md';
  return createConverter(listEntries(files))(path, { markdown });
}

const rows = allConstructs.map((one) => [one.tool, one.name, one] as const);

describe('a construct of a tool', () => {
  it.each(rows)('becomes what it states, and the report names it unless it is carried over: %s, %s', (...row) => {
    const [, , construct] = row;
    const [written, becomes] = construct.example;
    const { markdown, notes } = convert(construct, `Above\n\n${written}\n`);
    expect(markdown).toBe(`Above\n\n${becomes}\n`);
    const named = notes.map(({ reason, places }) => [reason.split(': ')[0], places[0]?.line]);
    expect(named).toEqual(construct.outcome === 'carried' ? [] : [[construct.name, 3]]);
  });

  it.each(rows)('is code in code: %s, %s', (...row) => {
    const [, , construct] = row;
    const [written] = construct.example;
    const inLine = written.includes('\n') || written.includes('`') ? '' : `\`${written}\`\n\n`;
    if (construct.inCode) return;
    const text = `---\ntitle: "${inLine === '' ? '' : written.replaceAll('"', '')}"\n---\n${inLine}\`\`\`\`md\n${written}\n\`\`\`\`\n`;
    expect(convert(construct, text)).toMatchObject({ markdown: text, notes: [] });
  });

  it.each(['MkDocs', 'Obsidian', 'Wiki.js'] as const)('is a sign of its own in a formula: %s', (tool) => {
    const formulas = '$$a^2+b^2 == c^2$$ and\n\n$$\na~1~ {++b++}\n\n^[c] ==d==\n$$\n';
    expect(convert({ tool }, `${formulas}\n$e^2+f^2==g$, \`$$\` and ==h==\n`)).toEqual({
      markdown: `${formulas}\n$$e^2+f^2==g$$, \`$$\` and ${tool === 'Wiki.js' ? '==h==' : '<mark>h</mark>'}\n`,
      lines: expect.any(Array),
      notes: [],
    });
  });

  it('may be a term that is code, with a blank line below it', () => {
    const { markdown } = convert({ tool: 'MkDocs' }, 'Above\n\n`term`\n\n:   One\n\n    Two\n\nBelow\n');
    expect(markdown).toBe('Above\n\n- **`term`**\n\n  One\n\n  Two\n\nBelow\n');
  });

  it('is converted only where its tool was used', () => {
    const text = allConstructs
      .flatMap(({ tool, example }) =>
        tool === 'ReadMe' || tool === 'Markdown' || tool === 'Wiki.js' ? [] : [example[0]],
      )
      .join('\n\n');
    expect(createConverter(listEntries({ 'a.md': '' }))('a.md', { markdown: text })).toEqual({
      markdown: text,
      notes: [],
    });
  });
});

const importTexts = async (texts: Readonly<Record<string, string>>) => {
  const tree = await buildMarkdownTree(listEntries(texts));
  const textOf = (key: string) => [...walkPages(tree.pages)].find((page) => page.key === key)?.markdown;
  return { tree, textOf, warnings: reportPages(tree).map(({ key, reason }) => `${key}: ${reason}`) };
};

describe('a vault of Obsidian', () => {
  it('has its links, embeds and attachments by name, and its comments are seen by nobody', async () => {
    const { tree, textOf, warnings } = await importTexts({
      '.obsidian/app.json': '{}',
      'Home.md':
        '# Home\n\n[[Deep note]], [[deep Note#Second Part|there]], [[Deep note#^key]], [[#Home]], [[Gone]]\n\n![[view.png|300]]\n\n![[Short]]\n',
      'area/Deep note.md': '## Second Part\n\nA line ^key\n\n%%\nsecret\n%%\n\nEnd %%unclosed\nsecret\n',
      'area/Short.md': 'Short text\n',
      'files/view.png': 'x',
    });
    expect(textOf('Home.md')).toBe(
      '# Home\n\n[Deep note](area/Deep%20note.md), [there](area/Deep%20note.md#second-part), [Deep note > key](area/Deep%20note.md#key), [Home](#home), [Gone](Gone.md)\n\n![](files/view.png)\n\nShort text\n',
    );
    expect(textOf('area/Deep note.md')).toBe(
      '## Second Part\n\nA line <a id="key"></a>\n\n<!-- secret -->\n\nEnd <!-- unclosed\nsecret -->',
    );
    expect(tree.files.map(({ key }) => key)).toEqual(['files/view.png']);
    expect(warnings).toEqual(['Home.md: 1 link has no target: Gone.md (line 3)']);
  });

  const deep =
    '---\naliases: [Depth, The deep]\n---\nintro\n\n## Second Part\n\nSee [[Home]] and ![[view.png]]\n\n### Below\n\nLine ^key\n\n## A: B & C\n\n- one ^item\n  - nested\n- two\n\n| t |\n|---|\n| x |\n\n^table\n';

  it.each([
    [
      '![[Deep#Second Part]]',
      '## Second Part\n\nSee [Home](Home.md) and ![](files/view.png)\n\n### Below\n\nLine <a id="key"></a>',
    ],
    ['![[Deep#^key]]', 'Line'],
    ['![[Deep#^item]]', '- one\n  - nested'],
    ['![[Deep#^table]]', '| t |\n|---|\n| x |'],
    ['![[Deep#Below]]', '### Below\n\nLine <a id="key"></a>'],
    ['[[The deep]]', '[The deep](my%20area/Deep.md)'],
    ['[[depth#A: B & C|x]]', '[x](my%20area/Deep.md#a-b--c)'],
    [
      '| a |\n|---|\n| [[Deep\\|x]] ![[view.png\\|50]] |',
      '| a |\n|---|\n| [x](my%20area/Deep.md) ![](files/view.png) |',
    ],
    ['![[view.png|A view|50x60]]', '![A view](files/view.png)'],
  ])('has its notes by other names, and parts of them in others: %s', async (written, becomes) => {
    const { textOf, warnings } = await importTexts({
      '.obsidian/app.json': '{}',
      'Home.md': `${written}\n`,
      'my area/Deep.md': deep,
      'files/view.png': 'x',
    });
    expect(textOf('Home.md')).toBe(`${becomes}\n`);
    expect(warnings).toEqual([]);
  });

  it('has footnotes that are written in the text, also where a part of the note is embedded', async () => {
    const { textOf, warnings } = await importTexts({
      '.obsidian/app.json': '{}',
      'Home.md': 'One^[of [[Deep]], and `^[code]`] and $x^[2]$, two^[**again**], \\^[no]\n\n![[Deep#Second]]\n\nEnd',
      'Deep.md':
        '# Deep\n\nA[^1]\n\n## Second\n\nB[^1], [there]^[and more]\n\n[^1]: A note\n    that goes on\n\n[there]: Home.md\n',
    });
    expect(textOf('Home.md')).toBe(
      'One[^home-1] and $$x^[2]$$, two[^home-2], \\^[no]\n\n## Second\n\nB[^1], [there][^deep-1]\n\n[^1]: A note\n    that goes on\n\n[there]: Home.md\n\n[^deep-1]: and more\n\nEnd\n\n[^home-1]: of [Deep](Deep.md), and `^[code]`\n\n[^home-2]: **again**\n',
    );
    expect(warnings).toEqual([]);
  });

  it('has marks of tasks and fields of Dataview as they are written, and names them', async () => {
    const { textOf, warnings } = await importTexts({
      '.obsidian/app.json': '{}',
      'Home.md':
        '- [ ] Open\n- [x] Done\n- [/] Half\n1. [-] No\n- [[Home]] is no task\n\nDue:: today\n\nCall (by:: Ann), Foo::bar\n',
    });
    expect(textOf('Home.md')).toBe(
      '- [ ] Open\n- [x] Done\n- [/] Half\n1. [-] No\n- [Home](Home.md) is no task\n\nDue:: today\n\nCall (by:: Ann), Foo::bar\n',
    );
    expect(warnings).toEqual([
      'Home.md: Mark of a task that is neither open nor done: kept as written, because nothing expresses it here: - [/] (line 3), 1. [-] (line 4)',
      'Home.md: Field of Dataview: kept as written, because nothing expresses it here: Due:: (line 7), (by:: Ann) (line 9)',
    ]);
  });

  it('names what it embeds in a circle, or what is not there', async () => {
    const { textOf, warnings } = await importTexts({
      '.obsidian/app.json': '{}',
      'a.md': '![[b]]\n\n![[b#Gone]]\n\n![[gone]]\n',
      'b.md': 'of b\n\n![[a]]\n',
    });
    expect(textOf('a.md')).toContain('of b');
    expect(warnings).toEqual([
      'a.md: Embed of a note, of the part below a heading, or of a block: kept as written, because it cannot be read: ![[gone]] (line 5)',
      'a.md: 2 includes have no file in the archive: /a.md (line 1), /b.md:#gone (line 3)',
      'b.md: 2 includes have no file in the archive: /b.md (line 3), /b.md:#gone (line 3)',
    ]);
  });

  it('has the notes of folders, redirects from its other names, and templates that are no notes', async () => {
    const { tree, warnings } = await importTexts({
      '.obsidian/templates.json': '{ "folder": "Templates" }',
      'area/area.md': '---\naliases: Old area\n---\n# The area\n',
      'area/Deep.md': '---\naliases: [Depth, The deep]\n---\n',
      'Templates/Note.md': '{{title}}\n',
    });
    expect(tree.pages.map(({ key, children }) => [key, children.map((one) => one.key)])).toEqual([
      ['area/area.md', ['area/Deep.md']],
      ['Templates/', ['Templates/Note.md']],
    ]);
    expect(tree.exported?.redirects).toEqual([
      { parent: '', slug: 'old-area', page: 'area/area.md' },
      { parent: '', slug: 'area/Depth', page: 'area/Deep.md' },
      { parent: '', slug: 'area/the-deep', page: 'area/Deep.md' },
    ]);
    expect(tree.pages[1]?.children[0]).toMatchObject({ condition: 'false', hidden: true });
    expect(warnings).toEqual([
      'Templates/Note.md: It is shown to no visitor, because its source says so: templates in .obsidian/templates.json',
    ]);
  });

  it('is known without its settings by links to its notes', async () => {
    const known = await importTexts({ 'a.md': 'See [[b]] and ==this== %%secret%%\n', 'b.md': 'x\n' });
    expect(known.textOf('a.md')).toBe('See [b](b.md) and <mark>this</mark> <!-- secret -->\n');
    const other = { 'a.md': 'See [[c]] and `[[b]]` ==this==\n', 'b.md': 'x\n' };
    expect((await importTexts(other)).textOf('a.md')).toBe(other['a.md']);
  });
});

describe('a site of VitePress', () => {
  it('has its code from files, with regions, languages and titles', async () => {
    const { textOf, warnings } = await importTexts({
      'docs/.vitepress/config.ts': 'export default {}',
      'docs/a.md': '# A\n\n<<< @/code/a.ts#part{1,2 js:line-numbers} [Name]\n\n<<< ./code/b.py\n\n<<< ./gone.js\n',
      'docs/code/a.ts': 'no\n// #region part\nlet a = 1;\n// #endregion part\nno\n',
      'docs/code/b.py': '"""\n```\n"""\n',
    });
    expect(textOf('a.md')).toBe(
      '# A\n\n```js {1,2} [Name]\nlet a = 1;\n```\n\n````py\n"""\n```\n"""\n````\n\n<<< ./gone.js\n',
    );
    expect(warnings.filter((one) => one.startsWith('a.md'))).toEqual([
      'a.md: 1 include has no file in the archive: ./gone.js (line 7)',
    ]);
  });

  it('has the home page that its front matter describes, with links', async () => {
    const matter = `---
layout: home
hero:
  name: Name
  tagline: It says so
  actions:
    - { text: Start, link: /b }
features:
  - { title: One, details: First thing }
---
`;
    const { textOf, tree, warnings } = await importTexts({
      '.vitepress/config.ts': '',
      'index.md': `${matter}\n[x](gone.md)\n`,
      'b.md': '# B\n',
    });
    expect(textOf('index.md')).toBe(
      `${matter}# Name\n\nIt says so\n\n[Start](/b)\n\n- **One**: First thing\n\n[x](gone.md)\n`,
    );
    expect(tree.pages[0]?.links[0]?.target).toEqual({ kind: 'page', key: 'b.md' });
    expect(warnings.at(-1)).toBe('index.md: 1 link has no target: gone.md (line 12)');
  });
});

interface Listed extends Pick<Construct, 'name' | 'outcome' | 'example' | 'becomes'> {
  readonly tool: string;
}

/** The table of the manual: each tool, each construct, what becomes of it. */
function tableOf(constructs: readonly Listed[]): string {
  const code = (text: string) => {
    const lines = text.split('\n').filter((line) => line !== '');
    const fenced = (line: string) => {
      const marks = line.includes('`') ? '``' : '`';
      const room = line.includes('`') ? ' ' : '';
      return `${marks}${room}${line.replaceAll('|', '\\|')}${room}${marks}`;
    };
    return lines.map(fenced).join('<br>');
  };
  const becomes = ({ outcome, example, becomes: said }: Listed) =>
    ({
      carried: said ?? code(example[1]),
      kept: 'stays as it is written, and the report names it',
      comment: 'a comment that no reader sees, and the report names it',
      'left out': 'left out, and the report names it',
    })[outcome];
  const lines = constructs.map((one) => `| ${one.tool} | ${one.name} | ${code(one.example[0])} | ${becomes(one)} |`);
  return ['| Source | Construct | Written | What it becomes |', '|---|---|---|---|', ...lines].join('\n');
}

it('the manual lists each construct and what becomes of it', () => {
  const file = new URL('../../docs/manual/start/import-constructs.md', import.meta.url);
  const page = readFileSync(file, 'utf8');
  const from = page.indexOf('| Source | Construct');
  const written = `${page.slice(0, from)}${tableOf([...allConstructs, ...codeSamples])}\n`;
  if (process.env['TEST_WRITE_CONSTRUCTS']) writeFileSync(file, written);
  else expect(page).toBe(written);
});
