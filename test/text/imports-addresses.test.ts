import { describe, expect, it } from 'vitest';
import { walkPages } from '../../src/text/imports/import-tree.ts';
import { buildMarkdownTree } from '../../src/text/imports/markdown-tree.ts';
import { listEntries } from './imports-archive.ts';

const matter = (fields: string, text = '') => `---\n${fields}\n---\n\n${text}`;

/** The slug of each page, the keys to which the links of `from` lead, and the redirects. */
async function importOf(texts: Readonly<Record<string, string>>, from = 'index.md') {
  const tree = await buildMarkdownTree(listEntries(texts));
  const pages = [...walkPages(tree.pages)];
  return {
    slugs: Object.fromEntries(pages.map(({ key, slug }) => [key, slug])),
    links: pages
      .find(({ key }) => key === from)
      ?.links.map(({ url, target }) => [url, target.kind === 'page' ? target.key : target.kind]),
    redirects: tree.exported?.redirects.map(({ slug, page }) => [slug, page]) ?? [],
  };
}

describe('the address that a page gives itself', () => {
  it.each([
    ['slug: /install-it', 'install-it'],
    ['slug: install-it', 'install-it'],
    ['slug: /guides/install-it/', 'install-it'],
    ['permalink: /a/install-it.html', 'install-it'],
    ['url: /a/install-it/', 'install-it'],
    ['slug: /', 'setup'],
    ['slug: https://example.org/x', 'setup'],
    ['permalink: /:categories/:title/', 'setup'],
    ['slug: 5', 'setup'],
  ])('is its slug: %s', async (fields, slug) => {
    const { slugs } = await importOf({ 'index.md': '# Home', 'guides/setup.md': matter(fields) });
    expect(slugs['guides/setup.md']).toBe(slug);
  });

  it.each([
    ['slug: /install-it', '/install-it'],
    ['slug: /install-it', 'install-it'],
    ['slug: install-it', 'guides/install-it'],
    ['slug: guides/install-it', '/guides/install-it/'],
    ['slug: /', '/'],
    ['id: configure', 'guides/configure'],
    ['permalink: /a/b.html', '/a/b.html'],
    ['aliases: [/old/one, two]', '/old/one'],
    ['aliases: [/old/one, two]', 'guides/two'],
    ['redirect_from: /old/three', '/old/three/'],
  ])('is found by links: %s, %s', async (fields, url) => {
    const { links } = await importOf({ 'from.md': `[x](${url})`, 'guides/setup.md': matter(fields) }, 'from.md');
    expect(links).toEqual([[url, 'guides/setup.md']]);
  });

  it('does not take the place of another file', async () => {
    const { links } = await importOf({
      'index.md': '[x](guides/use.md) [y](guides/use)',
      'guides/setup.md': matter('slug: /guides/use'),
      'guides/use.md': 'Use',
    });
    expect(links).toEqual([
      ['guides/use.md', 'guides/use.md'],
      ['guides/use', 'guides/use.md'],
    ]);
  });

  it('redirects where the page is elsewhere, once, as do its former addresses', async () => {
    const { redirects } = await importOf({
      'index.md': matter('aliases: [/start]', '# Home'),
      'guides/setup.md': matter('slug: /install-it\naliases:\n  - /old/install.html\n  - /guides/use'),
      'guides/use.md': matter('slug: /guides/use\nredirect_from:\n  - /start\n  - /used/'),
    });
    expect(redirects).toEqual([
      ['start', 'index.md'],
      ['install-it', 'guides/setup.md'],
      ['old/install', 'guides/setup.md'],
      ['used', 'guides/use.md'],
    ]);
  });
});

it('a file that configures a tool is no file of the space, unless a page links to it', async () => {
  const { files, skipped } = await buildMarkdownTree(
    listEntries({
      'docs/index.md': '[x](../tsconfig.json)',
      'docs/data.json': '{}',
      'docs/_category_.json': '{}',
      'mkdocs.yml': 'site_name: x',
      'package.json': '{}',
      'tsconfig.json': '{}',
      'vite.config.ts': '',
    }),
  );
  expect(files.map(({ key }) => key).toSorted()).toEqual(['../tsconfig.json', 'data.json']);
  const reason = 'It configures the tool or the repository that the pages come from';
  expect(skipped.map((note) => [note.key, note.reason]).toSorted()).toEqual([
    ['../mkdocs.yml', reason],
    ['../package.json', reason],
    ['../vite.config.ts', reason],
    ['_category_.json', reason],
  ]);
});
