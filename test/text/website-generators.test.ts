import { beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../../src/domain/core/context.ts';
import { walkPages, type ImportTree } from '../../src/text/imports/import-tree.ts';
import { crawlSite } from '../../src/domain/exchange/imports/fetch/crawl.ts';
import { parseTask } from '../../src/text/imports/parse.ts';
import { startServer, type Harness } from '../harness.ts';
import { siteServer, type SitePage } from '../site-server.ts';
import { sketch } from './imports-archive.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
});

/** The tree of a site served from `pages`, by path. */
async function importSite(pages: Readonly<Record<string, SitePage | string>>, start: string): Promise<ImportTree> {
  await using site = await siteServer((path) => {
    const page = pages[path];
    return typeof page === 'string' ? { body: page } : page;
  });
  const ctx = { ...server.platform.services, signal: new AbortController().signal } as unknown as Context;
  return parseTask({ source: 'website', site: await crawlSite(ctx, `${site.origin}${start}`) });
}

const textOf = (tree: ImportTree, title: string) =>
  [...walkPages(tree.pages)].find((page) => page.title === title)?.markdown ?? '';

/** A page as VitePress 1.6 publishes it. The content stands in an element with the class `has-sidebar`. */
function vitePress(title: string, content: string): string {
  const item = (href: string, text: string) =>
    `<div class="VPSidebarItem level-1 is-link"><div class="item"><div class="indicator"></div>` +
    `<a class="VPLink link link" href="${href}"><p class="text">${text}</p></a></div></div>`;
  return `<!DOCTYPE html><html><head><title>${title} | Harbour</title></head><body><div id="app"><div class="Layout">
<header class="VPNav"><div class="VPNavBar has-sidebar"><a class="title" href="/guide/start"><span>Harbour</span></a></div></header>
<aside class="VPSidebar"><nav class="nav" id="VPSidebarNav"><div class="group"><section class="VPSidebarItem level-0">
<div class="item" role="button"><h2 class="text">Guide</h2></div><div class="items">
${item('/guide/start', 'Start')}${item('/guide/jobs', 'Jobs')}${item('/guide/stores', 'Stores')}</div></section></div></nav></aside>
<div class="VPContent has-sidebar" id="VPContent"><div class="VPDoc has-sidebar has-aside"><div class="container">
<div class="aside"><nav class="VPDocAsideOutline"><a class="outline-link" href="#more">More</a></nav></div>
<div class="content"><div class="content-container"><main class="main">
<div class="vp-doc _guide_start"><div><h1 id="top" tabindex="-1">${title} <a class="header-anchor" href="#top">​</a></h1>${content}</div></div>
</main><footer class="VPDocFooter"><nav class="prev-next"><div class="pager"><a class="pager-link prev" href="/guide/stores">
<span class="desc">Previous page</span><span class="title">Stores</span></a></div></nav></footer></div></div></div></div></div></div></div></body></html>`;
}

/** A page as Material for MkDocs 9 publishes it: the open page is a label for its outline and a link. */
function material(title: string, current: string, content: string): string {
  const up = current === '' ? '' : '../';
  const item = (path: string, text: string) => {
    const label = `<span class="md-ellipsis">\n    ${text}\n    \n  </span>`;
    if (path !== current)
      return `<li class="md-nav__item"><a href="${up}${path}" class="md-nav__link">${label}</a></li>`;
    return `<li class="md-nav__item md-nav__item--active"><input class="md-nav__toggle md-toggle" type="checkbox" id="__toc">
<label class="md-nav__link md-nav__link--active" for="__toc">${label}<span class="md-nav__icon md-icon"></span></label>
<a href="./" class="md-nav__link md-nav__link--active">${label}</a>
<nav class="md-nav md-nav--secondary" aria-label="Table of contents"><label class="md-nav__title" for="__toc">
<span class="md-nav__icon md-icon"></span>Table of contents</label><ul class="md-nav__list" data-md-component="toc">
<li class="md-nav__item"><a href="#part" class="md-nav__link"><span class="md-ellipsis">Part</span></a></li></ul></nav></li>`;
  };
  return `<!doctype html><html lang="en" class="no-js"><head><title>${title} - Harbour</title></head><body dir="ltr">
<header class="md-header"><nav class="md-header__inner md-grid"><a href="${up}." class="md-header__button md-logo">logo</a></nav></header>
<div class="md-container"><main class="md-main"><div class="md-main__inner md-grid">
<div class="md-sidebar md-sidebar--primary"><div class="md-sidebar__scrollwrap"><div class="md-sidebar__inner">
<nav class="md-nav md-nav--primary" aria-label="Navigation" data-md-level="0">
<label class="md-nav__title" for="__drawer"><a href="${up}." class="md-nav__button md-logo">logo</a>Harbour</label>
<ul class="md-nav__list">${item('', 'Welcome')}
<li class="md-nav__item md-nav__item--active md-nav__item--nested"><input class="md-nav__toggle md-toggle" type="checkbox" id="__nav_2" checked>
<label class="md-nav__link" for="__nav_2" id="__nav_2_label" tabindex="0"><span class="md-ellipsis">Guide</span><span class="md-nav__icon md-icon"></span></label>
<nav class="md-nav" data-md-level="1" aria-labelledby="__nav_2_label"><label class="md-nav__title" for="__nav_2"><span class="md-nav__icon md-icon"></span>Guide</label>
<ul class="md-nav__list">${item('jobs/', 'Jobs')}${item('stores/', 'Stores')}</ul></nav></li></ul></nav></div></div></div>
<div class="md-content" data-md-component="content"><article class="md-content__inner md-typeset">
<h1 id="top">${title}<a class="headerlink" href="#top" title="Permanent link">&para;</a></h1>${content}
<h2 id="part">Part<a class="headerlink" href="#part" title="Permanent link">&para;</a></h2><p>Text.</p></article></div>
</div></main></div></body></html>`;
}

describe('the navigation of a generated site', () => {
  it('the navigation of a site is the sidebar of VitePress, also when the content links to more pages than the sidebar', async () => {
    const links = ['stores', 'jobs', 'start', 'extra'].map((name) => `<li><a href="/guide/${name}">${name}</a></li>`);
    const tree = await importSite(
      {
        '/guide/start': vitePress('Start', `<ul>${links.join('')}</ul>`),
        '/guide/jobs': vitePress('Jobs', '<p>Work.</p>'),
        '/guide/stores': vitePress('Stores', '<p>Bytes.</p>'),
        '/guide/extra': vitePress('Extra', '<p>More.</p>'),
      },
      '/guide/start',
    );
    expect(sketch(tree.pages)).toEqual([
      'group guide "Guide"',
      '  start "Start"',
      '  jobs "Jobs"',
      '  stores "Stores"',
      'extra "Extra"',
    ]);
    expect(textOf(tree, 'Start')).toContain('- [stores](stores.md)');
  });

  it('the navigation of a site has one entry for each page of Material for MkDocs, and no empty page for the one that is open', async () => {
    const tree = await importSite(
      {
        '/': material('Welcome', '', '<p>Hello.</p>'),
        '/jobs/': material('Jobs', 'jobs/', '<p>Work.</p>'),
        '/stores/': material('Stores', 'stores/', '<p>Bytes.</p>'),
      },
      '/',
    );
    expect(sketch(tree.pages)).toEqual([
      'welcome "Welcome"',
      'group guide "Guide"',
      '  jobs "Jobs"',
      '  stores "Stores"',
    ]);
    expect(tree.totalResources).toBe(3);
    expect(textOf(tree, 'Jobs')).toContain('Work.');
  });
});

describe('a page of a generated site', () => {
  it('a generated page is imported without the NUL characters in it, and the import says so', async () => {
    const page = '<html><body><main class="docMainContainer"><h1>Escapes</h1><p>One\0two</p></main></body></html>';
    const tree = await importSite({ '/': page }, '/');
    expect(textOf(tree, 'Escapes')).toContain('Onetwo');
    expect(tree.skipped).toEqual([]);
    expect(tree.warnings).toEqual([{ key: 'index.md', reason: '1 NUL character was removed' }]);
  });

  it.each(['/docs/intro', '/docs'])(
    'a generated page is crawled with those beside it when %s redirects to a trailing slash',
    async (start) => {
      const page = (title: string) =>
        `<html><body><main><h1>${title}</h1><p>Text.</p></main><a href="/docs/intro/">1</a> <a href="/docs/other/">2</a></body></html>`;
      const tree = await importSite(
        {
          '/docs': { location: '/docs/' },
          '/docs/': page('Docs'),
          '/docs/intro': { location: '/docs/intro/' },
          '/docs/intro/': page('Intro'),
          '/docs/other/': page('Other'),
        },
        start,
      );
      expect([...walkPages(tree.pages)].map(({ title }) => title)).toEqual(expect.arrayContaining(['Intro', 'Other']));
    },
  );

  const links = ['jobs', 'stores', 'errors', 'settings'].map(
    (name) => `<li><a href="/ref/${name}">The ${name}</a></li>`,
  );
  const leaf = (title: string) => `<html><body><main><h1>${title}</h1><p>Text.</p></main></body></html>`;
  const leaves = Object.fromEntries(
    ['jobs', 'stores', 'errors', 'settings'].map((name) => [`/ref/${name}`, leaf(name)]),
  );

  it.each([
    ['without a main element', `<body><div class="page"><h1>Reference</h1><ul>${links.join('')}</ul></div></body>`],
    ['in a nav', `<body><main><h1>Reference</h1><nav class="toctree"><ul>${links.join('')}</ul></nav></main></body>`],
    [
      'below a class of tables of contents',
      `<body><main><h1>Reference</h1><div class="toc"><ul>${links.join('')}</ul></div></main></body>`,
    ],
    [
      'as cards of Docusaurus',
      `<body><main class="docMainContainer"><nav class="theme-doc-breadcrumbs breadcrumbsContainer"><ul><li>Home</li></ul></nav>
<div class="generatedIndexPage"><header><h1 class="title">Reference</h1><p>All of it.</p></header><article class="margin-top--lg"><section class="row list">
${['jobs', 'stores', 'errors', 'settings'].map((name) => `<article class="col col--6 margin-bottom--lg"><a class="card padding--lg cardContainer" href="/ref/${name}"><h2 class="text--truncate cardTitle" title="The ${name}">The ${name}</h2><p class="text--truncate cardDescription">About it</p></a></article>`).join('')}
</section></article></div></main></body>`,
    ],
  ])('a generated page that has links alone keeps them: %s', async (_where, body) => {
    const tree = await importSite(
      { '/ref/': `<html><head><title>Reference</title></head>${body}</html>`, ...leaves },
      '/ref/',
    );
    const text = textOf(tree, 'Reference');
    for (const name of ['jobs', 'stores', 'errors', 'settings'])
      expect(text).toMatch(new RegExp(`The ${name}.*\\(${name}\\.md\\)`, 's'));
  });

  it('a generated page is named by its own heading or title, not by the text of a link to it', async () => {
    const page = (title: string, content: string) =>
      `<html><head><title>${title}</title></head><body><main>${content}</main></body></html>`;
    const tree = await importSite(
      {
        '/': page(
          'Home',
          '<h1>Home</h1><ul><li><a href="/a">read this first</a></li><li><a href="/b">click here</a></li></ul>',
        ),
        '/a': page('Install it', '<h2>Before</h2><h1>Installation</h1><p>Text.</p>'),
        '/b': page('Configuration', '<p>Text without a heading.</p>'),
      },
      '/',
    );
    expect(sketch(tree.pages)).toEqual(['home "Home"', 'a "Installation"', 'b "Configuration"']);
  });
});

describe('a large site', () => {
  const page = (title: string, links = 3) =>
    `<html><head><title>${title}</title><style>${'a{}'.repeat(2_000)}</style></head><body><nav><ul>${Array.from(
      { length: links },
      (_, index) => `<li><a href="/p${index}">Page ${index}</a></li>`,
    ).join(
      '',
    )}</ul></nav><main><h1>${title}</h1><p>Text.</p><script>${'x()'.repeat(2_000)}</script></main></body></html>`;

  it('is imported beyond 200 pages, in the order of its navigation, and kept without its scripts', async () => {
    const pages = Object.fromEntries(Array.from({ length: 210 }, (_, index) => [`/p${index}`, page(`Page ${index}`)]));
    await using site = await siteServer((path) => {
      const body = path === '/' ? page('Home', 210) : pages[path];
      return body === undefined ? undefined : { body };
    });
    const ctx = { ...server.platform.services, signal: new AbortController().signal } as unknown as Context;
    const crawled = await crawlSite(ctx, `${site.origin}/`);
    expect(crawled.pages).toHaveLength(211);
    expect(crawled.pages.filter(({ html }) => /x\(\)|a\{\}/.test(html))).toEqual([]);
    const tree = await parseTask({ source: 'website', site: crawled });
    expect([...walkPages(tree.pages)].map(({ title }) => title)).toEqual([
      'Home',
      ...Array.from({ length: 210 }, (_, index) => `Page ${index}`),
    ]);
  });

  it('is imported up to IMPORT_MAX_PAGES, and the import names what was left', async () => {
    await using site = await siteServer((path) => ({ body: page(path) }));
    const { config, ...services } = server.platform.services;
    const ctx = { ...services, config: { ...config, IMPORT_MAX_PAGES: 3 }, signal: new AbortController().signal };
    const { pages, notes } = await crawlSite(ctx as unknown as Context, `${site.origin}/`);
    expect(pages).toHaveLength(3);
    expect(notes[0]?.reason).toBe('At most 3 pages of a site are imported');
  });
});
