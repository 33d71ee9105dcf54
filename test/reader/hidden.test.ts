import { beforeAll, describe, expect, it } from 'vitest';
import type { Reply } from '../harness.ts';
import { aPlainSite, aSectionedSite, aSitesWorld, type SitesWorld } from '../published-sites.ts';
import { signPreviewToken } from '../../src/domain/people/visitors/preview-token.ts';
import { clock } from '../setup/clock.ts';
import { write } from '../visitors-world.ts';

let world: SitesWorld;

beforeAll(async () => {
  world = await aSitesWorld('unseen');
  return clock.hold();
});

const read = (url: string, headers: Readonly<Record<string, string>> = {}): Promise<Reply> => {
  const { host, pathname, search } = new URL(url);
  return world.server.call(`GET ${pathname}${search}`, undefined, { headers: { host, ...headers } });
};

/** The cookie of a preview as a visitor with claims. */
async function preview(siteId: string, url: string, claims: Record<string, unknown> = {}): Promise<string> {
  const key = world.server.platform.services.siteTokenKey;
  const token = await signPreviewToken(key, { siteId, claims, now: clock.now() });
  const { headers } = await read(`${url}/?jwt_token=${token}`);
  return String(headers['set-cookie']).split(';')[0] ?? '';
}

const partsIn = (page: string) =>
  [...page.matchAll(/<li><span>(?:<a href="[^"]*">)?([^<]*)(?:<\/a>)?<\/span><code>([^<]*)<\/code>/g)].map(
    ([, title, condition]) => [title, condition],
  );

describe('the list of what a preview hides', () => {
  it('names each page and block with the condition that hides it, linked from the bar', async () => {
    const site = await aPlainSite(world, { visibility: 'public' });
    const cookie = await preview(site.id, site.url);
    const { status, headers, body } = await read(`${site.url}/~/hidden`, { cookie });
    expect([status, headers['cache-control'], headers['x-robots-tag']]).toEqual([200, 'no-store', 'noindex']);
    expect(partsIn(body)).toEqual([
      ['Beta', 'visitor.claims.beta'],
      ['Home', 'visitor.claims.beta'],
    ]);
    const page = await read(`${site.url}/guide`, { cookie });
    expect(page.body).toContain(`<a href="/${site.basename}/~/hidden">What is hidden</a>`);
    const seeing = await preview(site.id, site.url, { beta: true });
    expect((await read(`${site.url}/~/hidden`, { cookie: seeing })).body).toContain(
      'Nothing is hidden from this visitor.',
    );
  });

  it('says why a condition cannot be evaluated', async () => {
    const site = await aPlainSite(world, { visibility: 'public' });
    const document = { markdown: '{% if a and b %}A{% endif %}' };
    await write(world.owner, site.spaceId, [{ operation: 'update_page', page: site.idOf('home'), document }]);
    const { body } = await read(`${site.url}/~/hidden`, { cookie: await preview(site.id, site.url) });
    expect(body).toContain('<code>a and b</code><span class="quiet">Unexpected &quot;and&quot; at character 3</span>');
  });

  it('names each section and variant with its condition', async () => {
    const site = await aSectionedSite(world, { visibility: 'public' });
    const { prisma } = world.server.platform.db;
    const condition = 'visitor.claims.beta';
    await prisma.siteSection.update({ where: { id: site.api }, data: { condition } });
    await prisma.siteSpace.update({ where: { id: site.older.id }, data: { condition: '!(visitor.claims.beta == 0)' } });
    const cookie = await preview(site.id, site.url);
    const { body } = await read(`${site.url}/~/hidden`, { cookie });
    expect(partsIn(body)).toEqual([['Section api', 'visitor.claims.beta']]);
  });

  it('stands below a bar that says when the preview ends, for each of two previews', async () => {
    const site = await aPlainSite(world, { visibility: 'public' });
    const said = async () => {
      const cookie = await preview(site.id, site.url);
      const { body } = await read(`${site.url}/guide`, { cookie });
      return /as a preview until ([^,]*, \d{4} at [^,]* UTC), as it is shown/.exec(body)?.[1];
    };
    const format = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
    const end = () => `${format.format(new Date(clock.now().getTime() + 3_600_000))} UTC`;
    expect(await said()).toBe(end());
    await clock.ahead(120_000, async () => expect(await said()).toBe(end()));
  });

  it('is shown to no other visitor', async () => {
    const site = await aPlainSite(world, { visibility: 'public' });
    const answer = await read(`${site.url}/~/hidden`);
    expect(answer.status).toBe(404);
    expect(answer.body).not.toMatch(/beta/i);
  });
});
