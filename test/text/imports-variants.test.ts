import { describe, expect, it } from 'vitest';
import { sketch } from './imports-archive.ts';
import { linksOf, pageOf, read, reasons, variantsOf } from './imports-wiki-archive.ts';

describe('a site of Docusaurus with versions and languages', () => {
  const versions = {
    'website/docusaurus.config.js':
      "module.exports = { i18n: { defaultLocale: 'en', locales: ['en', 'fr'] }, presets: [['classic', { docs: { exclude: ['**/draft/**'] } }]] }",
    'website/versions.json': ['2.0', '1.0'],
    'website/versioned_docs/version-1.0/a.md': '# A of 1.0\n\n[b](b.md) ![x](./x.png)\n',
    'website/versioned_docs/version-1.0/x.png': 'x',
    'website/versioned_docs/version-1.0/b.md':
      '# B of 1.0\n\n[a](../version-1.0/a.md) ![logo](../../static/logo.png)\n',
    'website/versioned_docs/version-1.0/draft/c.md': '# C of 1.0\n',
    'website/versioned_docs/version-2.0/a.md': '# A of 2.0\n',
    'website/versioned_docs/version-0.9/a.md': '# A of 0.9\n',
    'website/versioned_sidebars/version-1.0-sidebars.json': {
      docs: [{ type: 'category', label: 'Guides', items: ['b', 'a', 'draft/c'] }],
    },
    'website/static/logo.png': 'logo',
    'website/i18n/fr/docusaurus-plugin-content-docs/current/a.md':
      '# A en français\n\n[b](./b.md) ![logo](../../../../static/logo.png)\n',
    'website/i18n/fr/docusaurus-plugin-content-docs/version-1.0/a.md': '# A 1.0 en français\n',
    'website/i18n/fr/docusaurus-plugin-content-docs/version-1.0.json': {
      'sidebar.docs.category.Guides': { message: 'Guides français' },
    },
    'website/i18n/fr/code.json': '{}',
    'website/i18n/de/docusaurus-plugin-content-docs/current/a.md': '# A auf Deutsch\n',
  };
  const site = {
    ...versions,
    'website/docs/a.md': '# A\n\n[b](b.md)\n',
    'website/docs/b.md': '# B\n',
    'website/sidebars.js': "module.exports = { docs: ['a', 'b'] }",
  };
  const unpublished = [
    '../versioned_docs/version-0.9/: Docusaurus does not publish the version 0.9. It is left out, with 1 page',
    '../i18n/de/: website/docusaurus.config.js does not list the language de. It is left out, with 1 page',
  ];

  it('has the version in its folder of documents, and the report names the others with their numbers of pages', async () => {
    const tree = await read(site);
    expect(sketch(tree.pages)).toEqual(['a "A"', 'b "B"']);
    expect(variantsOf(tree)).toEqual([
      '*2.0 en: 1',
      'current en (Next): 2',
      'current fr (Next): 1',
      '1.0 en: 3',
      '1.0 fr: 1',
    ]);
    const how = 'import it into a space of its own, or all of them with `octavo import --site`';
    expect(reasons(tree)).toEqual([
      ...unpublished,
      `../versioned_docs/version-2.0/: Version 2.0 is left out, with 1 page: ${how}`,
      `../i18n/fr/docusaurus-plugin-content-docs/current/: The language fr is left out, with 1 page: ${how}`,
      `../versioned_docs/version-1.0/: Version 1.0 is left out, with 3 pages: ${how}`,
      `../i18n/fr/docusaurus-plugin-content-docs/version-1.0/: Version 1.0 in the language fr is left out, with 1 page: ${how}`,
    ]);
    expect(tree.leftOut).toBe(undefined);
  });

  it('has a version that is asked for, with its sidebar, its links and what the configuration excludes', async () => {
    const tree = await read(site, { version: '1.0' });
    expect(sketch(tree.pages)).toEqual(['group guides "Guides"', '  b "B of 1.0"', '  a "A of 1.0"', '  c "C of 1.0"']);
    expect(linksOf(tree, 'A of 1.0')).toEqual(['b.md', 'file x.png']);
    expect(linksOf(tree, 'B of 1.0')).toEqual(['a.md', 'file ../static/logo.png']);
    expect(pageOf(tree, 'C of 1.0')).toMatchObject({ condition: 'false' });
  });

  it('has a language that is asked for, and the pages of the first one that it does not translate', async () => {
    const tree = await read(site, { language: 'fr' });
    expect(sketch(tree.pages)).toEqual(['a "A en français"', 'b "B"']);
    expect(linksOf(tree, 'A en français')).toEqual(['b.md', 'file ../static/logo.png']);
    expect(reasons(tree)).toContain(': 1 page without a translation into fr is imported in en: website/docs/b.md');
    const earlier = await read(site, { language: 'fr', version: '1.0' });
    expect(sketch(earlier.pages)).toEqual([
      'group guides-français "Guides français"',
      '  b "B of 1.0"',
      '  a "A 1.0 en français"',
      '  c "C of 1.0"',
    ]);
  });

  it('has the newest version where the folder of documents is not published, or not there', async () => {
    expect(sketch((await read(versions)).pages)).toEqual(['a "A of 2.0"']);
    const config =
      "module.exports = { presets: [['classic', { docs: { includeCurrentVersion: false, lastVersion: '1.0', versions: { '1.0': { label: '1.x' } } } }]] }";
    const tree = await read({ ...site, 'website/docusaurus.config.js': config });
    expect(variantsOf(tree)).toEqual(['*1.0 en (1.x): 3', '1.0 fr (1.x): 1', '2.0 en: 1']);
    expect(reasons(tree)).toContain(': Docusaurus does not publish the version current. It is left out, with 2 pages');
  });

  it('has pages beside the versions with the first one and with that in the folder of documents', async () => {
    const beside = { ...site, 'website/blog/post.md': '# Post\n' };
    const titles = async (version: string) =>
      sketch((await read(beside, { version })).pages).filter((line) => line.includes('Post')).length;
    expect(await Promise.all(['2.0', '1.0'].map(titles))).toEqual([1, 0]);
  });

  it.each([
    [{ version: '3.0' }, 'The archive has no version "3.0": it has "2.0", "current", "1.0"'],
    [{ language: 'de' }, 'The archive has no language "de": it has "en", "fr"'],
    [{ language: 'fr', version: '2.0' }, 'The archive has no version "2.0" in the language "fr"'],
  ])('refuses %o', async (asked, message) => {
    await expect(read(site, asked)).rejects.toMatchObject({ type: 'import_refused', message });
  });
});

it('an archive with one version in one language refuses others', async () => {
  await expect(read({ 'a.md': '# A\n' }, { version: '1.0' })).rejects.toMatchObject({
    message: 'The archive has no version "1.0": it names no version',
  });
  expect((await read({ 'a.md': '# A\n' })).variants).toEqual([]);
});

describe('a site of mike', () => {
  const page = (title: string, text = '') =>
    `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1>${text}</body></html>`;
  const site = {
    'versions.json': [
      { version: '2.0', title: '2.0 (stable)', aliases: ['latest'] },
      { version: '1.0', title: '1.0', aliases: [] },
    ],
    'index.html': '<!DOCTYPE html><html><head><meta http-equiv="refresh" content="0; url=latest/"></head></html>',
    '2.0/index.html': page('New'),
    'latest/index.html': page('New'),
    '1.0/index.html': page('Old', '<p><a href="more.html">more</a> <a href="/1.0/more.html">more</a></p>'),
    '1.0/more.html': page('Old more'),
  };

  it('has its newest version, and names the others', async () => {
    const tree = await read(site);
    expect(sketch(tree.pages)).toEqual(['new "New"']);
    expect(variantsOf(tree)).toEqual(['*2.0 (2.0 (stable)): 1', '1.0: 2']);
    expect(reasons(tree)).toEqual([
      'latest/: It is a copy of version 2.0. It is left out, with 1 page',
      '1.0/: Version 1.0 is left out, with 2 pages: import it into a space of its own, or all of them with `octavo import --site`',
    ]);
  });

  it('has the version that is asked for', async () => {
    const tree = await read(site, { version: '1.0' });
    expect(sketch(tree.pages)).toEqual(['old "Old"', 'more "Old more"']);
    expect(linksOf(tree, 'Old')).toEqual(['more.html', 'more.html']);
  });
});

describe('languages in folders or names', () => {
  it('of VitePress have their own sidebars', async () => {
    const site = {
      'docs/.vitepress/config.ts':
        "export default { locales: { root: { label: 'English', lang: 'en' }, fr: { label: 'Français', lang: 'fr-FR', themeConfig: { sidebar: [{ text: 'Deux', link: '/fr/b' }, { text: 'Un', link: '/fr/a' }] } } }, themeConfig: { sidebar: [{ text: 'One', link: '/a' }, { text: 'Two', link: '/b' }, { text: 'Three', link: '/c' }] } }",
      'docs/a.md': '# A\n',
      'docs/b.md': '# B\n',
      'docs/c.md': '# C\n',
      'docs/fr/a.md': '# A français\n\n[b](/fr/b) ![x](../x.png)\n',
      'docs/fr/b.md': '# B français\n',
      'docs/x.png': 'x',
    };
    const plain = await read(site);
    expect(sketch(plain.pages)).toEqual(['a "A"', 'b "B"', 'c "C"']);
    expect(variantsOf(plain)).toEqual(['*en: 3', 'fr-FR: 2']);
    expect(reasons(plain)).toEqual([
      'fr/: The language fr-FR is left out, with 2 pages: import it into a space of its own, or all of them with `octavo import --site`',
    ]);
    const french = await read(site, { language: 'fr-FR' });
    expect(sketch(french.pages)).toEqual(['b "B français"', 'a "A français"']);
    expect(linksOf(french, 'A français')).toEqual(['b.md', 'file x.png']);
    expect(reasons(french)).toEqual([': 1 page without a translation into fr-FR is left out: docs/c.md']);
  });

  it('of Starlight have one sidebar, whose labels are translated', async () => {
    const site = {
      'astro.config.mjs':
        "export default defineConfig({ integrations: [starlight({ defaultLocale: 'en', locales: { en: { label: 'English' }, fr: { label: 'Français' } }, sidebar: [{ label: 'Guides', translations: { fr: 'Guides français' }, items: ['guides/two', 'guides/one'] }] })] })",
      'src/content/docs/en/guides/one.md': '---\ntitle: One\n---\n',
      'src/content/docs/en/guides/two.md': '---\ntitle: Two\n---\n',
      'src/content/docs/fr/guides/one.md':
        '---\ntitle: Un\n---\n[deux](/fr/guides/two/) ![x](../../../../assets/x.png)\n',
      'src/assets/x.png': 'x',
    };
    expect(variantsOf(await read(site))).toEqual(['*en: 2', 'fr: 1']);
    const tree = await read(site, { language: 'fr' });
    expect(sketch(tree.pages)).toEqual(['group guides-français "Guides français"', '  two "Two"', '  one "Un"']);
    expect(linksOf(tree, 'Un')).toEqual(['guides/two.md', 'file ../../assets/x.png']);
  });

  it('of Hugo are in folders or names; what is disabled is left out', async () => {
    const languages =
      'defaultContentLanguage = "en"\n[languages.en]\nlanguageName = "English"\nweight = 1\n[languages.fr]\nweight = 2\n[languages.de]\ndisabled = true\n';
    const site = {
      'hugo.toml': languages,
      'content/_index.md': '---\ntitle: Home\n---\n',
      'content/a.md': '---\ntitle: A\n---\n',
      'content/_index.fr.md': '---\ntitle: Accueil\n---\n[a](a.md)\n',
      'content/a.fr.md': '---\ntitle: A français\n---\n',
      'content/a.de.md': '---\ntitle: A deutsch\n---\n',
    };
    const plain = await read(site);
    expect([sketch(plain.pages), variantsOf(plain)]).toEqual([
      ['home "Home"', 'a "A"'],
      ['*en: 2', 'fr: 2'],
    ]);
    expect(reasons(plain)[0]).toBe('a.de.md: hugo.toml disables the language de. It is left out, with 1 page');
    const french = await read(site, { language: 'fr' });
    expect(sketch(french.pages)).toEqual(['accueil "Accueil"', 'a "A français"']);
    expect(linksOf(french, 'Accueil')).toEqual(['a.md']);
    const folders = await read(
      {
        'config/_default/hugo.toml': 'defaultContentLanguage = "en"\n',
        'config/_default/languages.yaml': 'en:\n  contentDir: content/en\nfr:\n  contentDir: content/fr\n',
        'content/en/a.md': '---\ntitle: A\n---\n',
        'content/fr/a.md': '---\ntitle: A français\n---\n',
      },
      { language: 'fr' },
    );
    expect([sketch(folders.pages), variantsOf(folders)]).toEqual([['a "A français"'], ['*en: 1', 'fr: 1']]);
  });

  it.each([
    [
      'suffix',
      (name: string, language: string) => (language === 'en' ? `docs/${name}.md` : `docs/${name}.${language}.md`),
    ],
    ['folder', (name: string, language: string) => `docs/${language}/${name}.md`],
  ])('of MkDocs are in a %s', async (structure, pathOf) => {
    const site = {
      'mkdocs.yml': `site_name: X\nnav:\n  - Home: index.md\n  - b.md\n  - a.md\nplugins:\n  - search\n  - i18n:\n      docs_structure: ${structure}\n      languages:\n        - locale: en\n          default: true\n          name: English\n        - locale: fr\n          name: Français\n        - locale: de\n          name: Deutsch\n          build: false\n`,
      [pathOf('index', 'en')]: '# Home\n',
      [pathOf('a', 'en')]: '# A\n',
      [pathOf('b', 'en')]: '# B\n',
      [pathOf('index', 'fr')]: '# Accueil\n\n[a](a.md)\n',
      [pathOf('a', 'fr')]: '# A français\n',
      [pathOf('a', 'de')]: '# A deutsch\n',
    };
    const plain = await read(site);
    expect([sketch(plain.pages), variantsOf(plain)]).toEqual([
      ['home "Home"', 'b "B"', 'a "A"'],
      ['*en: 3', 'fr: 2'],
    ]);
    expect(reasons(plain)[0]).toContain('mkdocs.yml does not build the language de. It is left out, with 1 page');
    const french = await read(site, { language: 'fr' });
    expect(sketch(french.pages)).toEqual(['accueil "Accueil"', 'b "B"', 'a "A français"']);
    expect(linksOf(french, 'Accueil')).toEqual(['a.md']);
    expect(reasons(french)).toContain(': 1 page without a translation into fr is imported in en: docs/b.md');
  });
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
