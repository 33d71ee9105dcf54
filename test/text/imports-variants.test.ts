import { describe, expect, it } from 'vitest';
import { sketch } from './imports-archive.ts';
import { linksOf, pageOf, read, reasons } from './imports-wiki-archive.ts';

describe('a site of Docusaurus with versions and languages', () => {
  const site = {
    'website/docusaurus.config.js': 'module.exports = {}',
    'website/versioned_docs/version-1.0/a.md': '# A of 1.0\n',
    'website/versioned_docs/version-1.0/b.md': '# B of 1.0\n',
    'website/versioned_docs/version-2.0/a.md': '# A of 2.0\n',
    'website/api_versioned_docs/version-2.0/x.md': '# X\n',
    'website/i18n/fr/docusaurus-plugin-content-docs/current/a.md': '# A en français\n',
    'website/i18n/fr/docusaurus-plugin-content-docs/version-1.0/a.md': '# A 1.0 en français\n',
    'website/i18n/fr/code.json': '{}',
  };

  it('has the current version in its own language, and the report names the others with their numbers of pages', async () => {
    const tree = await read({ ...site, 'website/docs/a.md': '# A\n\n[b](b.md)\n', 'website/docs/b.md': '# B\n' });
    expect(sketch(tree.pages)).toEqual(['a "A"', 'b "B"']);
    expect(reasons(tree)).toEqual([
      '../versioned_docs/version-1.0/: Version 1.0 is left out, with 2 pages: import this folder into a space of its own, and add that to the site',
      '../versioned_docs/version-2.0/: Version 2.0 is left out, with 1 page: import this folder into a space of its own, and add that to the site',
      '../api_versioned_docs/version-2.0/: Version 2.0 is left out, with 1 page: import this folder into a space of its own, and add that to the site',
      '../i18n/fr/docusaurus-plugin-content-docs/current/: The language fr is left out, with 1 page: import this folder into a space of its own, and add that to the site',
      '../i18n/fr/docusaurus-plugin-content-docs/version-1.0/: Version 1.0 in the language fr is left out, with 1 page: import this folder into a space of its own, and add that to the site',
    ]);
    expect(tree.leftOut).toBe(undefined);
  });

  it('has all of them where nothing else is there', async () => {
    expect((await read(site)).pages.length).toBeGreaterThan(0);
  });
});

it('a site of mike has its newest version, and names the others', async () => {
  const page = (title: string) =>
    `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;
  const tree = await read({
    'versions.json': [
      { version: '2.0', title: '2.0', aliases: ['latest'] },
      { version: '1.0', title: '1.0', aliases: [] },
    ],
    '2.0/index.html': page('New'),
    'latest/index.html': page('New'),
    '1.0/index.html': page('Old'),
    '1.0/more.html': page('Old more'),
  });
  expect(sketch(tree.pages)).toEqual(['new "New"']);
  expect(reasons(tree)).toEqual([
    '../latest/: Version 2.0 is left out, with 1 page: import this folder into a space of its own, and add that to the site',
    '../1.0/: Version 1.0 is left out, with 2 pages: import this folder into a space of its own, and add that to the site',
  ]);
});

it('the docs of ReadMe have their order, boxes, pictures and hidden pages', async () => {
  const tree = await read({
    'docs/_order.yaml': '- Start\n- Guides\n',
    'docs/Guides/_order.yaml': '- second\n- first\n',
    'docs/Guides/first.md': '---\ntitle: First\nhidden: true\n---\nText\n',
    'docs/Guides/second.md':
      '---\ntitle: Second\nmetadata:\n  robots: noindex\n---\n> 👍 Good\n>\n> Text\n\n<Image src="https://example.org/a.png" border={false} />\n\n[There](doc:first)\n',
    'docs/Start/page.md': '---\ntitle: Page\n---\nText\n',
  });
  expect(sketch(tree.pages)).toEqual([
    'group start "Start"',
    '  page "Page"',
    'group guides "Guides"',
    '  second "Second"',
    '  first "First"',
  ]);
  expect(pageOf(tree, 'Second')).toMatchObject({ noRobotsIndex: true });
  expect(pageOf(tree, 'First')).toMatchObject({ hidden: true });
  expect(pageOf(tree, 'Second').markdown).toContain(
    '---\n{% hint style="success" %}\n**Good**\n\nText\n{% endhint %}\n\n![](https://example.org/a.png)\n',
  );
  expect(linksOf(tree, 'Second')).toEqual(['https://example.org/a.png', 'Guides/first.md']);
  expect(tree.files).toEqual([]);
});
