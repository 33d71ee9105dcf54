import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeBrowser, hasChromium, withPage } from '../browser.ts';
import { readPublished } from '../proposals.ts';
import { aPlainSite, aSitesWorld, customize, type SitesWorld } from '../published-sites.ts';
import { write } from '../visitors-world.ts';

const video = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
const player = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ';
const markdown = `{% embed url="${video}" %}\nHow it works\n{% endembed %}\n\n{% embed url="https://maps.example.org/town" %}`;

let world: SitesWorld;
let site: Awaited<ReturnType<typeof aPlainSite>>;

beforeAll(async () => {
  world = await aSitesWorld('embedding');
  site = await aPlainSite(world, { visibility: 'public' });
  await write(world.owner, site.spaceId, [
    { operation: 'insert_page', title: 'Embeds', document: { markdown } },
    { operation: 'insert_reusable_content', title: 'Shared', document: { markdown: `{% embed url="${video}" %}` } },
    { operation: 'insert_page', title: 'Including', document: { markdown: '{% include "shared.md" %}' } },
  ]);
});

afterAll(() => closeBrowser());

const read = async (path = '/embeds') => {
  const { headers, body } = await readPublished(world, `${site.url}${path}`);
  return { policy: String(headers['content-security-policy']), body: String(body) };
};

it('an embed of a known provider is a picture with a button, and every other one a card with its host', async () => {
  for (const path of ['/embeds', '/including']) {
    const { policy, body } = await read(path);
    expect(body).toContain(`<div class="frame-box video" data-frame="${player}"`);
    expect(body).not.toContain('<iframe');
    expect(policy).toContain('frame-src https://www.youtube-nocookie.com;');
    expect(policy).not.toContain('frame-src https://www.youtube-nocookie.com https:');
  }
  const { body } = await read();
  expect(body).toContain(
    '<a class="card" href="https://maps.example.org/town" rel="noopener"><span class="card-title">maps.example.org/town',
  );
  const guide = await read('/guide');
  expect([guide.policy.includes('frame-src'), guide.body.includes('embeds.')]).toEqual([false, false]);
});

it('a site says which hosts it allows, and none', async () => {
  await customize(world, site.id, { embeds: { hosts: ['maps.example.org'] } });
  const own = await read();
  expect(own.body.match(/data-frame="[^"]*"/g)).toEqual(['data-frame="https://maps.example.org/town"']);
  expect(own.policy).toContain('frame-src https://maps.example.org;');
  await customize(world, site.id, { embeds: { hosts: [] } });
  const none = await read();
  expect([none.body.includes('data-frame'), none.policy.includes('frame-src')]).toEqual([false, false]);
  const at = `/v1/orgs/${world.organizationId}/sites/${site.id}/customization`;
  for (const host of ['https://example.org', 'example.org; script-src *', '*', 'localhost', 'EXAMPLE.org']) {
    const { status } = await world.owner.rest(`PATCH ${at}`, { embeds: { hosts: [host] } });
    expect([host, status]).toEqual([host, 400]);
  }
  await customize(world, site.id, { embeds: null });
  expect((await read()).body).toContain('data-frame');
});

describe.skipIf(!hasChromium)('an embed in a browser', () => {
  it.each([
    [1_280, 'light'],
    [768, 'dark'],
    [390, 'light'],
  ] as const)('%i pixels wide and %s, asks nobody before its button is used', (width, colorScheme) =>
    withPage(
      `${site.url}/embeds`,
      async ({ page, complaints, requests }) => {
        await page.getByRole('button', { name: 'Show content of YouTube' }).waitFor();
        await page.screenshot({ path: `/tmp/octavo-pages/embeds-${width}-${colorScheme}.png` });
        expect(complaints).toEqual([]);
        expect(requests.filter((url) => !url.startsWith(new URL(site.url).origin))).toEqual([]);
        const asked = page.waitForRequest((request) => request.url() === player);
        await page.getByRole('button', { name: 'Show content of YouTube' }).click();
        await asked;
        expect(await page.locator('iframe').getAttribute('title')).toContain('youtube.com');
      },
      { app: world.server.app, colorScheme, viewport: { width, height: 900 } },
    ),
  );
});
