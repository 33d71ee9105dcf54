import { describe, expect, it } from 'vitest';
import { sketch } from './imports-archive.ts';
import { linksOf, pageOf, read, reasons, variantsOf } from './imports-wiki-archive.ts';

describe('a site whose navigation or pages are in several languages', () => {
  const navigation = {
    languages: [
      {
        language: 'en',
        default: true,
        versions: [
          { version: 'v2', default: true, groups: [{ group: 'Start', pages: ['index', 'guide/a'] }] },
          { version: 'v1', groups: [{ group: 'First', pages: ['v1/index'] }] },
        ],
      },
      {
        language: 'es',
        groups: [
          { group: 'Inicio', pages: ['es/index'] },
          { group: 'x', hidden: true, pages: ['es/b'] },
        ],
      },
    ],
  };
  const mintlify = {
    'docs.json': { navigation },
    'index.mdx': '# Home\n\n[a](/guide/a) ![x](/x.png)\n',
    'guide/a.mdx': '# A\n',
    'v1/index.mdx': '# Home of v1\n\n<Snippet file="s.mdx" />\n',
    'es/index.mdx': '# En casa\n\n![x](/x.png)\n',
    'es/b.mdx': '# Oculto\n',
    'snippets/s.mdx': 'A snippet\n',
    'x.png': 'x',
  };

  it('of Mintlify has the version and language that readers see first', async () => {
    const tree = await read(mintlify);
    expect(sketch(tree.pages)).toEqual(['group start "Start"', '  home "Home"', '  a "A"']);
    expect(variantsOf(tree)).toEqual(['*v2 en: 2', 'v2 es: 2', 'v1 en: 1']);
    expect(reasons(tree).filter((one) => one.includes('left out, with'))).toEqual([
      'es/: The language es is left out, with 2 pages: import it into a space of its own, or all of them with `octavo import --site`',
      'v1/: Version v1 is left out, with 1 page: import it into a space of its own, or all of them with `octavo import --site`',
    ]);
  });

  it('of Mintlify has another one that is asked for, with its snippets, files and hidden pages', async () => {
    const first = await read(mintlify, { version: 'v1' });
    expect(sketch(first.pages)).toEqual(['group first "First"', '  v1 "Home of v1"']);
    expect(pageOf(first, 'Home of v1').markdown).toContain('A snippet');
    const spanish = await read(mintlify, { language: 'es' });
    expect(sketch(spanish.pages)).toEqual(['group inicio "Inicio"', '  es "En casa"', 'group x "x"', '  b "Oculto"']);
    expect(pageOf(spanish, 'Oculto')).toMatchObject({ hidden: true });
    expect(linksOf(spanish, 'En casa')).toEqual(['file x.png']);
    expect(reasons(spanish)).toContain('guide/: 1 page without a translation into es is left out: guide/a.mdx');
  });

  const config = "export default nextra({})({ i18n: { locales: ['en', 'es'], defaultLocale: 'en' } });";

  it('of Nextra has folders of languages', async () => {
    const site = {
      'next.config.mjs': config,
      'content/en/_meta.js': "export default { docs: 'Docs' }",
      'content/es/_meta.js': "export default { docs: 'Documentos' }",
      'content/en/docs/a.mdx': '# A\n',
      'content/es/docs/a.mdx': '# A en español\n\n[a](/docs/b) [a](/es/docs/b)\n',
      'content/es/docs/b.mdx': '# B\n',
      'content/es/index.mdx': '# Inicio\n',
    };
    const tree = await read(site, { language: 'es' });
    expect(variantsOf(tree)).toEqual(['*en: 1', 'es: 3']);
    expect(sketch(tree.pages)).toEqual([
      'inicio "Inicio"',
      'group documentos "Documentos"',
      '  a "A en español"',
      '  b "B"',
    ]);
    expect(linksOf(tree, 'A en español')).toEqual(['docs/b.mdx', 'docs/b.mdx']);
  });

  it('of Nextra has suffixes of names', async () => {
    const site = {
      'next.config.js': config,
      'pages/_meta.en.json': { index: 'Home' },
      'pages/_meta.es.json': { index: 'En casa' },
      'pages/index.en.mdx': 'Text\n',
      'pages/index.es.mdx': 'Texto\n',
    };
    expect(sketch((await read(site)).pages)).toEqual(['home "Home"']);
    expect(sketch((await read(site, { language: 'es' })).pages)).toEqual(['en-casa "En casa"']);
  });
});

it('snippets of Mintlify are no pages, and do not count among those that its navigation orders', async () => {
  const tree = await read({
    'docs.json': { navigation: { groups: [{ group: 'Start', pages: ['a'] }] } },
    'a.mdx': '# A\n',
    'snippets/one.mdx': 'One\n',
    'snippets/two.mdx': 'Two\n',
  });
  expect(sketch(tree.pages)).toEqual(['group start "Start"', '  a "A"']);
});
