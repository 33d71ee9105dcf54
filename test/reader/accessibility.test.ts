import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listViolations } from '../accessibility.ts';
import { walkByKeys } from '../keyboard.ts';
import type { Page } from 'playwright-core';
import { closeBrowser, hasChromium, openPage, type SharedPage } from '../browser.ts';
import { aProcessedSpec } from '../openapi-specs.ts';
import { aPlainSite, aSectionedSite, askForFeedback, aSitesWorld, type SitesWorld } from '../published-sites.ts';
import { addressOf, enter, propose } from '../proposals.ts';
import { clock } from '../setup/clock.ts';
import { aTranslatedSpace, aTranslation } from '../translation-factories.ts';
import { aShareLink, aSite, aSiteSpace, write } from '../visitors-world.ts';
import { allOrOne } from '../setup/size.ts';

const blocks = readFileSync(new URL('../data/all-blocks.md', import.meta.url), 'utf8').replaceAll(
  /https:\/\/[^\s)"]+\.(?:png|svg|jpg)/g,
  './shown',
);

let world: SitesWorld;
/** Kinds of pages with their URLs, and the cookie of the preview. */
let urls: Readonly<Record<Kind, string>>;
let cookie: string;

const kinds = [
  'first',
  'blocks',
  'deep-start',
  'code',
  'operation',
  'results',
  'no-results',
  'missing',
  'sections',
  'shared',
  'preview',
  'hidden',
  'translated',
  'changed',
  'changes',
  'past',
] as const;
type Kind = (typeof kinds)[number];
/** Kinds that say neither times nor random names. */
const said = ['first', 'deep-start', 'code', 'results', 'no-results', 'missing', 'sections', 'translated'] as const;
const previewed: ReadonlySet<Kind> = new Set<Kind>(['preview', 'hidden', 'changed', 'changes', 'past']);

beforeAll(async () => {
  world = await aSitesWorld('seeing');
  const { server, owner, organizationId, base } = world;
  const { url, spaceId, id } = await aPlainSite(world, { visibility: 'public' });
  await aProcessedSpec(owner, organizationId, 'shown');
  const page = (title: string, markdown: string) => ({ operation: 'insert_page', title, document: { markdown } });
  const ids = await write(owner, spaceId, [
    { ...page('All blocks', blocks), ref: 'blocks' },
    page('Deep start', '## Second level\n\nText\n\n#### Fourth level\n\nText\n\n### Third level\n\nText'),
    page(
      'Operation',
      '## Pets\n\n{% openapi-operation spec="shown" path="/pets/{id}" method="put" %}\n[x](https://example.org)\n{% endopenapi-operation %}',
    ),
    { ...page('Passing', 'Gone soon'), ref: 'deep' },
    page('Code', '## One\n\n```js\nconst a = 1;\n```\n\n## Two\n\nWords about zebras.'),
  ]);
  const sectioned = await aSectionedSite(world, { visibility: 'public' });
  for (const part of [sectioned.latest, sectioned.older, sectioned.reference])
    await write(owner, part.spaceId, [page('Start', 'Text'), page('Second', 'Text')]);
  const shared = await aPlainSite(world, { visibility: 'share-link' });
  await askForFeedback(world, shared.id);
  const { key } = await aShareLink(server, shared.id);
  const settings = await aTranslation(server, organizationId);
  const translated = await aTranslatedSpace(server, organizationId, settings.id);
  await write(owner, translated.sourceId, [page('Welcome', '# First\n\nGood morning')]);
  await owner.rest(`POST /v1/orgs/${organizationId}/translations/${settings.id}/spaces/${translated.id}/update`);
  const spoken = await aSite(server, organizationId, { visibility: 'public' });
  const at = { siteId: spoken.id, organizationId };
  await aSiteSpace(server, at, { path: 'en', isDefault: true, spaceId: translated.sourceId });
  await aSiteSpace(server, at, { path: 'de', spaceId: translated.spaceId });
  const request = await propose(world, spaceId, [
    {
      operation: 'update_page',
      page: ids.get('blocks'),
      document: { markdown: blocks.replaceAll(/\b(?:the|a)\b/g, 'some') },
    },
    { operation: 'delete_page', page: ids.get('deep') },
  ]);
  ({ cookie } = await enter(world, await addressOf(world, id, { changeRequest: request.id })));
  const view = `${url}/~/changes/${request.number}`;
  urls = {
    first: `${url}/`,
    blocks: `${url}/all-blocks`,
    'deep-start': `${url}/deep-start`,
    code: `${url}/code`,
    operation: `${url}/operation`,
    results: `${url}/~/search?q=zebras`,
    'no-results': `${url}/~/search?q=unicorns`,
    missing: `${url}/guides/deep-thing`,
    sections: `${sectioned.url}/second`,
    shared: `${shared.url}/${key}/guide`,
    preview: `${url}/guide`,
    hidden: `${url}/~/hidden`,
    translated: `${base}/${spoken.basename}/de/`,
    changed: `${view}/all-blocks?diff`,
    changes: `${view}/~/list`,
    past: `${url}/~/at/${clock.now().toISOString().slice(0, 10)}/`,
  };
});

afterAll(() => closeBrowser());

/** Gives the page the cookie of the preview, where the kind of page is part of one. */
async function enterAs(page: Page, kind: Kind): Promise<void> {
  if (!previewed.has(kind)) return;
  const [name = '', value = ''] = cookie.split('=');
  await page.context().addCookies([{ name, value, url: urls.first, secure: true, httpOnly: true }]);
}

const looks = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [1_440, 390].map((width) => ({ colorScheme, width })),
);

describe.skipIf(!hasChromium)('each kind of page', () => {
  let shared: SharedPage;
  beforeAll(async () => {
    shared = await openPage({ app: world.server.app });
  });

  it.each(kinds)('%s breaks no rule of axe in each scheme, at each width', async (kind) => {
    const { page, complaints, clear } = shared;
    await clear();
    await enterAs(page, kind);
    await page.goto(urls[kind]);
    if (previewed.has(kind)) await page.locator('.preview-bar').waitFor();
    await page.locator(kind === 'operation' ? '.operation .route' : 'main h1').waitFor();
    for (const { colorScheme, width } of allOrOne(looks, kinds.indexOf(kind))) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      expect(await listViolations(page), `${colorScheme}, ${width} pixels`).toEqual([]);
    }
    if (previewed.has(kind)) expect(complaints).toEqual([]);
  });

  it.each(kinds)('%s is walked by Tab alone, forward and back, and each stop is seen', async (kind) => {
    const { page, clear } = shared;
    await clear();
    await enterAs(page, kind);
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
    for (const width of allOrOne([1_440, 390], kinds.indexOf(kind))) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(urls[kind]);
      await page.waitForLoadState('load');
      await page.waitForFunction(() => document.querySelectorAll('.tabs:not(:has(> [role=tablist]))').length === 0);
      const { forward, back } = await walkByKeys(page);
      const at = `${kind}, ${width} pixels`;
      expect(
        forward.filter(({ wrong }) => wrong !== null).map((stop) => [stop.words, stop.wrong]),
        at,
      ).toEqual([]);
      expect(
        back.filter(({ wrong }) => wrong !== null).map((stop) => [stop.words, stop.wrong]),
        at,
      ).toEqual([]);
      expect(
        back.map(({ words, at: place }) => [place, words]),
        at,
      ).toEqual(forward.map(({ words, at: place }) => [place, words]));
      const main = await page.locator('main').locator('a:visible, button:visible').count();
      expect(forward.length, at).toBeGreaterThan(main);
    }
  });

  // A change of what screen readers say is seen where these files change.
  it.each(said)('%s is said by screen readers as its file in test/data/aria has it', async (kind) => {
    const { page, clear } = shared;
    await clear();
    await page.setViewportSize({ width: 1_440, height: 900 });
    await page.goto(urls[kind]);
    await page.waitForLoadState('load');
    await page.waitForFunction(() => document.querySelector('figure.code:not(:has(.copies))') === null);
    const tree = await page.locator('body').ariaSnapshot();
    const steady = tree
      .replaceAll(/time: [^\n]*/g, 'time: …')
      .replaceAll(/pg_[\w-]+/g, 'pg_…')
      .replaceAll(/\/docs\d+\//g, '/docs/');
    await expect(`${steady}\n`).toMatchFileSnapshot(`../data/aria/${kind}.yml`);
  });
});
