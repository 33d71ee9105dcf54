import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { closeBrowser, hasChromium, withPage } from '../browser.ts';
import { aPlainSite, aSectionedSite, askForFeedback, aSitesWorld, type SitesWorld } from '../published-sites.ts';
import { write } from '../visitors-world.ts';

/** An image of 800 × 500 pixels: only the first of them has a color. */
const image = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
image.writeUInt16LE(800, 6);
image.writeUInt16LE(500, 8);

const prose = 'Words that fill a line and the beginning of another one, as they do in texts. '.repeat(4);
const texts = {
  images: `![One](./shown)\n\n${prose}\n\n<figure><img src="./shown" alt="Two" width="375"><figcaption>A caption</figcaption></figure>\n\n${prose}\n\n<div><figure><img src="./shown" alt="Left"></figure> <figure><img src="./shown" alt="Right"></figure></div>\n\n${prose} ![In a line](./shown) ${prose}`,
  code: `## One\n\n\`\`\`js title="a.js"\nconst a = 1;\n\`\`\`\n\n${prose}\n\n## Two\n\n\`\`\`\nplain\n\`\`\`\n\n${prose}`,
  tabs: `{% tabs %}\n{% tab title="First" %}\n${prose}\n{% endtab %}\n\n{% tab title="Second" %}\n\`\`\`sh\nls\n\`\`\`\n{% endtab %}\n{% endtabs %}\n\n${prose}\n\n<details>\n\n<summary>More</summary>\n\n${prose}\n\n</details>\n\n${prose}`,
  tables: `| Name | Value | What it does |\n| - | -: | - |\n| \`a_long_name_of_a_setting\` | 1,000 | ${prose} |\n| b | 2 | ${prose} |\n\n{% hint style="warning" %}\n${prose}\n{% endhint %}\n\n$$\na^2 + b^2 = c^2\n$$\n\n${prose}`,
} as const;

const kinds = [...Object.keys(texts), 'sections', 'results', 'dialog'] as readonly (
  | keyof typeof texts
  | 'sections'
  | 'results'
  | 'dialog'
)[];

let world: SitesWorld;
let urls: Readonly<Record<(typeof kinds)[number], string>>;

beforeAll(async () => {
  world = await aSitesWorld('still');
  const { owner } = world;
  const site = await aPlainSite(world, { visibility: 'public' });
  await askForFeedback(world, site.id);
  const files = await write(owner, site.spaceId, [
    { operation: 'insert_files', files: [{ name: 'b.gif', ref: 'image', base64: image.toString('base64') }] },
  ]);
  await write(
    owner,
    site.spaceId,
    Object.entries(texts).map(([title, markdown]) => ({
      operation: 'insert_page',
      title,
      document: { markdown: markdown.replaceAll('./shown', `/files/${files.get('image')}`) },
    })),
  );
  const sectioned = await aSectionedSite(world, { visibility: 'public' });
  await write(owner, sectioned.latest.spaceId, [
    { operation: 'insert_page', title: 'Start', document: { markdown: prose } },
  ]);
  const of = (name: string) => `${site.url}/${name}`;
  urls = {
    images: of('images'),
    code: of('code'),
    tabs: of('tabs'),
    tables: of('tables'),
    sections: `${sectioned.url}/`,
    results: of('~/search?q=words'),
    dialog: of('code'),
  };
});

afterAll(() => closeBrowser());

/** Opens a page whose script and images come only after it is painted, and returns what has moved since. */
async function listShifts(page: Page, kind: (typeof kinds)[number]): Promise<string[]> {
  let release = () => {};
  const painted = new Promise<void>((resolve) => (release = resolve));
  await page.context().route(/\/~\/(?:files\/|assets\/\w+\.[0-9a-f]+\.js)/, async (route) => {
    await painted;
    await route.fallback();
  });
  // Some browsers paint before the script has run, as all do with one that is late.
  await page.context().route(urls[kind], async (route) => {
    const { host, pathname, search } = new URL(urls[kind]);
    const answer = await world.server.app.inject({ url: `${pathname}${search}`, headers: { host } });
    const contentType = String(answer.headers['content-type']);
    await route.fulfill({ contentType, body: answer.body.replace(' blocking="render"', '') });
  });
  await page.addInitScript(() => {
    const shifts: string[] = [];
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    const add = (entries: readonly object[]) => {
      for (const entry of entries as readonly { value: number; sources: readonly { node: Node | null }[] }[]) {
        const moved = entry.sources.map(({ node }) => (node instanceof Element ? node.outerHTML : node?.textContent));
        shifts.push(`${entry.value.toFixed(4)}: ${moved.map((html) => html?.slice(0, 80)).join(' | ')}`);
      }
    };
    observer.observe({ type: 'layout-shift', buffered: true });
    Object.assign(globalThis, { takeShifts: () => (add(observer.takeRecords()), shifts) });
  });
  const frames = () =>
    page.evaluate(async () => {
      for (let frame = 0; frame < 4; frame += 1)
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    });
  await page.goto(urls[kind], { waitUntil: 'commit' });
  await page.locator('main h1').waitFor();
  await frames();
  release();
  await page.waitForLoadState('load');
  if (kind === 'dialog') {
    await page.keyboard.press('/');
    await page.getByRole('combobox').fill('words');
    await page.getByRole('option').first().waitFor();
  }
  // Images below the window are loaded when they are near.
  await page.evaluate(async () => {
    for (const one of document.images) {
      one.scrollIntoView();
      await one.decode();
    }
  });
  await frames();
  return page.evaluate<string[]>('takeShifts()');
}

describe.skipIf(!hasChromium)('nothing moves once it is shown', () => {
  it.each(kinds)('%s', async (kind) => {
    for (const width of [1_440, 390])
      await withPage(
        'about:blank',
        async ({ page }) => {
          const shifts = await listShifts(page, kind);
          if (kind === 'images') expect(await page.locator('main img').count()).toBe(5);
          expect(shifts, `${width} pixels`).toEqual([]);
        },
        { app: world.server.app, viewport: { width, height: 900 } },
      );
  });
});
