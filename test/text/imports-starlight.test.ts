import { describe, expect, it } from 'vitest';
import { buildMarkdownTree } from '../../src/text/imports/markdown-tree.ts';
import { listEntries, sketch } from './imports-archive.ts';

const page = (title: string, more = '') => `---\ntitle: ${title}\n${more}---\nText\n`;

const site = (sidebar: string) =>
  buildMarkdownTree(
    listEntries({
      'site/astro.config.mjs': `import starlight from '@astrojs/starlight';\nexport default defineConfig({ integrations: [other(), starlight({ title: 'X', sidebar: ${sidebar} })] });\n`,
      'site/src/content/docs/index.mdx': page('Home'),
      'site/src/content/docs/guides/one.md': page('One'),
      'site/src/content/docs/guides/two.md': page('Two'),
      'site/src/content/docs/reference/a.md': page('A', 'sidebar:\n  order: 2\n'),
      'site/src/content/docs/reference/b.md': page('B', 'sidebar:\n  order: 1\n'),
    }),
  );

describe('the sidebar of Starlight', () => {
  it('orders the pages by slugs, links and folders', async () => {
    const tree = await site(
      "[{ label: 'Guides', items: ['guides/two', { slug: 'guides/one' }] }, { label: 'Reference', autogenerate: { directory: 'reference' } }, { label: 'Site', link: 'https://example.org/' }]",
    );
    expect(sketch(tree.pages)).toEqual([
      'home "Home"',
      'group guides "Guides"',
      '  two "Two"',
      '  one "One"',
      'group reference "Reference"',
      '  b "B"',
      '  a "A"',
      'link site "Site"',
    ]);
    expect(tree.warnings).toEqual([]);
  });

  it('may be the order of folders where it is computed, and the report says so', async () => {
    const tree = await site('sidebarOf(pages)');
    expect(sketch(tree.pages)).toEqual([
      'home "Home"',
      'group guides "Guides"',
      '  one "One"',
      '  two "Two"',
      'group reference "Reference"',
      '  b "B"',
      '  a "A"',
    ]);
    expect(tree.warnings).toEqual([
      {
        key: '../../../astro.config.mjs',
        reason: 'The sidebar of Starlight lists no page that can be read from it without running it',
      },
    ]);
  });
});

it('the banner of a page of Starlight stands above its text', async () => {
  const matter = '---\ntitle: A\nbanner:\n  content: It is <b>new</b>\n---\n';
  const tree = await buildMarkdownTree(
    listEntries({ 'astro.config.mjs': '', 'src/content/docs/a.md': `${matter}Text\n` }),
  );
  expect(tree.pages[0]?.markdown).toBe(`${matter}{% hint style="info" %}\nIt is <b>new</b>\n{% endhint %}\nText\n`);
});
