import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listViolations } from '../accessibility.ts';
import { closeBrowser, hasChromium, openPage, type SharedPage } from '../browser.ts';
import { aSectionedSite, aSitesWorld, customize, type SitesWorld } from '../published-sites.ts';
import { write } from '../visitors-world.ts';

const blocks = readFileSync(new URL('../data/all-blocks.md', import.meta.url), 'utf8').replaceAll(
  /https:\/\/[^\s)"]+\.(?:png|svg|jpg)/g,
  './shown',
);

let world: SitesWorld;
let site: Awaited<ReturnType<typeof aSectionedSite>>;
let shared: SharedPage;

const to = { kind: 'url', url: 'https://example.com/' };

beforeAll(async () => {
  world = await aSitesWorld('looks');
  site = await aSectionedSite(world, { visibility: 'public', title: 'Zebra docs' });
  await write(world.owner, site.latest.spaceId, [
    { operation: 'insert_page', title: 'Welcome', icon: 'house', document: { markdown: '## One\n\nWords.' } },
    { operation: 'insert_page', title: 'All blocks', icon: 'star', document: { markdown: blocks } },
    { operation: 'insert_page', title: 'After', document: { markdown: 'Text' } },
  ]);
  await customize(world, site.id, {
    announcement: { enabled: true, message: 'A new version is out', style: 'info', link: { title: 'Read more', to } },
    header: {
      links: [
        { title: 'Guides', to, links: [] },
        { title: 'Start', to, style: 'button-primary', links: [] },
      ],
    },
  });
  shared = await openPage({ app: world.server.app });
});

afterAll(() => closeBrowser());

const yellow = { light: '#ffd400', dark: '#ffe14d' };
const green = { light: '#9be15d', dark: '#0b3d1e' };

const appearances: readonly (readonly [string, Readonly<Record<'styling' | 'header', object>>])[] = [
  ['clean', { styling: { theme: 'clean', font: 'Inter', monospaceFont: 'JetBrainsMono' }, header: {} }],
  [
    'muted',
    {
      styling: { theme: 'muted', sidebar: { background: 'filled' }, icons: 'duotone', search: 'prominent' },
      header: { preset: 'contrast' },
    },
  ],
  [
    'bold',
    {
      styling: { theme: 'bold', primaryColor: yellow, font: 'Merriweather', links: 'accent', icons: 'thin' },
      header: {},
    },
  ],
  [
    'gradient',
    { styling: { theme: 'gradient', tint: { color: green }, infoColor: yellow, dangerColor: green }, header: {} },
  ],
  [
    'custom',
    {
      styling: { sidebar: { list: 'line' }, icons: 'light', corners: 'circular' },
      header: { preset: 'custom', backgroundColor: green, linkColor: yellow },
    },
  ],
  ['none', { styling: { search: 'prominent' }, header: { preset: 'none' } }],
];

describe.skipIf(!hasChromium)('a site of many colors', () => {
  it.each(appearances)('%s can be read in both schemes, and loads nothing from elsewhere', async (_name, settings) => {
    await customize(world, site.id, settings);
    const { page, complaints, requests, clear } = shared;
    await clear();
    await page.goto(`${site.url}/all-blocks`);
    await page.locator('main h1').waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width: 1_440, height: 900 });
      expect(await listViolations(page), colorScheme).toEqual([]);
    }
    expect(complaints.filter((text) => /font|style|policy/i.test(text))).toEqual([]);
    expect(requests.filter((url) => !url.startsWith(world.base) && url.includes('font'))).toEqual([]);
    await customize(world, site.id, {
      styling: null,
      header: { preset: null, backgroundColor: null, linkColor: null },
    });
  });
});
