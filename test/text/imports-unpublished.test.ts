import { describe, expect, it } from 'vitest';
import { walkPages } from '../../src/text/imports/import-tree.ts';
import { read, reasons } from './imports-wiki-archive.ts';

const page = (title: string) => `---\ntitle: ${title}\n---\nText\n`;

/** Titles of the pages that visitors see, and of those that none sees. */
async function titlesOf(files: Readonly<Record<string, string>>) {
  const tree = await read(files);
  const pages = [...walkPages(tree.pages)].filter(({ frontMatter }) => frontMatter['title'] !== undefined);
  const titles = (isSeen: boolean) =>
    pages.filter(({ condition }) => (condition === undefined) === isSeen).map(({ title }) => title);
  return { shown: titles(true), withheld: titles(false), reasons: reasons(tree) };
}

describe('pages outside of the folders that a tool publishes are shown to no visitor, and the report names them', () => {
  it.each([
    ['mkdocs.yml', 'site_name: X\n', ['docs/a.md']],
    ['mkdocs.yml', 'site_name: X\ndocs_dir: text\n', ['text/a.md']],
    ['docs/.vitepress/config.ts', 'export default {}', ['docs/a.md']],
    ['astro.config.mjs', 'export default { integrations: [starlight({ title: "X" })] }', ['src/content/docs/a.md']],
    ['hugo.toml', 'title = "X"\n', ['content/a.md']],
    [
      'website/docusaurus.config.js',
      "module.exports = { presets: [['classic', { docs: { path: '../docs' }, blog: { path: 'news' } }]] }",
      ['docs/a.md', 'website/news/b.md', 'website/src/pages/c.md'],
    ],
  ])('%s: %s', async (config, text, published) => {
    const files = Object.fromEntries(published.map((path) => [path, page(path)]));
    const found = await titlesOf({ [config]: text, ...files, 'notes/plan.md': page('Plan') });
    expect(found.shown.toSorted()).toEqual(published.toSorted());
    expect(found.withheld).toEqual(['Plan']);
    expect(found.reasons).toContainEqual(
      expect.stringMatching(
        new RegExp(
          `notes/plan\\.md: It is shown to no visitor, because its source says so: it is in no folder that ${config} publishes$`,
        ),
      ),
    );
  });

  it('is said of none where something else may publish them', async () => {
    const others: readonly Readonly<Record<string, string>>[] = [
      { 'mkdocs.yml': 'site_name: X\n', 'SUMMARY.md': '- [A](docs/a.md)\n- [Plan](notes/plan.md)\n' },
      { 'mkdocs.yml': 'site_name: X\n', '_config.yml': 'title: X\n' },
      { 'hugo.toml': '[module]\n[[module.mounts]]\nsource = "notes"\ntarget = "content"\n' },
      { 'docusaurus.config.js': 'module.exports = { presets: presets() }' },
      {},
    ];
    for (const files of others) {
      const found = await titlesOf({ ...files, 'docs/a.md': page('A'), 'notes/plan.md': page('Plan') });
      expect(found.withheld).toEqual([]);
    }
  });

  it('the README of the repository is left out beside the documents of MkDocs', async () => {
    const tree = await read({
      'mkdocs.yml': 'site_name: X\n',
      'README.md': '# Repository\n',
      'docs/index.md': '# Docs\n',
    });
    expect(tree.pages.map(({ title }) => title)).toEqual(['Docs']);
    expect(tree.skipped).toContainEqual({ key: '../README.md', reason: 'It is outside the folder of the pages' });
  });
});
