import { beforeAll, describe, expect, it } from 'vitest';
import { addressOf, enter, linksIn, readPublished } from '../proposals.ts';
import { aPlainSite, aSectionedSite, aSitesWorld, type SitesWorld } from '../published-sites.ts';
import { clock } from '../setup/clock.ts';
import { lookUp, readerOf, write } from '../visitors-world.ts';

let world: SitesWorld;

beforeAll(async () => {
  world = await aSitesWorld('bygone');
});

const dayMs = 86_400_000;

const dayOf = (time: Date) => time.toISOString().slice(0, 10);

/** A site whose guide was changed two days after it was written, with the days and the first revision. */
async function aChangedSite() {
  const site = await aPlainSite(world, { visibility: 'public' });
  const first = String((await world.owner.rest(`GET /v1/spaces/${site.spaceId}`)).body.revision);
  const start = clock.now();
  await clock.ahead(2 * dayMs, () =>
    write(world.owner, site.spaceId, [
      { operation: 'update_page', page: site.idOf('guide'), document: { markdown: 'Rewritten words' } },
      { operation: 'insert_page', title: 'Novelty', document: { markdown: 'News' } },
      { operation: 'delete_page', page: site.idOf('deep') },
    ]),
  );
  return { ...site, first, start };
}

describe('the past of a site', () => {
  it.each(['a day', 'a revision'])('is shown to a preview at %s, with links that stay there', async (kind) => {
    const site = await aChangedSite();
    await clock.ahead(3 * dayMs, async () => {
      const { cookie } = await enter(world, await addressOf(world, site.id));
      const path = kind === 'a day' ? `~/at/${dayOf(site.start)}` : `~/revisions/${site.first}`;
      const view = `${site.url}/${path}`;
      const page = await readPublished(world, `${view}/guide`, { cookie });
      expect([page.status, page.headers['cache-control'], page.headers['x-robots-tag']]).toEqual([
        200,
        'no-store',
        'noindex',
      ]);
      expect(page.body).toContain('A guide.');
      expect(page.body).toContain('This is the site as it was on');
      expect(page.body).not.toContain('Novelty');
      expect(linksIn(page.body)).toContain(`/${site.basename}/${path}/guide/deep`);
      expect((await readPublished(world, `${view}/guide/deep`, { cookie })).body).toContain('Deep text');
      expect((await readPublished(world, `${view}/novelty`, { cookie })).status).toBe(404);
      expect((await readPublished(world, `${view}/~/list`, { cookie })).status).toBe(404);
      expect((await readPublished(world, `${site.url}/guide`, { cookie })).body).toContain('Rewritten words');
      const search = async (words: string) => {
        const headers = { cookie, accept: 'application/json' };
        const { body } = await readPublished(world, `${view}/~/search?q=${words}`, headers);
        return (JSON.parse(String(typeof body === 'string' ? body : JSON.stringify(body))) as { results: unknown[] })
          .results.length;
      };
      expect(await Promise.all(['rewritten', 'news', 'deep', 'guide'].map(search))).toEqual([0, 0, 1, 1]);
    });
  });

  it('has the spaces that a site had then, and no day that has not begun or does not exist', async () => {
    const site = await aSectionedSite(world, { visibility: 'public' });
    const page = (title: string) => [{ operation: 'insert_page', title, document: { markdown: title } }];
    await write(world.owner, site.latest.spaceId, page('Early'));
    const { prisma } = world.server.platform.db;
    const ahead = new Date(clock.now().getTime() + dayMs);
    await prisma.revision.updateMany({ where: { spaceId: site.reference.spaceId }, data: { createdAt: ahead } });
    const today = dayOf(clock.now());
    await clock.ahead(2 * dayMs, async () => {
      const { cookie } = await enter(world, await addressOf(world, site.id));
      const statusOf = async (path: string) => (await readPublished(world, `${site.url}/${path}`, { cookie })).status;
      const shown = await readPublished(world, `${site.url}/~/at/${today}/`, { cookie });
      expect([shown.status, linksIn(shown.body).some((href) => href.includes('/api/'))]).toEqual([200, false]);
      expect(await statusOf(`api/~/at/${today}/`)).toBe(404);
      const later = dayOf(new Date(clock.now().getTime() + 2 * dayMs));
      for (const value of [later, '2020-01-01', '2026-02-30', '0000-01-01', '2026-1-1', 'today', '-1', '%00'])
        expect([value, await statusOf(`~/at/${value}/`)]).toEqual([value, 404]);
      for (const value of ['rev_none', site.id, '%00'])
        expect([value, await statusOf(`~/revisions/${value}/`)]).toEqual([value, 404]);
    });
  });

  it('is hidden from everybody else, and so are the revisions of other sites', async () => {
    const site = await aChangedSite();
    const other = await aChangedSite();
    const token = await site.tokenFor({ beta: true });
    const signed = await readPublished(world, `${site.url}/?jwt_token=${token}`);
    const cookie = String(signed.headers['set-cookie']).split(';')[0] ?? '';
    const nothing = await readPublished(world, 'https://bygone.sites.test/nothing/');
    for (const path of [`~/at/${dayOf(site.start)}/guide`, `~/revisions/${site.first}/guide`])
      for (const headers of [{ cookie: '' }, { cookie }]) {
        const { status, body } = await readPublished(world, `${site.url}/${path}`, headers);
        expect([status, body === nothing.body]).toEqual([404, true]);
      }
    const entered = await enter(world, await addressOf(world, site.id));
    expect((await readPublished(world, `${site.url}/~/revisions/${other.first}/`, entered)).status).toBe(404);
  });

  it('is resolved for renderers, which read its revision with the token', async () => {
    const site = await aChangedSite();
    await clock.ahead(4 * dayMs, async () => {
      const jwtToken = new URL(await addressOf(world, site.id)).searchParams.get('jwt_token') ?? '';
      const look = await lookUp(world.server, `${site.url}/~/at/${dayOf(site.start)}/guide`, { jwtToken });
      expect(look.body).toMatchObject({ space: site.spaceId, pathname: '/guide' });
      const { revision } = look.body;
      const path = `GET /v1/spaces/${site.spaceId}/revisions/${revision}/path/guide?format=markdown`;
      const read = readerOf(world.server, look.body.apiToken);
      expect((await read(path)).body.markdown).toContain('A guide.');
      const plain = await lookUp(world.server, site.url);
      expect((await readerOf(world.server, plain.body.apiToken)(path)).status).toBe(404);
    });
  });
});
