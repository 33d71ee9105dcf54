import { beforeAll, describe, expect, it } from 'vitest';
import { readPublished } from '../proposals.ts';
import { aPlainSite, aSitesWorld, customize, type SitesWorld } from '../published-sites.ts';
import { write } from '../visitors-world.ts';

let world: SitesWorld;

beforeAll(async () => {
  world = await aSitesWorld('appearance');
});

/** A site with settings, and what reads its addresses. */
async function aCustomSite(settings: object, values: Parameters<typeof aPlainSite>[1] = { visibility: 'public' }) {
  const site = await aPlainSite(world, values);
  await customize(world, site.id, settings);
  const read = (path: string) => readPublished(world, new URL(path, `${site.url}/`).href);
  return { ...site, read, readText: async (path: string) => String((await read(path)).body) };
}

const elsewhere = { kind: 'url', url: 'https://example.com/' };

describe('`externalLinks.target`', () => {
  const links = {
    header: { links: [{ title: 'Head', to: elsewhere, links: [] }] },
    footer: { groups: [{ title: 'More', links: [{ title: 'Foot', to: elsewhere }] }] },
    announcement: { enabled: true, message: 'News', style: 'info', link: { title: 'Read', to: elsewhere } },
    privacyPolicy: { url: 'https://example.com/privacy' },
  };

  it.each([
    ['self', 0],
    ['blank', 6],
  ] as const)('%s: links of texts, tree, header, footer and announcement to other websites', async (target, opened) => {
    const site = await aCustomSite({ ...links, externalLinks: { target } });
    await write(world.owner, site.spaceId, [
      { operation: 'insert_page', title: 'Out', document: { markdown: '[Out](https://example.com/a) [In](guide.md)' } },
      { operation: 'insert_page', title: 'Away', type: 'link', target: elsewhere },
    ]);
    const page = await site.readText('out');
    const outer = [...page.matchAll(/<a[^>]* href="https:\/\/example\.com\/[^>]*>/g)].map(([tag]) => tag);
    expect(outer.length).toBe(6);
    expect(outer.filter((tag) => tag.includes(' target="_blank"') && tag.includes('noopener')).length).toBe(opened);
    expect(page.match(/ target="_blank"/g)?.length ?? 0).toBe(opened);
  });
});

describe('`favicon.emoji`', () => {
  it('is the icon of tabs, at an address of its own that may be kept for good', async () => {
    const { readText, read } = await aCustomSite({ favicon: { emoji: '🦊<' } });
    const [, href = ''] = /<link rel="icon" type="image\/svg\+xml" href="([^"]*)">/.exec(await readText('guide')) ?? [];
    const icon = await read(href);
    expect([icon.status, icon.headers['content-type'], icon.headers['cache-control']]).toEqual([
      200,
      'image/svg+xml; charset=utf-8',
      'public, max-age=31536000, immutable',
    ]);
    expect(icon.body).toContain('>🦊&lt;</text></svg>');
  });
});

describe('`pageActions.externalAI`', () => {
  const services = ['https://chatgpt.com/', 'https://claude.ai/'];
  const offered = (page: string) => services.filter((service) => page.includes(`<a href="${service}`));

  it('links to AI services that read the Markdown of the page, or else the page', async () => {
    const site = await aCustomSite({ pageActions: { externalAI: true } });
    const page = await site.readText('guide');
    expect(offered(page)).toEqual(services);
    expect(page).toContain(encodeURIComponent(`${site.url}/guide.md`));
    await customize(world, site.id, { pageActions: { markdown: false } });
    const without = await site.readText('guide');
    expect([without.includes('guide.md'), without.includes(encodeURIComponent(`${site.url}/guide`))]).toEqual([
      false,
      true,
    ]);
    await customize(world, site.id, { pageActions: { externalAI: false } });
    expect(offered(await site.readText('guide'))).toEqual([]);
  });

  it('links to none where agents may not read the site', async () => {
    const site = await aCustomSite({ pageActions: { externalAI: true } });
    await world.owner.rest(`PATCH /v1/orgs/${world.organizationId}/sites/${site.id}`, { agentsContext: 'excluded' });
    expect(offered(await site.readText('guide'))).toEqual([]);
  });
});

describe('`pdf`', () => {
  it('pages link to themselves as PDF, which the space can be had as, too', async () => {
    const { read, readText } = await aCustomSite({});
    const [, href = ''] = /<a href="([^"]*~\/pdf[^"]*)"/.exec(await readText('guide')) ?? [];
    for (const [path, name] of [
      [href, 'Guide.pdf'],
      ['~/pdf', 'main.pdf'],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, as they are made
      const { status, headers, body } = await read(path);
      expect([status, headers['content-type'], String(body).slice(0, 5)]).toEqual([200, 'application/pdf', '%PDF-']);
      expect(headers['content-disposition']).toContain(name);
    }
    expect((await read('~/pdf?page=pg_none')).status).toBe(404);
  });

  it('are neither linked nor made where the site does not want it', async () => {
    const { read, readText } = await aCustomSite({ pdf: { enabled: false } });
    expect(await readText('guide')).not.toContain('~/pdf');
    expect((await read('~/pdf')).status).toBe(404);
  });

  it('have what the visitor sees, and an address makes few of them', async () => {
    const site = await aCustomSite({});
    expect((await site.read(`~/pdf?page=${site.idOf('beta')}`)).status).toBe(404);
    const statuses = [];
    // oxlint-disable-next-line no-await-in-loop -- counted one after the other
    for (let turn = 0; turn < 12; turn += 1) statuses.push((await site.read('~/pdf')).status);
    expect(statuses.at(-1)).toBe(429);
  });
});
