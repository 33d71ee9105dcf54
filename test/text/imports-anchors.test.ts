import { describe, expect, it } from 'vitest';
import { walkPages } from '../../src/text/imports/import-tree.ts';
import { buildMarkdownTree } from '../../src/text/imports/markdown-tree.ts';
import { listEntries } from './imports-archive.ts';

/** The anchors to which links to a page with headings lead. */
async function followed(headings: readonly string[], anchors: readonly string[]) {
  const tree = await buildMarkdownTree(
    listEntries({
      'a.md': anchors.map((anchor) => `[x](b.md#${encodeURIComponent(anchor)})`).join('\n\n'),
      'b.md': headings.map((heading) => `## ${heading}`).join('\n\n'),
    }),
  );
  const page = [...walkPages(tree.pages)].find(({ key }) => key === 'a.md');
  return page?.links.map(({ target }) => (target.kind === 'page' ? target.anchor : target.kind));
}

describe('an anchor leads to the heading for which its generator makes it', () => {
  const rows: readonly (readonly [generator: string, anchor: string, heading: string, ours: string])[] = [
    ['GitHub', 'a--b', 'A & B', 'a--b'],
    ['VitePress', 'a-b', 'A & B', 'a--b'],
    ['VitePress', 'vue-config-js', 'vue.config.js', 'vueconfigjs'],
    ['VitePress', '_2-steps', '2. Steps', '2-steps'],
    ['VitePress', 'uber-uns', 'Über uns', 'über-uns'],
    ['VitePress', 'options', '`options`', 'options'],
    ['VitePress', 'a-b-c', 'a_b/c', 'a_bc'],
    ['VitePress', '设置', '设置', '设置'],
    ['MkDocs', 'a-b', 'A & B', 'a--b'],
    ['MkDocs', 'uber-uns', 'Über uns', 'über-uns'],
    ['MkDocs', 'mkdocsyml', 'mkdocs.yml', 'mkdocsyml'],
    ['MkDocs', 'a_bc', 'a_b/c', 'a_bc'],
    ['kramdown', 'steps', '2. Steps', '2-steps'],
    ['Hugo', 'a-b-c', 'A, (b) c', 'a-b-c'],
    ['Obsidian', 'A & B', 'A & B', 'a--b'],
    ['a browser', 'A--B', 'A & B', 'a--b'],
  ];
  it.each(rows)('of %s: #%s', async (_, anchor, heading, ours) => {
    expect(await followed(['Other', heading], [anchor])).toEqual([ours]);
  });

  it('where headings are the same', async () => {
    expect(await followed(['Use', 'Use', 'Use & so'], ['use', 'use-1', 'use_1', 'use-so'])).toEqual([
      'use',
      'use-1',
      'use-1',
      'use--so',
    ]);
  });

  it('and the own anchor of another heading comes first', async () => {
    expect(await followed(['A & B', 'A B'], ['a-b', 'a--b'])).toEqual(['a-b', 'a--b']);
  });

  it('and one that no heading has stays as it is', async () => {
    expect(await followed(['A'], ['Gone & far'])).toEqual(['Gone & far']);
  });
});
