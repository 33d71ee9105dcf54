import { describe, expect, it } from 'vitest';
import { walkPages } from '../../src/text/imports/import-tree.ts';
import { buildMarkdownTree } from '../../src/text/imports/markdown-tree.ts';
import { listEntries } from './imports-archive.ts';

async function build(texts: Readonly<Record<string, string>>) {
  const { pages, skipped, warnings } = await buildMarkdownTree(listEntries(texts));
  return {
    keys: [...walkPages(pages)].flatMap(({ key, markdown }) => (markdown === '' ? [] : [key])),
    skipped,
    warnings,
  };
}

const pagesIn = (folder: string, count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_none, at) => [`${folder}p${at}.md`, `# Page ${at}\n`]));
const vitePress = (items: string) => `export default { themeConfig: { sidebar: [${items}] } }`;
const link = (name: string) => `{ text: '${name}', link: '/${name}' },`;

describe('a configuration that orders pages', () => {
  it('of a test folder leaves out no page of the site, whose own configuration is computed', async () => {
    const { keys, skipped, warnings } = await build({
      'docs/.vitepress/config.ts':
        'export default { themeConfig: { sidebar: sidebar(1) } }\nfunction sidebar(n) { return n }',
      ...pagesIn('docs/', 10),
      'tests/e2e/.vitepress/config.ts': vitePress(link('p0') + link('p1')),
      ...pagesIn('tests/e2e/', 2),
    });
    expect([keys.length, skipped.filter(({ key }) => key.endsWith('.md'))]).toEqual([12, []]);
    expect(warnings.map(({ reason }) => reason)).toEqual([
      'The sidebar of VitePress lists no page that can be read from it without running it',
      'The sidebar of VitePress has 2 of 12 pages, so all pages are ordered by their folders instead',
    ]);
  });

  it('is the one with most pages, and the report says how many it leaves out', async () => {
    const { keys, skipped, warnings } = await build({
      'example/mkdocs.yml': 'nav: [p0.md]',
      ...pagesIn('example/docs/', 1),
      'site/main/mkdocs.yml': `nav: [${[5, 4, 3, 2, 1, 0].map((at) => `p${at}.md`).join()}]`,
      ...pagesIn('site/main/docs/', 7),
    });
    expect(keys).toEqual(['p5.md', 'p4.md', 'p3.md', 'p2.md', 'p1.md', 'p0.md']);
    expect(skipped.filter(({ key }) => key.endsWith('.md'))).toHaveLength(2);
    expect(warnings.map(({ reason }) => reason)).toEqual([
      'The nav of mkdocs.yml orders the pages, and leaves out 2 of 8',
    ]);
  });

  it('is the one nearest to the root, of those with as many pages', async () => {
    const { keys } = await build({
      'a/b/mkdocs.yml': 'nav: [p0.md]',
      ...pagesIn('a/b/docs/', 1),
      'z/mkdocs.yml': 'nav: [p1.md]',
      'z/docs/p1.md': '# One\n',
    });
    expect(keys).toEqual(['p1.md']);
  });

  it('of Docusaurus stands in `website` beside the pages', async () => {
    const { keys, warnings } = await build({
      'docs/a.md': '# A\n',
      'docs/b.md': '# B\n',
      'website/sidebars.js': "module.exports = { docs: ['b', 'a'] }",
    });
    expect([keys, warnings]).toEqual([['b.md', 'a.md'], []]);
  });
});
