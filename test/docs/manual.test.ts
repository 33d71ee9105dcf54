import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { manualSource } from '../../src/app/pages/manual-source.ts';
import { buildMarkdownTree } from '../../src/text/imports/markdown-tree.ts';
import { walkPages } from '../../src/text/imports/import-tree.ts';
import { settingsPage } from '../../scripts/settings-page.ts';

it('the manual page of the settings equals the one this program generates', () => {
  const file = new URL('../../docs/manual/operate/settings.md', import.meta.url);
  expect(readFileSync(file, 'utf8')).toBe(settingsPage());
});

it('every page of the manual is in its summary, and every link and image of the manual and the reference resolves', async () => {
  const entries = await manualSource();
  const tree = await buildMarkdownTree(entries);
  const pages = [...walkPages(tree.pages)];
  expect(pages.filter((page) => page.hidden).map((page) => page.key)).toEqual([]);
  expect(pages.filter((page) => page.kind === 'document')).toHaveLength(
    entries.filter(({ path }) => path.endsWith('.md')).length - 1,
  );
  const broken = pages.flatMap((page) =>
    page.links.filter(({ target }) => target.kind === 'broken').map(({ url }) => `${page.key}: ${url}`),
  );
  // Files that only the repository has. The manual shows the words of such a link.
  expect(broken.filter((link) => !/^README\.md: |: \.\.\/adr\/|\/openapi\.json$/.test(link))).toEqual([]);
});
