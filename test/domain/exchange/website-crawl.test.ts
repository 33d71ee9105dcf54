import { beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../../../src/domain/core/context.ts';
import { walkPages } from '../../../src/text/imports/import-tree.ts';
import { crawlSite } from '../../../src/domain/exchange/imports/fetch/crawl.ts';
import type { CrawlLimits } from '../../../src/text/imports/formats/website/crawl-limits.ts';
import { pageAddress, pagePath, scopeOf } from '../../../src/text/imports/formats/website/site-address.ts';
import { parseTask } from '../../../src/text/imports/parse.ts';
import { readSitemap } from '../../../src/text/imports/formats/website/sitemap.ts';
import { startServer, type Harness } from '../../harness.ts';
import { siteServer, type SitePage } from '../../site-server.ts';
import { sketch } from '../../text/imports-archive.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
});

const link = (href: string, text = href) => `<a href="${href}">${text}</a>`;
const html = (title: string, body = '') =>
  `<html><head><title>${title}</title></head><body><main><h1>${title}</h1>${body}</main></body></html>`;

async function crawl(
  answer: (path: string, origin: string) => SitePage | undefined,
  start: string,
  limits: Partial<CrawlLimits> = {},
) {
  await using site = await siteServer(answer);
  const signal = new AbortController().signal;
  const ctx = { ...server.platform.services, signal } as unknown as Context;
  const found = await crawlSite(ctx, `${site.origin}${start}`, { limits });
  const paths = found.pages.map(({ address }) => address.slice(site.origin.length) || '/');
  const notes = found.notes.map(({ key, reason }) => [key.replace(site.origin, ''), reason] as const);
  return { ...found, paths, notes, asked: site.asked };
}

const fixed = (pages: Readonly<Record<string, SitePage | string>>) => (path: string) => {
  const page = pages[path];
  return typeof page === 'string' ? { body: page } : page;
};

describe('crawlSite(ctx, start)', () => {
  it('pages at and below the start URL are fetched once for all spellings of a URL', async () => {
    const { paths, asked } = await crawl(
      fixed({
        '/docs/': html(
          'Docs',
          [
            'a',
            'a/',
            'a.html',
            'a#x',
            'a?b=c',
            '/docs/index.html',
            '../blog',
            '/docsy',
            'http://example.org/docs/',
            'b.pdf',
            'mailto:x@y.z',
            'canon',
          ]
            .map((href) => link(href))
            .join(' '),
        ),
        '/docs/a': html('A', link('deep/b')),
        '/docs/deep/b': html('B', link('/docs/')),
        '/docs/canon': '<link rel="canonical" href="/docs/a">' + html('A'),
      }),
      '/docs/',
    );
    expect(paths).toEqual(['/docs', '/docs/a', '/docs/deep/b']);
    expect(asked.filter((path) => path.startsWith('/docs/a'))).toEqual(['/docs/a']);
    expect(asked).not.toContain('/blog');
  });

  it('robots.txt is respected, and the pages in sitemaps are added', async () => {
    const { paths, notes, asked } = await crawl(
      (path, origin) =>
        fixed({
          '/robots.txt': {
            body: `User-agent: *\nDisallow: /docs/secret\nSitemap: ${origin}/map.xml\nSitemap: http://example.org/map.xml`,
            type: 'text/plain',
          },
          '/map.xml': {
            body: `<sitemapindex><sitemap><loc>${origin}/map2.xml</loc></sitemap><sitemap><loc>${origin}/map.xml</loc></sitemap></sitemapindex>`,
            type: 'application/xml',
          },
          '/map2.xml': {
            body: `<urlset><url><loc>${origin}/docs/unlinked</loc></url><url><loc>http://example.org/docs/x</loc></url><url><loc>${origin}/blog</loc></url></urlset>`,
          },
          '/docs/': html('Docs', link('secret/a') + link('gone')),
          '/docs/unlinked': html('Unlinked'),
        })(path),
      '/docs/',
    );
    expect(paths).toEqual(['/docs', '/docs/unlinked']);
    expect(notes).toEqual([
      ['/docs/secret/a', 'The robots.txt of the site disallows it'],
      ['/docs/gone', 'Its URL responded with status 404'],
    ]);
    expect(asked).not.toContain('/docs/secret/a');
  });

  it.each([
    [
      'a start that robots.txt forbids',
      { '/robots.txt': 'User-agent: Octavo\nDisallow: /', '/': html('x') },
      /^The robots\.txt of .+ disallows fetching/,
    ],
    [
      'a robots.txt that fails',
      { '/robots.txt': { status: 503 }, '/': html('x') },
      /robots\.txt responded with status 503/,
    ],
    ['a start that is not there', {}, /^Expected a website, but .+ responded with status 404$/],
    [
      'a start that is no page',
      { '/': { body: '{}', type: 'application/json' } },
      /^Expected a website, but .+ not an HTML page$/,
    ],
    ['a start without end', { '/': { location: '/' } }, /^Expected a website, but .+ redirects more than/],
  ])('a crawl of %s is refused', async (_, pages, message) => {
    await expect(crawl(fixed(pages as Record<string, SitePage>), '/')).rejects.toMatchObject({
      type: 'import_refused',
      status: 400,
      message: expect.stringMatching(message),
    });
  });

  it('an endless calendar is crawled to the page limit, and the remaining pages are noted', async () => {
    const calendar = (path: string) => {
      if (path === '/robots.txt' || path.includes('sitemap')) return undefined;
      const day = Number(/\d+/.exec(path)?.[0] ?? 0);
      return { body: html(`Day ${day}`, link(`/day/${day * 2 + 1}`) + link(`/day/${day * 2 + 2}`)) };
    };
    const { paths, notes, asked } = await crawl(calendar, '/', { pages: 20 });
    expect(paths).toHaveLength(20);
    expect(asked.length).toBeLessThan(25);
    expect(notes[0]?.[1]).toBe('At most 20 pages of a site are imported');
    const chain = (path: string) =>
      path.startsWith('/p') || path === '/'
        ? { body: html('P', link(`/p${Number(path.slice(2) || 0) + 1}`)) }
        : undefined;
    const deep = await crawl(chain, '/', { depth: 3 });
    expect([deep.paths, deep.notes]).toEqual([
      ['/', '/p1', '/p2', '/p3'],
      [['/p4', 'It is more than 3 links away from the first page']],
    ]);
  });

  it('pages that are too large, slow, on other origins or damaged are skipped, and the others imported', async () => {
    const { paths, notes } = await crawl(
      (path, origin) =>
        fixed({
          '/': html(
            'Home',
            ['/huge', '/slow', '/away', '/nul', '/moved', '/refresh', '/ok'].map((href) => link(href)).join(''),
          ),
          '/huge': 'x'.repeat(3_000_000),
          '/slow': { body: html('Slow'), afterMs: 10_000 },
          '/away': { location: origin.replace('127.0.0.1', 'localhost') },
          '/nul': 'a\0b',
          '/moved': { location: '/ok' },
          '/refresh': '<meta http-equiv="refresh" content="0; url=/new">',
          '/new': html('New'),
          '/ok': html('Ok'),
        })(path),
      '/',
      { pageMs: 2_500 },
    );
    expect(paths.toSorted()).toEqual(['/', '/new', '/ok']);
    expect(Object.fromEntries(notes)).toEqual({
      '/huge': expect.stringMatching(/larger than 2097152 bytes/),
      '/slow': expect.stringMatching(/took over/),
      '/away': expect.any(String),
      '/nul': expect.stringMatching(/NUL character/),
    });
  });

  it('a crawl stops at its limits of time and bytes', async () => {
    const pages = (path: string) =>
      path.startsWith('/robots') || path.includes('sitemap')
        ? undefined
        : {
            body: html(
              path,
              `${'x'.repeat(50_000)}${[1, 2, 3, 4].map((n) => link(`${path === '/' ? '' : path}/${n}`)).join('')}`,
            ),
          };
    const bytes = await crawl(pages, '/', { totalBytes: 120_000 });
    expect(bytes.paths.length).toBeLessThan(6);
    expect(bytes.notes[0]?.[1]).toBe('At most 120000 bytes of a site are imported');
    const late = await crawl(pages, '/', { totalMs: 0 });
    expect(late.paths).toEqual(['/']);
    expect(late.notes[0]?.[1]).toBe('The site took longer than 0 seconds');
  });
});

describe('a crawled website', () => {
  const build = async (pages: Readonly<Record<string, string>>) => {
    const { origin } = new URL('https://a.b');
    const scope = { origin, folder: '/' };
    const site = {
      scope,
      notes: [],
      pages: Object.entries(pages).map(([path, body]) => ({
        address: `${origin}${path}`,
        url: `${origin}${path}`,
        html: body,
        warnings: [],
      })),
    };
    return parseTask({ source: 'website', site });
  };

  it('pages without a navigation are ordered by folders, and unmarked content is found with Readability', async () => {
    const prose =
      '<p>A paragraph of some length, with commas, that reads like a text of its own, and goes on for a while.</p>'.repeat(
        6,
      );
    const page = (title: string, body: string) =>
      `<html><head><title>${title}</title></head><body><div class="menu">Menu</div><div class="entry"><h1>${title}</h1>${body}</div><div class="footer">Imprint</div></body></html>`;
    const tree = await build({
      '': page('Home', prose + link('/b/two')),
      '/b/one': page('One', prose),
      '/b/two': page('Two', `${prose}<pre><code class="language-js">x()</code></pre>`),
    });
    expect(sketch(tree.pages)).toEqual(['home "Home"', 'group b "B"', '  one "One"', '  two "Two"']);
    const two = [...walkPages(tree.pages)].find(({ title }) => title === 'Two');
    expect(two?.markdown).toContain('```js\nx()\n```');
    expect(two?.markdown).not.toContain('Imprint');
  });

  it('the collapsible navigation of Material for MkDocs is read, but not the table of contents of a page', async () => {
    const nav = `<nav class="md-nav md-nav--primary" aria-label="Navigation"><ul class="md-nav__list"><li class="md-nav__item"><a href="/" class="md-nav__link"><span>Home</span></a><nav class="md-nav md-nav--secondary"><ul><li><a href="#x">X</a></li></ul></nav></li>
      <li class="md-nav__item md-nav__item--nested"><input type="checkbox"><label class="md-nav__link" for="n"><span>Guide</span><span class="md-nav__icon"></span></label><nav class="md-nav"><label class="md-nav__title" for="n"><span></span>Guide</label><ul class="md-nav__list"><li><a href="/z">Zulu</a></li><li><a href="/a">Alpha</a></li></ul></nav></li></ul></nav>`;
    const page = (title: string) =>
      `${nav}<div class="md-content"><article class="md-content__inner"><h1 id="x">${title}<a class="headerlink" href="#x">¶</a></h1><div class="admonition warning"><p class="admonition-title">Warning</p><p>Hot.</p></div><div class="language-py highlight"><pre><span></span><code><a id="__codelineno-0-1" href="#__codelineno-0-1"></a>print()</code></pre></div></article></div>`;
    const tree = await build({ '': page('Home'), '/a': page('Alpha'), '/z': page('Zulu') });
    expect(sketch(tree.pages)).toEqual(['home "Home"', 'group guide "Guide"', '  z "Zulu"', '  a "Alpha"']);
    expect(tree.pages[0]?.markdown).toBe(
      '# Home\n\n{% hint style="warning" %}\n\nHot.\n\n{% endhint %}\n\n```py\nprint()\n```\n',
    );
  });

  it('tabs become tab blocks', async () => {
    const tabs = `<div class="tabs-container"><ul role="tablist"><li role="tab">npm</li><li role="tab">my_tool</li></ul><div><div role="tabpanel"><p>One</p></div><div role="tabpanel" hidden><p>Two</p></div></div></div>`;
    const tree = await build({ '': html('Home', tabs) });
    expect(tree.pages[0]?.markdown).toBe(
      '# Home\n\n{% tabs %}\n\n{% tab title="npm" %}\n\nOne\n\n{% endtab %}\n\n{% tab title="my_tool" %}\n\nTwo\n\n{% endtab %}\n\n{% endtabs %}\n',
    );
  });

  it('a hostile page loses all active content', async () => {
    const tree = await build({
      '': html(
        'Home',
        '<a href="javascript:alert(1)">x</a><img src=x onerror=alert(1)><script>alert(1)</script><svg onload=alert(1)>',
      ),
    });
    expect(tree.pages[0]?.markdown).not.toMatch(/javascript:|onerror|alert|<svg/);
  });
});

describe('scopeOf(start) and pageAddress(scope, href, base)', () => {
  it.each([
    ['https://a.b/', '/'],
    ['https://a.b/docs', '/docs/'],
    ['https://a.b/docs/', '/docs/'],
    ['https://a.b/docs/intro', '/docs/'],
    ['https://a.b/page.html', '/'],
  ])('a crawl from %s stays within the folder %s', (start, folder) => {
    expect(scopeOf(start)).toEqual({ origin: 'https://a.b', folder });
  });

  it('the URLs of pages are normalized, and other URLs are ignored', () => {
    const scope = scopeOf('https://a.b/docs/');
    const address = (href: string) => pageAddress(scope, href, 'https://a.b/docs/');
    expect(['x', 'x/', 'x.html', 'x/index.html', 'X', './y/../x#z'].map(address)).toEqual(
      ['x', 'x', 'x', 'x', 'X', 'x'].map((name) => `https://a.b/docs/${name}`),
    );
    expect(
      [
        '../x',
        'https://a.b.c/docs/x',
        'http://a.b/docs/x',
        'x?y',
        'x.png',
        'x.css',
        'https://u@a.b/docs/x',
        'javascript:x',
        `x${'y'.repeat(600)}`,
      ].map(address),
    ).toEqual(Array.from({ length: 9 }, () => null));
    expect(pagePath(scope, 'https://a.b/docs')).toBe('index.md');
    expect(pagePath(scope, 'https://a.b/docs/a%2F..%2f%00/b%20c')).toBe('a-..--/b c.md');
  });
});

describe('readSitemap(xml)', () => {
  it('a document that is not a sitemap or declares entities gives no URLs', () => {
    const none = { pages: [], sitemaps: [] };
    expect(readSitemap('<html>')).toEqual(none);
    expect(readSitemap('not XML <<<')).toEqual(none);
    expect(readSitemap('<!DOCTYPE x [<!ENTITY a "b">]><urlset><url><loc>&a;</loc></url></urlset>')).toEqual(none);
    expect(readSitemap('<urlset><url><loc> https://a.b/?a=1&amp;b </loc></url><url/></urlset>').pages).toEqual([
      'https://a.b/?a=1&b',
    ]);
  });
});
