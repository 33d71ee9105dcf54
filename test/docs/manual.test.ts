import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { buildMarkdownTree } from '../../src/text/imports/markdown-tree.ts';
import { walkPages } from '../../src/text/imports/import-tree.ts';
import { settingsPage } from '../../scripts/settings-page.ts';

const manual = fileURLToPath(new URL('../../docs/manual', import.meta.url));

it('the manual page of the settings equals the one this program generates', () => {
  expect(readFileSync(join(manual, 'operate/settings.md'), 'utf8')).toBe(settingsPage());
});

it('every page of the manual is in its summary, and every link and image of the manual resolves', async () => {
  const files = readdirSync(manual, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const entries = files.map((entry) => {
    const path = join(entry.parentPath, entry.name);
    return { path: relative(manual, path), body: readFileSync(path) };
  });
  const tree = await buildMarkdownTree(entries);
  const pages = [...walkPages(tree.pages)];
  expect(pages.filter((page) => page.hidden).map((page) => page.key)).toEqual([]);
  expect(pages.filter((page) => page.kind === 'document')).toHaveLength(
    entries.filter(({ path }) => path.endsWith('.md')).length - 1,
  );
  const broken = pages.flatMap((page) =>
    page.links.filter(({ target }) => target.kind === 'broken').map(({ url }) => `${page.key}: ${url}`),
  );
  expect(broken).toEqual([]);
});
