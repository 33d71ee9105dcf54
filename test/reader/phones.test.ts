import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { closeBrowser, hasChromium, withPage } from '../browser.ts';
import { aPlainSite, aSitesWorld, customize, type SitesWorld } from '../published-sites.ts';
import { pixel, write } from '../visitors-world.ts';

/** An image of 800 × 500 pixels: only the first of them has a color. */
const image = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
image.writeUInt16LE(800, 6);
image.writeUInt16LE(500, 8);

let world: SitesWorld;
let site: Awaited<ReturnType<typeof aPlainSite>>;

beforeAll(async () => {
  world = await aSitesWorld('phones');
  site = await aPlainSite(world, { visibility: 'public' });
  const page = (title: string, markdown: string, more: object = {}) => ({
    operation: 'insert_page',
    title,
    document: { markdown },
    ...more,
  });
  const files = await write(world.owner, site.spaceId, [
    {
      operation: 'insert_files',
      files: [
        { name: 'day.png', ref: 'day', base64: pixel },
        { name: 'night.gif', ref: 'night', base64: image.toString('base64') },
      ],
    },
  ]);
  const [day, night] = [files.get('day'), files.get('night')];
  const sections = ['Deploy', 'Observe', 'Update'].map((name) => `## ${name}\n\n### ${name} more\n\nText`).join('\n\n');
  await write(world.owner, site.spaceId, [
    page('Install', `# Installation of the **server**\n\nWords\n\n${sections}`),
    page('Chapters', `# Part one\n\n${sections}`),
    page('Low', '### Third\n\nText\n\n### Another\n\nText'),
    page(
      'Images',
      `<picture><source srcset="/files/${night}" media="(prefers-color-scheme: dark)"><img src="/files/${day}" alt="Day"></picture>`,
      { cover: { ref: { kind: 'file', file: night } } },
    ),
    page(
      'Long',
      Array.from({ length: 60 }, (_none, n) => `## Part ${n}\n\n${'Words. '.repeat(40)}[there](#part-1)`).join('\n\n'),
    ),
    page('Bare', 'Text', { layout: { tableOfContents: false } }),
  ]);
  await customize(world, site.id, {
    header: {
      links: [
        { title: 'Elsewhere', to: { kind: 'url', url: 'https://example.org/' }, links: [] },
        {
          title: 'More',
          to: null,
          links: [{ title: 'Inside', to: { kind: 'url', url: 'https://example.org/inside' } }],
        },
      ],
    },
  });
});

afterAll(() => closeBrowser());

const look = (path: string, width: number, use: (page: Page) => Promise<unknown>, options: object = {}) =>
  withPage(
    `${site.url}${path}`,
    async ({ page, complaints }) => {
      await page.locator('main h1').waitFor();
      await use(page);
      expect(complaints).toEqual([]);
    },
    { app: world.server.app, viewport: { width, height: 900 }, ...options },
  );

const visibleTexts = (page: Page, selector: string) =>
  page
    .locator(selector)
    .evaluateAll((found) => found.filter((one) => one.checkVisibility()).map((one) => one.textContent));

describe.skipIf(!hasChromium)('the list of headings', () => {
  it('stands above the text, closed, where there is no room beside it', async () => {
    const names = ['Part one', 'Deploy', 'Deploy more', 'Observe', 'Observe more', 'Update', 'Update more'];
    await look('/chapters', 1_440, async (page) => {
      expect(await visibleTexts(page, '.outline a')).toEqual(names);
      expect(await visibleTexts(page, '.outline-above')).toEqual([]);
    });
    for (const width of [1_200, 390])
      await look('/chapters', width, async (page) => {
        expect(await visibleTexts(page, ':is(.outline, .outline-above) a')).toEqual([]);
        await page.getByText('On this page').locator('visible=true').click();
        expect(await visibleTexts(page, ':is(.outline, .outline-above) a')).toEqual(names);
        await page.locator('.outline-above').getByRole('link', { name: 'Observe', exact: true }).click();
        await expect.poll(() => new URL(page.url()).hash).toBe('#observe');
      });
  });

  it('has two levels from the one with which the text begins, without a heading that is the title', async () => {
    await look('/install', 1_440, async (page) => {
      expect(await visibleTexts(page, 'h1')).toEqual(['Installation of the server']);
      expect(await page.getByText('Installation of the server').count()).toBe(1);
      const names = ['Deploy', 'Deploy more', 'Observe', 'Observe more', 'Update', 'Update more'];
      expect(await visibleTexts(page, '.outline a')).toEqual(names);
    });
    await look('/low', 1_440, async (page) => {
      expect(await visibleTexts(page, '.outline a')).toEqual(['Third', 'Another']);
    });
  });
});

describe.skipIf(!hasChromium)('the menu of a narrow window', () => {
  it.each(['/install', '/bare'])('has the links of the header and the tree, on %s', (path) =>
    look(path, 390, async (page) => {
      await page.getByRole('button', { name: 'Menu' }).click();
      const menu = page.getByRole('navigation', { name: 'Contents' });
      for (const name of ['Elsewhere', 'Inside', 'Guide'])
        await menu.getByRole('link', { name, exact: true }).waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    }),
  );
});

describe.skipIf(!hasChromium)('a long page on a phone', () => {
  const phone = { isMobile: true, hasTouch: true };
  const skipped = (page: Page) =>
    page
      .locator('.text > p > a')
      .evaluateAll((all) => all.filter((one) => !one.checkVisibility({ contentVisibilityAuto: true })).length);

  it('lays out what is looked at, and no more', async () => {
    await look('/long', 390, async (page) => expect(await skipped(page)).toBeGreaterThan(30), phone);
    await look('/long', 390, async (page) => expect(await skipped(page)).toBe(0));
  });

  it('leads to a heading far below, and shows it', () =>
    look(
      '/long#part-50',
      390,
      async (page) => {
        const place = () => page.locator('#part-50').evaluate((one) => Math.round(one.getBoundingClientRect().top));
        await expect.poll(async () => (await place()) > 0 && (await place()) < 450).toBe(true);
        expect(await page.getByRole('heading', { name: 'Part 59' }).count()).toBe(1);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      },
      phone,
    ));
});

describe.skipIf(!hasChromium)('images', () => {
  it('follow the scheme that is chosen, but on paper, which is light', () =>
    look('/images', 1_440, async (page) => {
      const shown = () => page.getByAltText('Day').evaluate((one: HTMLImageElement) => one.currentSrc);
      const ink = () => page.evaluate(() => getComputedStyle(document.documentElement).color);
      expect(await shown()).toContain('day.png');
      const dark = await ink();
      await page.getByRole('button', { name: 'Color theme' }).click();
      await expect.poll(shown).toContain('night.gif');
      expect(await ink()).not.toBe(dark);
      await page.reload();
      await expect.poll(shown).toContain('night.gif');
      await page.emulateMedia({ media: 'print' });
      await expect.poll(shown).toContain('day.png');
      expect(await ink()).toBe(dark);
    }));

  it('have their size before they are loaded, covers too', () =>
    look('/images', 1_440, async (page) => {
      const cover = page.locator('img.cover');
      expect(await cover.evaluate((one) => [one.getAttribute('width'), one.getAttribute('height')])).toEqual([
        '800',
        '500',
      ]);
      const head = await page.locator('meta[property="og:image"]').getAttribute('content');
      expect(head).toBe(new URL((await cover.getAttribute('src')) ?? '', site.url).href);
    }));
});
