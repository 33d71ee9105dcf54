// Takes pictures of pages of a running server, for looking at them: `npm run screenshots -- --help`.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser, type BrowserContext } from 'playwright-core';

const { values } = parseArgs({
  options: {
    base: { type: 'string', default: 'http://127.0.0.1:4000' },
    folder: { type: 'string', default: 'dist.screenshots' },
    site: { type: 'string' },
    preview: { type: 'string' },
    page: { type: 'string', multiple: true, default: [] },
    only: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(`Usage: npm run screenshots -- [options]

  --base URL          the server: its front page, reference and sign-in
  --site URL          a published site: its first page, sections, results of a search, a page that is missing
  --preview URL       the address of a preview of a change request: what it changes, and a page with its changes
  --page NAME=URL     one more page; may be repeated
  --only NAMES        only the kinds of pages with these names, separated by commas
  --folder FOLDER     where the pictures go
`);
  process.exit();
}

const widths = [1440, 820, 390] as const;
const looks = ['light', 'dark'] as const;

/** The addresses of the kinds of pages, by name. */
async function listPages(browser: Browser): Promise<Map<string, string>> {
  // Its own, so that a preview does not show on the other pages.
  const context = await browser.newContext();
  const { base, site, preview } = values;
  const pages = new Map(
    Object.entries({ front: '/', docs: '/docs', login: '/login' }).map(([name, path]) => [
      name,
      new URL(path, base).href,
    ]),
  );
  if (site !== undefined) {
    pages.set('site', site);
    for (const [name, path] of Object.entries({
      search: '~/search?q=page',
      nothing: '~/search?q=xyzzyq',
      missing: 'no-such-page',
    }))
      pages.set(name, new URL(path, site).href);
    const [section] = await linksIn(context, site, '.sections a:not([aria-current])');
    if (section !== undefined) pages.set('section', section);
  }
  for (const one of values.page) {
    const [name = '', ...url] = one.split('=');
    pages.set(name, url.join('='));
  }
  // The last ones, because all that follow are pages of the preview too.
  if (preview !== undefined) {
    pages.set('preview', preview);
    const [list] = await linksIn(context, preview, '.preview-bar a[href$="~/list"]');
    const [changed] = list === undefined ? [] : await linksIn(context, list, 'main a[href$="?diff"]');
    if (list !== undefined) pages.set('changes', list);
    if (changed !== undefined) pages.set('diff', changed);
  }
  await context.close();
  return pages;
}

const only = values.only?.split(',');
const isWanted = (name: string) => only === undefined || only.includes(name);

async function linksIn(context: BrowserContext, url: string, selector: string): Promise<string[]> {
  const page = await context.newPage();
  await page.goto(url);
  const links = await page.$$eval(selector, (found) => found.map((link) => (link as HTMLAnchorElement).href));
  await page.close();
  return links;
}

mkdirSync(values.folder, { recursive: true });
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
try {
  const pages = await listPages(browser);
  for (const width of widths)
    for (const colorScheme of looks) {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
      context.setDefaultTimeout(0);
      const page = await context.newPage();
      for (const [name, url] of pages) {
        // The preview lets the browser see the pages after it.
        if (isWanted(name) || name === 'preview') await page.goto(url);
        if (!isWanted(name)) continue;
        const file = join(values.folder, `${name}-${width}-${colorScheme}.png`);
        await page.screenshot({ path: file, fullPage: true });
        console.log(file);
      }
      await context.close();
    }
} finally {
  await browser.close();
}
