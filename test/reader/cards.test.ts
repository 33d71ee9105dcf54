import { imageSize } from 'image-size';
import { beforeAll, describe, expect, it } from 'vitest';
import { aPlainSite, aSitesWorld, customize, type SitesWorld } from '../published-sites.ts';
import { write } from '../visitors-world.ts';

let world: SitesWorld;

beforeAll(async () => {
  world = await aSitesWorld('cards');
});

type Site = Awaited<ReturnType<typeof aPlainSite>>;

const load = (url: string) => {
  const { host, pathname } = new URL(url);
  return world.server.app.inject({ url: pathname, headers: { host } });
};

/** Address of the picture that a page names for cards; undefined for none. */
async function cardOf({ url }: Pick<Site, 'url'>, path = '/guide'): Promise<string | undefined> {
  const { body } = await load(`${url}${path}`);
  return /<meta property="og:image" content="([^"]*)">/.exec(body)?.[1];
}

const setTitle = (site: Site, title: string) =>
  write(world.owner, site.spaceId, [{ operation: 'update_page', page: site.idOf('guide'), title }]);

describe('the picture of a page without one of its own', () => {
  it('is drawn in the size of cards, and may be kept for good', async () => {
    const site = await aPlainSite(world, { visibility: 'public' });
    await setTitle(site, 'Guide العربية 文档 🚀');
    const address = await cardOf(site);
    const { statusCode, headers, rawPayload } = await load(address ?? '');
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/png']);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(imageSize(rawPayload)).toMatchObject({ width: 1_200, height: 630, type: 'png' });
  });

  it('has another address once it says something else, and its earlier one may not be kept', async () => {
    const site = await aPlainSite(world, { visibility: 'unlisted' });
    const before = await cardOf(site);
    await setTitle(site, 'Another title');
    const after = await cardOf(site);
    expect(after).not.toBe(before);
    const [old, now] = [await load(before ?? ''), await load(after ?? '')];
    expect(old.headers['cache-control']).toBe('no-cache');
    expect(old.rawPayload.equals(now.rawPayload)).toBe(true);
    await customize(world, site.id, { styling: { primaryColor: { light: '#AA0000', dark: '#AA0000' } } });
    expect(await cardOf(site)).not.toBe(after);
  });

  it('is that of the site where it has one', async () => {
    const site = await aPlainSite(world, { visibility: 'public' });
    const drawn = await cardOf(site);
    await customize(world, site.id, { socialPreview: { url: 'https://example.org/card.png' } });
    expect(await cardOf(site)).toBe('https://example.org/card.png');
    expect((await load(drawn ?? '')).statusCode).toBe(404);
  });

  it('is drawn for no site that not everybody may read, and for no page that is not there', async () => {
    const site = await aPlainSite(world, { visibility: 'public' });
    const known = (await cardOf(site)) ?? '';
    expect((await load(known.replace(/cards\/\w+/, 'cards/unknown'))).statusCode).toBe(404);
    expect((await load(known.replace('.png', ''))).statusCode).toBe(404);
    const shared = await aPlainSite(world, { visibility: 'share-link' });
    expect(await cardOf(shared)).toBeUndefined();
  });
});
