import { describe, expect, it } from 'vitest';
import { walkPages } from '../../src/text/imports/import-tree.ts';
import { buildMarkdownTree } from '../../src/text/imports/markdown-tree.ts';
import { listEntries, sketch } from './imports-archive.ts';

const build = (texts: Readonly<Record<string, string>>) => buildMarkdownTree(listEntries(texts));

async function fieldsOf(texts: Readonly<Record<string, string>>, key: string) {
  const { pages, warnings } = await build({ 'a.md': '# A\n', 'b.md': '# B\n', ...texts });
  const page = [...walkPages(pages)].find((one) => one.key === key);
  const { condition, hidden, noIndex, noRobotsIndex } = page ?? {};
  const reported = warnings.filter((note) => note.key === key && note.reason.includes('source says so')).length;
  return { condition, hidden, noIndex, noRobotsIndex, isReported: reported > 0 };
}

const draft = { condition: 'false', hidden: true, noIndex: true, noRobotsIndex: true, isReported: true };
const unlisted = { hidden: true, noIndex: true, noRobotsIndex: true, isReported: true };

describe('a page that its tool keeps from readers', () => {
  it.each([
    ['draft: true', draft],
    ['draft: "true"', draft],
    ['published: false', draft],
    ['publish: false', draft],
    ['status: draft', draft],
    ['private: true', draft],
    ['headless: true', draft],
    ['permalink: false', draft],
    ['build: { render: never }', draft],
    ['publishDate: 2999-01-01', draft],
    ['date: 2999-01-01T10:00:00Z', draft],
    ['expiryDate: 1999-01-01', draft],
    ['unlisted: true', unlisted],
    ['_build:\n  list: never', unlisted],
    ['privacy:\n  view: anyone_with_link', unlisted],
    ['privacy:\n  view: public', { isReported: false }],
    ['sidebar:\n  hidden: true', { hidden: true, isReported: true }],
    ['nav_exclude: true', { hidden: true, isReported: true }],
    ['navigation: false', { hidden: true, isReported: true }],
    ['pagefind: false', { noIndex: true, isReported: true }],
    ['search:\n  exclude: true', { noIndex: true, isReported: true }],
    ['robots: noindex, nofollow', { noRobotsIndex: true, isReported: true }],
    ['head:\n  - [meta, { name: robots, content: noindex }]', { noRobotsIndex: true, isReported: true }],
    ['draft: false\npublished: true\ndate: 2020-01-01\nexpiryDate: 2999-01-01\nsitemap: true', { isReported: false }],
  ])('by %j in its front matter is kept from them here, and reported', async (matter, fields) => {
    expect(await fieldsOf({ 'c.md': `---\n${matter}\n---\n# C\n` }, 'c.md')).toEqual(fields);
  });

  it.each([
    ['_partial.md', {}, draft],
    ['_drafts/c.md', {}, draft],
    ['drafts/c.md', {}, draft],
    ['_private/deep/c.md', {}, draft],
    ['custom_blocks/c.md', {}, draft],
    ['404.mdx', {}, unlisted],
    ['errors/404.md', {}, { isReported: false }],
    ['_posts/2020-01-01-c.md', {}, { isReported: false }],
    ['_docs/c.md', { '_config.yml': 'collections: { docs: { output: true } }' }, { isReported: false }],
    ['_partial.md', { 'mkdocs.yml': 'site_name: a' }, { isReported: false }],
    ['sub/_index.md', {}, { isReported: false }],
  ])('by the path %s beside %j is kept from them here', async (path, others, fields) => {
    expect(await fieldsOf({ ...others, [path]: '# C\n' }, path)).toEqual(fields);
  });

  it('by the robots of an HTML page is out of search engines', async () => {
    const html = '<html><head><meta content="noindex" name="robots"></head><body><h1>C</h1><p>Words</p></body></html>';
    const { pages } = await build({ 'c.html': html });
    expect(pages[0]?.noRobotsIndex).toBe(true);
  });

  it('does not take the pages below it along', async () => {
    const { pages } = await build({
      'a.md': '# A\n',
      'guide/index.md': '---\ndraft: true\n---\n# Secret name\n',
      'guide/one.md': '# One\n',
      'guide/two.md': '# Two\n',
    });
    expect(sketch(pages)).toEqual(['a "A"', 'guide "Guide"', '  guide "Secret name"', '  one "One"', '  two "Two"']);
    const conditions = [...walkPages(pages)].flatMap(({ key, condition }) => (condition === undefined ? [] : [key]));
    expect(conditions).toEqual(['guide/index.md']);
  });
});
