import { describe, expect, it } from 'vitest';
import { onePixel } from '../source-server.ts';
import { sketch } from './imports-archive.ts';
import { linksOf, pageOf, read, reasons, uuid } from './imports-wiki-archive.ts';

describe('the Markdown export of Outline', () => {
  it('has its toggles, sizes, mentions and links', async () => {
    const key = `uploads/${uuid(7)}/${uuid(5)}/view.png`;
    const tree = await read({
      'Team/First.md': `# First\n\n![A view](${key} " =640x480")\n\n++++\nMore\n\n+++\nInner\n\nDeep\n\n+++\n\n++++\n\n\\\n[There](./First/Second%20page.md), @[Sam](mention://a/user/b), __under__ ==marked==\n\n:::info\nA box\n:::\n`,
      'Team/First/Second page.md': '# Second page\n\nBack to [first](./../First.md)\n',
      [`Team/${key}`]: onePixel,
    });
    expect(sketch(tree.pages)).toEqual(['first "First"', '  second-page "Second page"']);
    expect(pageOf(tree, 'First').markdown).toBe(
      `# First\n\n<img src="${key}" alt="A view" width="640" />\n\n<details>\n\n<summary>More</summary>\n\n<details>\n\n<summary>Inner</summary>\n\nDeep\n\n</details>\n\n</details>\n\n\n[There](./First/Second%20page.md), @Sam, <u>under</u> <mark>marked</mark>\n\n:::info\nA box\n:::\n`,
    );
    expect(linksOf(tree, 'First')).toEqual([`file ${key}`, 'First/Second page.md']);
    expect(linksOf(tree, 'Second page')).toEqual(['First.md']);
    expect(reasons(tree)).toEqual([]);
  });
});

describe('an export of Docmost', () => {
  const place = (position: string, parentPath: string | null = null) => ({
    pageId: uuid(1),
    slugId: 'x',
    icon: null,
    position,
    parentPath,
  });
  const metadata = (pages: object) => ({ exportedAt: '2025', source: 'docmost', version: '0.24.0', pages });

  it('in Markdown has its pages in the order of its metadata', async () => {
    const tree = await read({
      'docmost-metadata.json': metadata({
        'Zebra.md': { ...place('a0'), icon: 'star' },
        'A%20page.md': { ...place('a1'), icon: '📘' },
        'A%20page/Last.md': place('Zz', 'A%20page.md'),
        'A%20page/First.md': place('a5', 'A%20page.md'),
      }),
      'A page.md': '# A page\n\n:::warning\nCareful\n:::\n\n[Zebra](Zebra.md) ![x](files/1/x.png)\n',
      'A page/First.md': '# First\n',
      'A page/Last.md': '# Last\n\n[up](../A%20page.md)\n',
      'Zebra.md': '# Zebra\n',
      'files/1/x.png': onePixel,
    });
    expect(sketch(tree.pages)).toEqual(['zebra "Zebra"', 'a-page "A page"', '  last "Last"', '  first "First"']);
    expect(linksOf(tree, 'A page')).toEqual(['Zebra.md', 'file files/1/x.png']);
    expect(linksOf(tree, 'Last')).toEqual(['A page.md']);
    expect(pageOf(tree, 'A page').emoji).toBe('📘');
    expect(reasons(tree)).toEqual(['Zebra.md: Its icon is no emoji, and is left out: star']);
  });

  it('in HTML has its boxes, tasks and toggles', async () => {
    const tree = await read({
      'docmost-metadata.json': metadata({ 'Page.html': place('a0') }),
      'Page.html':
        '<!DOCTYPE html><html><head><title>Page</title></head><body><h1>Page</h1><div data-type="callout" data-callout-type="warning"><p>Careful</p></div><ul data-type="taskList"><li data-checked="true" data-type="taskItem"><label><input type="checkbox" checked="checked"><span></span></label><div><p>Done</p></div></li></ul><details data-type="details" class="details"><summary data-type="detailsSummary">More</summary><div data-type="detailsContent"><p>Inside</p></div></details></body></html>',
    });
    expect(pageOf(tree, 'Page').markdown).toBe(
      '# Page\n\n{% hint style="warning" %}\n\nCareful\n\n{% endhint %}\n\n- [x] Done\n\n<details>\n\n<summary>More</summary>\n\nInside\n\n</details>\n',
    );
  });
});

describe('the storage of Wiki.js', () => {
  const fields = (title: string, published = 'true') =>
    `title: ${title}\ndescription: All: of it\npublished: ${published}\ndate: 2021-01-01T10:00:00.000Z\ntags: one, two\neditor: markdown\ndateCreated: 2020-01-01T10:00:00.000Z\n`;

  it('has its titles, home page, boxes, tabs, sizes and drafts', async () => {
    const tree = await read({
      'home.md': `---\n${fields('Home: the wiki')}---\n\n# Welcome\n\n> Mind\n> the *gap*\n{.is-warning}\n\n![x](/img/x.png =200x) [Guide](/en/guide/install) [b](/guide/page)\n\n# Ways {.tabset}\n## One\nFirst\n## Two\nSecond\n\n# After\n\n- a\n{.links-list}\n`,
      'guide/install.md': `---\n${fields('Install')}---\n\nText\n`,
      'guide/page.html': `<!--\n${fields('Of & in HTML')}-->\n\n<h1>Big</h1><p>Text</p>`,
      'guide/secret.html': `<!--\n${fields('Secret', 'false')}-->\n\n<p>Text</p>`,
      'img/x.png': onePixel,
    });
    expect(sketch(tree.pages)).toEqual([
      'home "Home: the wiki"',
      'group guide "Guide"',
      '  install "Install"',
      '  page "Of & in HTML"',
      '  secret "Secret"',
    ]);
    const home = pageOf(tree, 'Home: the wiki');
    expect(home.description).toBe('All: of it');
    expect(home.markdown.replace(/^---[^]*?---\n/, '')).toBe(
      '\n# Welcome\n\n{% hint style="warning" %}\nMind\nthe *gap*\n{% endhint %}\n\n<img src="/img/x.png" alt="x" width="200" /> [Guide](/guide/install) [b](/guide/page)\n\n{% tabs %}\n{% tab title="One" %}\nFirst\n{% endtab %}\n\n{% tab title="Two" %}\nSecond\n{% endtab %}\n{% endtabs %}\n\n# After\n\n- a\n\n',
    );
    expect(linksOf(tree, 'Home: the wiki')).toEqual(['file img/x.png', 'guide/install.md', 'guide/page.html']);
    expect(pageOf(tree, 'Secret').condition).toBe('false');
    expect(reasons(tree)).toEqual([
      'home.md: Look of a list: left out, because nothing expresses it here: {.links-list} (line 28)',
      'guide/secret.html: It is shown to no visitor, because its source says so: published: false',
    ]);
  });
});

it('the drawings of Wiki.js, which are code, are named in the report', async () => {
  const head =
    '---\ntitle: Page\ndescription: \npublished: true\ndate: 2021\ntags: \neditor: markdown\ndateCreated: 2020\n---\n';
  const tree = await read({ 'page.md': `${head}\n\`\`\`diagram\nPHN2Zz48L3N2Zz4=\n\`\`\`\n` });
  expect(reasons(tree)).toEqual(['page.md: 1 drawing stays as written: line 11']);
});
