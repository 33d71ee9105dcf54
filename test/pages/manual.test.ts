import Fastify, { type FastifyInstance } from 'fastify';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerPages } from '../../src/app/pages/pages.ts';
import { closeBrowser, hasChromium, requestsElsewhere, withPage } from '../browser.ts';
import { allOr } from '../setup/size.ts';
import { threadWorkers } from './thread-workers.ts';
import { startStubServer, type PageServer } from './stub-server.ts';

// Screenshots are kept after the run.
const shot = (name: string) => ({ path: join(tmpdir(), 'octavo-pages', `${name}.png`) });

let app: FastifyInstance;

beforeAll(async () => {
  app = Fastify();
  registerPages(app, { baseUrl: 'https://docs.example/octavo', workers: threadWorkers });
  // Compiles the manual, which takes seconds on a busy machine.
  await app.inject('/manual/');
});

afterAll(() => app.close());

async function read(path: string): Promise<string> {
  const response = await app.inject(path);
  if (response.statusCode !== 200) throw new Error(`${path} gave ${response.statusCode}`);
  return response.body;
}

const addressesIn = (html: string) =>
  [...html.matchAll(/ (?:href|src)="\/octavo(\/manual[^"]*)"/g)].map(([, address = '']) => address);

const idsIn = (html: string) => new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id));

/** Returns every page of the table of contents. */
async function listed(): Promise<string[]> {
  const [, tree = ''] = /<nav id="~contents".*?>(.*?)<\/nav>/s.exec(await read('/manual/')) ?? [];
  return [...new Set(addressesIn(tree))];
}

const search = (query: string) => read(`/manual/~/search?q=${query}`);

/** The pages that a search has found, without the anchors of their sections. */
const results = (html: string) => [...html.matchAll(/<h2><a href="\/octavo(\/manual[^"#]*)/g)].map(([, path]) => path);

describe('/manual', () => {
  it('the contents list the README, every page of the manual and every page of the reference', async () => {
    const folder = (name: string) =>
      readdirSync(new URL(`../../docs/${name}`, import.meta.url), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.md') && file !== 'SUMMARY.md')
        .map((file) => `docs/${name}/${file}`);
    const paths = await listed();
    expect(paths).toHaveLength(1 + folder('manual').length + folder('reference').length);
    expect(paths).toEqual(expect.arrayContaining(['/manual/', '/manual/readme', '/manual/operate/settings']));
  });

  it('every link, image and anchor of every page leads somewhere', async () => {
    const pages = new Map<string, string>();
    for (const path of await listed()) pages.set(path, await read(path));
    const broken: string[] = [];
    for (const [path, html] of pages) {
      const anchors = [...html.matchAll(/ href="(#[^"]*)"/g)].map(([, anchor = '']) => path + anchor);
      for (const address of [...addressesIn(html), ...anchors]) {
        const [target = '', anchor] = address.split('#');
        const found = pages.get(target) ?? (await read(target));
        if (anchor !== undefined && !idsIn(found).has(anchor)) broken.push(`${path}: ${address}`);
      }
    }
    expect(broken).toEqual([]);
  });

  it('a page shows what its Markdown means: headings, tables, code in colours, lists and links', async () => {
    const html = await read('/manual/start/run');
    expect(html).toContain('<h1 id="run-it">Run it</h1>');
    expect(html).toMatch(/<pre tabindex="0" dir="ltr"><code>npm ci/);
    expect(html).toMatch(/<th scope="col">Goal<\/th>/);
    expect(html).toContain('<a href="/octavo/manual/operate/postgresql">PostgreSQL and S3</a>');
    expect(html).toMatch(/aria-current="page"[^>]*><span>Run it</);
    expect(await read('/manual/start/first-call')).toContain('<span class="hljs-');
  });

  it('an image is served with its type, and may run nothing', async () => {
    const response = await app.inject('/manual/docs/manual/images/faces.svg');
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('image/svg+xml');
    expect(response.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
  });

  it.each(['/manual/nothing', '/manual/~/files/x', '/manual/../package.json', '/manual/docs/manual/SUMMARY.md'])(
    '%s is not found',
    async (path) => {
      expect((await app.inject(path)).statusCode).toBe(404);
    },
  );

  it.each([
    ['/manual', '/manual/'],
    ['/manual?query=full%20text', '/manual/~/search?q=full%20text'],
    ['/manual/start/run/', '/manual/start/run'],
    ['/manual/start', '/manual/start/run'],
    ['/manual/Start/Run', '/manual/start/run'],
    ['/manual/manual', '/manual/'],
  ])('%s leads to %s', async (path, to) => {
    const { statusCode, headers } = await app.inject(path);
    expect(statusCode).toBeGreaterThanOrEqual(300);
    expect(
      new URL(String(headers.location), 'https://docs.example').pathname +
        new URL(String(headers.location), 'https://docs.example').search,
    ).toBe(`/octavo${to}`);
  });

  it('every page is Markdown too, and all are listed and joined for machines', async () => {
    expect(await read('/manual/start/run.md')).toMatch(/^---\ntitle: "Run it"/);
    expect(await read('/manual/llms.txt')).toContain('(https://docs.example/octavo/manual/start/run.md)');
    expect(await read('/manual/llms-full.txt')).toContain('# Run it\n');
    expect(await read('/manual/~/opensearch.xml')).toContain('/octavo/manual/~/search?q={searchTerms}');
  });

  it('a browser gets a page for an unknown address of the manual, with the contents and the search', async () => {
    const { statusCode, headers, body } = await app.inject({
      url: '/manual/operate/nowhere',
      headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
    });
    expect(statusCode).toBe(404);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(body).toContain('<h1>Page not found</h1>');
    expect(body).toContain('href="/octavo/manual/operate/deploy"');
    expect(body).toContain('role="search"');
  });

  it('a search finds words in any form, phrases, and beginnings of the last word', async () => {
    expect(results(await search('grafana'))).toContain('/manual/operate/maintain');
    expect(results(await search('importing+an+archiv'))).toContain('/manual/start/import');
    expect(results(await search('%22embedded+database%22'))).toContain('/manual/start/run');
    expect(results(await search('%22database+embedded%22'))).toEqual([]);
    expect(results(await search('systemd+-nginx'))).not.toContain('/manual/operate/deploy');
  });

  it('every section that a search finds is an anchor of its page', async () => {
    const html = await search('page');
    const addresses = addressesIn(html).filter((address) => address.includes('#'));
    expect(addresses.length).toBeGreaterThan(10);
    for (const address of addresses) {
      const [path = '', anchor] = address.split('#');
      expect([...idsIn(await read(path))]).toContain(anchor);
    }
  });

  it('a search says when nothing is found, and inserts no markup', async () => {
    const html = await search(encodeURIComponent('"><script>alert(1)</script> zzzz'));
    expect(html).toContain('Nothing contains all of these words.');
    expect(html).not.toContain('<script>');
  });

  it('a search leaves out words that no page has, and names them', async () => {
    const html = await search('pages%20xyzzyplugh');
    expect(html).toContain('Searched without “xyzzyplugh”, which no page contains.');
    expect(addressesIn(html).filter((address) => address.includes('#')).length).toBeGreaterThan(5);
  });

  it.each(['q=', 'q=%00', 'q=a&q=b', `q=${'x'.repeat(5_000)}`])('the search for %s is answered', async (query) => {
    expect(await read(`/manual/~/search?${query}`)).toContain('</html>');
  });
});

describe.skipIf(!hasChromium)('the manual in Chromium', () => {
  let server: PageServer;

  beforeAll(async () => {
    server = await startStubServer();
  });

  afterAll(() => Promise.all([closeBrowser(), server.close()]));

  it.each([
    [1440, 'light'],
    [390, 'dark'],
    ...allOr<[number, 'light' | 'dark'][]>(
      [
        [1440, 'dark'],
        [390, 'light'],
      ],
      [],
    ),
  ] as const)('the manual is read, unfolded and searched in Chromium at %i pixels, %s', async (width, colorScheme) => {
    await withPage(
      `${server.baseUrl}/manual`,
      async ({ page, requests, complaints }) => {
        if (width < 800) await page.getByRole('button', { name: 'Menu' }).click();
        await page.locator('.tree').getByRole('link', { name: 'Settings' }).click();
        await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
        await page.screenshot(shot(`manual-${width}-${colorScheme}`));
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
        await page.keyboard.press('/');
        await page.getByRole('combobox').fill('graceful');
        await page.getByRole('option').first().waitFor();
        await page.goto(`${server.baseUrl}/manual/~/search?q=graceful`);
        await page.getByRole('heading', { name: 'Results', level: 1 }).waitFor();
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
        await page.screenshot(shot(`manual-search-${width}-${colorScheme}`));
        expect(requestsElsewhere(requests, server.baseUrl)).toEqual([]);
        expect(complaints).toEqual([]);
      },
      { colorScheme, viewport: { width, height: 900 } },
    );
  });
});
