import { describe, expect, it } from 'vitest';
import { walkPages } from '../../src/text/imports/import-tree.ts';
import { buildMarkdownTree } from '../../src/text/imports/markdown-tree.ts';
import { listEntries } from './imports-archive.ts';

/** The keys of the pages that no visitor sees, and those out of the navigation. */
async function withheld(texts: Readonly<Record<string, string>>) {
  const { pages, warnings } = await buildMarkdownTree(listEntries(texts));
  const all = [...walkPages(pages)];
  return {
    drafts: all.filter(({ condition }) => condition === 'false').map(({ key }) => key),
    hidden: all.filter(({ condition, hidden }) => condition === undefined && hidden).map(({ key }) => key),
    reasons: warnings.map(({ reason }) => reason),
  };
}

const pages = (...paths: string[]) => Object.fromEntries(paths.map((path) => [path, '# Page\n']));

describe('pages that a configuration keeps from readers', () => {
  it('by exclude_docs, draft_docs and not_in_nav of MkDocs', async () => {
    const config = `site_name: A
docs_dir: pages
exclude_docs: |
  internal/
  *.tpl.md
  !public.tpl.md
draft_docs: /plans/*.md
not_in_nav: |
  /legal.md
plugins:
  - search: !ENV [SEARCH, {}]
`;
    const { drafts, hidden, reasons } = await withheld({
      'mkdocs.yml': config,
      ...pages('pages/index.md', 'pages/internal/a.md', 'pages/b.tpl.md', 'pages/public.tpl.md', 'pages/plans/c.md'),
      ...pages('pages/sub/plans/d.md', 'pages/legal.md'),
    });
    expect(drafts.toSorted()).toEqual(['b.tpl.md', 'internal/a.md', 'plans/c.md']);
    expect(hidden).toEqual(['legal.md']);
    expect(reasons).toContain('It is shown to no visitor, because its source says so: exclude_docs in mkdocs.yml');
  });

  it('by srcExclude of VitePress', async () => {
    const { drafts } = await withheld({
      'docs/.vitepress/config.ts': "export default defineConfig({ srcExclude: ['**/TODO.md', 'wip/**', '{x,y}.md'] })",
      ...pages(
        'docs/index.md',
        'docs/TODO.md',
        'docs/a/TODO.md',
        'docs/wip/b.md',
        'docs/x.md',
        'docs/y.md',
        'docs/a/x.md',
      ),
    });
    expect(drafts.toSorted()).toEqual(['TODO.md', 'a/TODO.md', 'wip/b.md', 'x.md', 'y.md']);
  });

  it('by a srcExclude that is computed, which the report names', async () => {
    const { reasons } = await withheld({
      'docs/.vitepress/config.ts': 'export default { srcExclude: [1].map(compute) }',
      ...pages('docs/index.md'),
    });
    expect(reasons).toContain('srcExclude cannot be read without running it, so pages that it excludes are shown');
  });

  it('by exclude of Docusaurus, and by exclude and defaults of Jekyll', async () => {
    const docusaurus = await withheld({
      'docusaurus.config.js': "module.exports = { presets: [['classic', { docs: { exclude: ['**/wip.md'] } }]] }",
      ...pages('docs/a.md', 'docs/wip.md', 'docs/a.test.md'),
    });
    expect(docusaurus.drafts).toEqual(['wip.md']);
    const jekyll = await withheld({
      '_config.yml': `exclude: [vendor, notes.md]
defaults:
  - scope: { path: "plans" }
    values: { published: false }
  - scope: { path: "" }
    values: { layout: page }
`,
      ...pages('index.md', 'vendor/a.md', 'notes.md', 'plans/b.md', 'c.md'),
    });
    expect(jekyll.drafts.toSorted()).toEqual(['notes.md', 'plans/b.md', 'vendor/a.md']);
  });

  it('by ignoreFiles of Hugo, of which the report names expressions that are not read', async () => {
    const { drafts, reasons } = await withheld({
      'hugo.toml': "ignoreFiles = ['\\.foo\\.md$', '/plans/', '(a|b)+\\.md$']\n",
      ...pages('content/a.md', 'content/b.foo.md', 'content/plans/c.md'),
    });
    expect(drafts.toSorted()).toEqual(['b.foo.md', 'plans/c.md']);
    expect(reasons).toContain('ignoreFiles has an expression that cannot be read, so pages that it excludes are shown');
  });

  it('by .mintignore, hidden groups and groups of readers of Mintlify', async () => {
    const navigation = {
      pages: ['a', 'inner/b', 'c'],
      groups: [{ group: 'H', hidden: true, pages: ['[h]'] }],
    };
    const { drafts, hidden } = await withheld({
      'docs.json': JSON.stringify({ navigation }),
      '.mintignore': 'inner/\n',
      ...pages('a.mdx', 'inner/b.mdx', '[h].mdx'),
      'c.mdx': '---\ngroups: [admin]\n---\n# C\n',
    });
    expect(drafts.toSorted()).toEqual(['c.mdx', 'inner/b.mdx']);
    expect(hidden).toEqual(['[h].mdx']);
  });

  it('by posts of Jekyll with a date to come, and by folders that plugins of MkDocs hide', async () => {
    const jekyll = await withheld({
      '_config.yml': '',
      ...pages('_posts/2999-01-01-a.md', '_posts/2020-01-01-b.md'),
    });
    expect(jekyll.drafts).toEqual(['2999-01-01-a.md']);
    const mkdocs = await withheld({
      'mkdocs.yml': 'site_name: A',
      'docs/plans/.pages': 'hide: true',
      ...pages('docs/a.md', 'docs/plans/b.md'),
    });
    expect(mkdocs.hidden).toEqual(['plans/b.md']);
  });

  it('by the head that MDX gives a page', async () => {
    const head = '<head>\n<meta name="robots" content="noindex" />\n</head>';
    const { reasons } = await withheld({
      'a.mdx': `# A\n\n${head}\n`,
      'b.mdx': `# B\n\n\`\`\`\n${head}\n\`\`\`\n`,
    });
    expect(reasons.filter((reason) => reason.includes('search engines'))).toEqual([
      'It is out of search engines, because its source says so: noindex in its head',
    ]);
  });

  it('by the cascade of Hugo', async () => {
    const { drafts } = await withheld({
      'hugo.toml': '',
      'content/a.md': '# A\n',
      'content/plans/_index.md': '+++\n[[cascade]]\ndraft = true\n+++\n',
      'content/plans/b.md': '# B\n',
      'content/plans/deep/c.md': '# C\n',
    });
    expect(drafts.toSorted()).toEqual(['plans/_index.md', 'plans/b.md', 'plans/deep/c.md']);
  });
});
