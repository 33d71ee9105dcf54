import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeBrowser, hasChromium, withPage } from '../browser.ts';
import { aPlainSite, aSitesWorld, type SitesWorld } from '../published-sites.ts';
import { maxOperations } from '../../src/text/content/edit-fields.ts';
import { inPieces } from '../../src/lib/in-pieces.ts';
import { hostileTexts } from '../../bench/hostile/grammar.ts';
import { findDangers, listViolations, watchDialogs } from '../hostile-pages.ts';
import { allOr } from '../setup/size.ts';
import { xssVectors } from '../text/imports-xss.ts';
import { write } from '../visitors-world.ts';

/** Each text in an item of a list, which ends what it leaves open. */
const listOf = (texts: readonly string[]) => texts.map((text) => `- ${text.replaceAll('\n', '\n  ')}`).join('\n');

/** Attacks that share a page. */
const vectorsPerPage = allOr(1, 30);

const blocks = readFileSync(new URL('../data/all-blocks.md', import.meta.url), 'utf8')
  // Nothing of another host, which the browser does not reach.
  .replaceAll(/https:\/\/[^\s)"]+\.(?:png|svg|jpg)/g, './shown');

let world: SitesWorld;
let site: Awaited<ReturnType<typeof aPlainSite>>;

beforeAll(async () => {
  world = await aSitesWorld('browsing');
  site = await aPlainSite(world, { visibility: 'public' });
  await write(world.owner, site.spaceId, [
    { operation: 'insert_page', title: 'All blocks', document: { markdown: `${blocks}\n\n## End\n\nThe end.` } },
    {
      operation: 'insert_page',
      title: 'Folded',
      document: {
        markdown:
          '{% tabs %}\n{% tab title="A" %}\nOf the first\n{% endtab %}\n\n{% tab title="B" %}\nOf the second\n{% endtab %}\n{% endtabs %}\n\n<details>\n\n<summary>More</summary>\n\nFolded words\n\n</details>\n\nSee [elsewhere](https://example.org/far).',
      },
    },
    {
      operation: 'insert_page',
      title: 'Code',
      document: { markdown: '## One\n\n```js\nconst a = 1;\n```\n\n## Two\n\nWords about zebras.' },
    },
  ]);
});

afterAll(() => closeBrowser());

// Screenshots are kept after the run.
const shot = (name: string) => ({ path: join(tmpdir(), 'octavo-pages', `${name}.png`) });

describe.skipIf(!hasChromium)('a page of a site in a browser', () => {
  it.each([
    [1_440, 'light'],
    [390, 'dark'],
  ] as const)(
    '%i pixels wide and %s, breaks no rule of its policy and does not scroll sideways',
    (width, colorScheme) =>
      withPage(
        `${site.url}/all-blocks`,
        async ({ page, complaints }) => {
          await page.getByText('The end.').waitFor();
          await page.screenshot(shot(`reader-${width}-${colorScheme}`));
          expect(complaints).toEqual([]);
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          expect(overflow).toBeLessThanOrEqual(0);
        },
        { app: world.server.app, colorScheme, viewport: { width, height: 900 } },
      ),
  );

  it('is complete without JavaScript: text, tree, search and menu', () =>
    withPage(
      `${site.url}/code`,
      async ({ page }) => {
        await page.getByText('Words about zebras.').waitFor();
        expect(await page.locator('.copy').count()).toBe(0);
        await page.getByRole('button', { name: 'Menu' }).click();
        await page.locator('.tree').getByRole('link', { name: 'Guide' }).click();
        await page.getByRole('heading', { name: 'Guide', level: 1 }).waitFor();
        await page.getByRole('searchbox').first().fill('zebras');
        await page.keyboard.press('Enter');
        await page.locator('.results').getByRole('link', { name: 'Code' }).click();
        await page.getByText('Words about zebras.').waitFor();
      },
      { app: world.server.app, javaScriptEnabled: false, viewport: { width: 390, height: 844 } },
    ));

  it('with JavaScript has a dialog for the search, marks what is read, and keeps the color scheme', () =>
    withPage(
      `${site.url}/code`,
      async ({ page, complaints }) => {
        await page.keyboard.press('/');
        await page.getByRole('combobox').fill('zebras');
        await page.getByRole('option', { name: 'Code' }).waitFor();
        await page.getByRole('combobox').fill('unicorns');
        await page.getByRole('status').getByText('Nothing contains').waitFor();
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Color theme' }).click();
        await page.reload();
        expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
        expect(await page.locator('.outline [aria-current]').count()).toBe(1);
        expect(complaints).toEqual([]);
      },
      { app: world.server.app },
    ));

  it('is printed without what surrounds its text, with what is folded and the addresses of links', () =>
    withPage(
      `${site.url}/folded`,
      async ({ page }) => {
        await page.emulateMedia({ media: 'print' });
        const visible = (selector: string) =>
          page.locator(selector).evaluateAll((found) => found.map((one) => one.checkVisibility()));
        expect(await visible('.top, .tree, .neighbours, .skip')).toEqual([false, false, false, false]);
        for (const words of ['Of the first', 'Of the second', 'Folded words']) {
          const isShown = await page.getByText(words).evaluate((found) => found.checkVisibility());
          expect([words, isShown]).toEqual([words, true]);
        }
        const shown = await page
          .getByRole('link', { name: 'elsewhere' })
          .evaluate((link) => getComputedStyle(link, '::after').content);
        expect(shown).toContain('https://example.org/far');
      },
      { app: world.server.app },
    ));

  it('in a language from right to left is mirrored, and its code is not', async () => {
    const arabic = await aPlainSite(world, { visibility: 'public' });
    await world.owner.rest(`PATCH /v1/spaces/${arabic.spaceId}`, { language: 'ar' });
    await write(world.owner, arabic.spaceId, [
      {
        operation: 'insert_page',
        title: 'دليل',
        slug: 'dalil',
        document: { markdown: 'نص\n\n```js\nconst a = 1;\n```' },
      },
    ]);
    for (const width of [1_440, 390])
      await withPage(
        `${arabic.url}/dalil`,
        async ({ page }) => {
          expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
          const left = async (selector: string) => (await page.locator(selector).boundingBox())?.x ?? Number.NaN;
          expect(await left('.brand')).toBeGreaterThan(await left('.bar .search'));
          if (width === 1_440) expect(await left('.tree')).toBeGreaterThan(await left('article'));
          expect(await page.locator('pre').evaluate((code) => getComputedStyle(code).direction)).toBe('ltr');
          expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
        },
        { app: world.server.app, viewport: { width, height: 900 } },
      );
  });

  it('of any text runs no script of it, has no handler and no address of a script, and breaks no rule of its policy', async () => {
    const small = hostileTexts().filter(({ bytes }) => bytes === 10_000);
    const constructs = small.filter((_, at) => at % Math.ceil(small.length / allOr(60, 3)) === 0);
    const texts = [
      ...Array.from({ length: Math.ceil(xssVectors.length / vectorsPerPage) }, (_, at) =>
        listOf(xssVectors.slice(at * vectorsPerPage, (at + 1) * vectorsPerPage)),
      ),
      ...constructs.map(({ text }) => text()),
    ];
    const hostile = await aPlainSite(world, { visibility: 'public' });
    const pages = texts.map((markdown, at) => ({
      operation: 'insert_page',
      title: `Hostile ${at}`,
      document: { markdown },
    }));
    for (const some of inPieces(pages, maxOperations)) await write(world.owner, hostile.spaceId, some);
    await withPage(
      `${hostile.url}/guide`,
      async ({ page, complaints }) => {
        const dialogs = watchDialogs(page);
        for (const at of texts.keys()) {
          const answer = await page.goto(`${hostile.url}/hostile-${at}`);
          const found = [answer?.status(), await findDangers(page), listViolations(complaints)];
          expect([texts[at]?.slice(0, 300), ...found]).toEqual([texts[at]?.slice(0, 300), 200, [], []]);
        }
        expect(dialogs).toEqual([]);
      },
      { app: world.server.app },
    );
  });
});
