import { beforeAll, describe, expect, it } from 'vitest';
import { aMember } from '../factories.ts';
import type { Caller } from '../harness.ts';
import { addressOf, aProposal, enter, linksIn, previewPath, propose, readPublished } from '../proposals.ts';
import { aPlainSite, aSectionedSite, aSitesWorld, type SitesWorld } from '../published-sites.ts';
import { clock } from '../setup/clock.ts';
import { lookUp, readerOf, write } from '../visitors-world.ts';

let world: SitesWorld;
let owner: Caller;

beforeAll(async () => {
  world = await aSitesWorld('proposed');
  ({ owner } = world);
});

describe('the preview of a change request', () => {
  it('opens the site with its content, with links that stay inside, and is kept and indexed by nobody', async () => {
    const { address, view, url, basename, request } = await aProposal(world);
    const { cookie, url: first } = await enter(world, address);
    expect(first).toBe(`${view}/`);
    const page = await readPublished(world, `${view}/guide`, { cookie });
    expect([page.status, page.headers['cache-control'], page.headers['x-robots-tag']]).toEqual([
      200,
      'no-store',
      'noindex',
    ]);
    expect(page.body).toContain('A better guide.');
    expect(page.body).toContain('Brand new');
    expect(page.body).toContain(`change request #${request.number} Better words`);
    const { body: asked } = await owner.rest(`GET ${request.at}`);
    expect(linksIn(page.body)).toContain(asked.urls.app);
    expect(page.body).toContain('<meta name="robots" content="noindex">');
    const inside = linksIn(page.body).filter(
      (href) => href.startsWith(`/${basename}/`) && !href.includes('/~/assets/'),
    );
    expect(inside.filter((href) => !href.startsWith(`/${basename}/~/changes/${request.number}/`))).toEqual([]);
    expect((await readPublished(world, `${view}/brand-new`, { cookie })).body).toContain('Unheard words');
    expect((await readPublished(world, `${view}/guide/deep`, { cookie })).status).toBe(404);
    expect((await readPublished(world, `${url}/guide`, { cookie })).body).toContain('A guide.');
  });

  it('shows it at every address of the space', async () => {
    const { address, view, idOf } = await aProposal(world);
    const { cookie } = await enter(world, address);
    const bodies = await Promise.all(
      ['guide.md', 'llms.txt', 'llms-full.txt', 'sitemap.xml', '~/updates.atom'].map(async (name) => {
        const { status, headers, body } = await readPublished(world, `${view}/${name}`, { cookie });
        return [name, status, headers['cache-control'], String(body)] as const;
      }),
    );
    expect(bodies.map(([name, status, kept]) => [name, status, kept])).toEqual(
      bodies.map(([name]) => [name, 200, 'no-store']),
    );
    expect(bodies.filter(([name, , , body]) => name !== 'guide.md' && !/brand-new|Unheard words/.test(body))).toEqual(
      [],
    );
    const moved = await readPublished(world, `${view}/~/pages/${idOf('guide')}`, { cookie });
    expect(moved.headers['location']).toBe(`${view}/guide`);
    const file = await readPublished(world, `${view}/~/files/${idOf('shown')}/a.png`, { cookie });
    expect([file.status, file.headers['cache-control']]).toEqual([200, 'no-store']);
  });

  it('finds its words by a search, and none that it removes', async () => {
    const { address, view } = await aProposal(world);
    const { cookie } = await enter(world, address);
    const find = async (words: string) => {
      const answer = await readPublished(world, `${view}/~/search?q=${words}`, { cookie, accept: 'application/json' });
      const { results } = (typeof answer.body === 'string' ? JSON.parse(answer.body) : answer.body) as {
        results: { title: string; href: string }[];
      };
      return results.map(({ title, href }) => [title, new URL(href, view).href.split('#')[0]]);
    };
    expect(await find('unheard')).toEqual([['Brand new', `${view}/brand-new`]]);
    expect(await find('better')).toEqual([['Guide', `${view}/guide`]]);
    expect(await find('deep')).toEqual([]);
  });

  it('is 404 with the same bytes for everybody else, by whatever route', async () => {
    const { view, site, other, url } = await (async () => {
      const proposal = await aProposal(world);
      return { ...proposal, site: proposal, other: await aProposal(world) };
    })();
    const plain = await owner.rest(`GET ${previewPath(world, site.id)}?claims={}`);
    const asVisitor = await enter(world, plain.body.url);
    const elsewhere = await enter(world, other.address);
    const signed = await readPublished(world, `${url}/?jwt_token=${await site.tokenFor({ beta: true })}`);
    const cookies = ['', asVisitor.cookie, elsewhere.cookie, String(signed.headers['set-cookie']).split(';')[0] ?? ''];
    const unknown = await readPublished(world, 'https://proposed.sites.test/nothing/');
    const paths = [
      '/',
      '/guide',
      '/guide.md',
      '/~/list',
      '/~/search?q=guide',
      '/llms.txt',
      `/~/files/${site.idOf('shown')}`,
    ];
    for (const cookie of cookies)
      for (const path of paths) {
        const { status, body } = await readPublished(world, `${view}${path}`, { cookie });
        expect([path, cookie, status, body === unknown.body]).toEqual([path, cookie, 404, true]);
      }
    const { cookie } = await enter(world, site.address);
    const wrong = await readPublished(world, `${url}/~/changes/${site.request.number + 1}/guide`, { cookie });
    expect([wrong.status, wrong.body === unknown.body]).toEqual([404, true]);
    expect((await readPublished(world, `${url}/guide/~/changes/${site.request.number}/`, { cookie })).status).toBe(404);
  });

  it('leads to the page once it is merged, and is gone when it is archived', async () => {
    const merged = await aProposal(world);
    const { cookie } = await enter(world, merged.address);
    expect((await owner.rest(`POST ${merged.request.at}/merge`)).status).toBe(200);
    const moved = await readPublished(world, `${merged.view}/brand-new`, { cookie });
    expect([moved.status, moved.headers['location']]).toEqual([302, `${merged.url}/brand-new`]);
    expect((await readPublished(world, `${merged.url}/brand-new`)).body).toContain('Unheard words');

    const archived = await aProposal(world);
    const kept = await enter(world, archived.address);
    expect((await readPublished(world, `${archived.view}/guide`, kept)).status).toBe(200);
    await owner.rest(`PATCH ${archived.request.at}`, { status: 'archived' });
    expect((await readPublished(world, `${archived.view}/guide`, kept)).status).toBe(404);
    await owner.rest(`PATCH ${archived.request.at}`, { status: 'open' });
    expect((await readPublished(world, `${archived.view}/guide`, kept)).status).toBe(200);
    await clock.ahead(3_601_000, async () =>
      expect((await readPublished(world, `${archived.view}/guide`, kept)).status).toBe(404),
    );
  });

  it('hides from its visitor what conditions hide', async () => {
    const site = await aPlainSite(world, { visibility: 'public' });
    const request = await propose(world, site.spaceId, [
      {
        operation: 'insert_page',
        title: 'Unseen',
        condition: 'visitor.claims.beta',
        document: { markdown: 'Secret words' },
      },
      {
        operation: 'update_page',
        page: site.idOf('guide'),
        document: { markdown: '{% if visitor.claims.beta %}\nSecret block\n{% endif %}\n\nOpen words' },
      },
    ]);
    const view = `${site.url}/~/changes/${request.number}`;
    const as = async (claims: object) => {
      const { cookie } = await enter(world, await addressOf(world, site.id, { changeRequest: request.id, claims }));
      const statuses = await Promise.all(
        ['/unseen', '/guide', '/llms-full.txt'].map(async (path) => readPublished(world, `${view}${path}`, { cookie })),
      );
      return statuses.map(({ status, body }) => [status, /Secret/.test(String(body))]);
    };
    expect(await as({})).toEqual([
      [404, false],
      [200, false],
      [200, false],
    ]);
    expect(await as({ beta: true })).toEqual([
      [200, true],
      [200, true],
      [200, true],
    ]);
  });

  it('shows the other spaces of the site as they are, and leads back into it', async () => {
    const site = await aSectionedSite(world, { visibility: 'public' });
    await write(owner, site.latest.spaceId, [
      { operation: 'insert_page', title: 'Old', document: { markdown: 'Old' } },
    ]);
    await write(owner, site.reference.spaceId, [
      { operation: 'insert_page', title: 'Calls', document: { markdown: 'Calls to make' } },
    ]);
    const request = await propose(world, site.latest.spaceId, [
      { operation: 'insert_page', title: 'Added', document: { markdown: 'Added' } },
    ]);
    const { cookie } = await enter(world, await addressOf(world, site.id, { changeRequest: request.id }));
    const view = `~/changes/${request.number}/`;
    const { status, body } = await readPublished(world, `${site.url}/api/${view}`, { cookie });
    expect([status, String(body).includes('Calls to make')]).toEqual([200, true]);
    expect(linksIn(body)).toContain(`/${site.basename}/${view}`);
    expect((await readPublished(world, `${site.url}/${view}added`, { cookie })).status).toBe(200);
    expect((await readPublished(world, `${site.url}/v1/${view}`, { cookie })).status).toBe(404);
  });
});

describe('GET …/publishing/preview with a change request', () => {
  it('refuses one that is closed, of another site, or that the caller may not read', async () => {
    const { id, request, siteSpaceId } = await aProposal(world);
    const other = await aProposal(world);
    const ask = async (caller: Caller, changeRequest: string) => {
      const { status, body } = await caller.rest(
        `GET ${previewPath(world, id)}?claims={}&changeRequest=${changeRequest}`,
      );
      return [status, status === 200 ? body.url : body.error.type];
    };
    expect(await ask(owner, other.request.id)).toEqual([404, 'reference_not_found']);
    expect(await ask(owner, 'cr_none')).toEqual([404, 'reference_not_found']);
    const reader = await aMember(world.server, world.organizationId, 'read');
    expect(await ask(reader, request.id)).toEqual([404, 'reference_not_found']);
    await owner.rest(`PATCH ${request.at}`, { status: 'open' });
    expect(await ask(reader, request.id)).toEqual([200, undefined]);
    expect(
      (await owner.rest(`GET ${previewPath(world, id)}?claims={}&changeRequest=${request.id}`)).body.siteSpace,
    ).toBe(siteSpaceId);
    await owner.rest(`PATCH ${request.at}`, { status: 'archived' });
    expect(await ask(owner, request.id)).toEqual([409, 'invalid_state']);
  });
});

describe('a renderer with the token of such a preview', () => {
  it('resolves its addresses, reads the change request and its revision, and no other one', async () => {
    const { address, view, url, spaceId, request } = await aProposal(world);
    const jwtToken = new URL(address).searchParams.get('jwt_token') ?? '';
    const other = await propose(world, spaceId, [
      { operation: 'insert_page', title: 'Other', document: { markdown: 'x' } },
    ]);
    const look = await lookUp(world.server, `${view}/guide`, { jwtToken });
    const { pathname: base } = new URL(`${view}/`);
    expect(look.body).toMatchObject({
      space: spaceId,
      changeRequest: request.id,
      basePath: base,
      pathname: '/guide',
      canonicalUrl: `${view}/guide`,
      complete: true,
    });
    // As the renderer does, which asks for what stands before the change request.
    const plain = await lookUp(world.server, url, { jwtToken });
    expect([plain.status, plain.body.changeRequest]).toEqual([200, undefined]);
    const ask = readerOf(world.server, plain.body.apiToken);
    const found = await ask(`GET /v1/spaces/${spaceId}/change-requests/${request.number}`);
    expect([found.status, found.body.id, found.body.subject]).toEqual([200, request.id, 'Better words']);
    const page = await ask(`GET /v1/spaces/${spaceId}/revisions/${found.body.revision}/path/brand-new?format=markdown`);
    expect([page.status, page.body.markdown]).toEqual([200, expect.stringContaining('Unheard words')]);
    expect((await ask(`GET /v1/spaces/${spaceId}/change-requests/${other.number}`)).status).toBe(404);
    for (const path of ['changes', 'content', 'comments', 'reviews'])
      expect((await ask(`GET /v1/spaces/${spaceId}/change-requests/${request.number}/${path}`)).status).toBe(404);
    expect((await lookUp(world.server, `${view}/guide`)).status).toBe(404);
    await owner.rest(`PATCH ${request.at}`, { status: 'archived' });
    expect((await lookUp(world.server, `${view}/guide`, { jwtToken })).status).toBe(404);
    expect((await ask(`GET /v1/spaces/${spaceId}/change-requests/${request.number}`)).status).toBe(404);
    expect((await ask(`GET /v1/spaces/${spaceId}/revisions/${found.body.revision}`)).status).toBe(404);
  });
});
