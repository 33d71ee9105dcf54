import { beforeAll, describe, expect, it } from 'vitest';
import { aGrant, aMember } from '../../factories.ts';
import type { Caller } from '../../harness.ts';
import { aPlainSite, aSitesWorld, type SitesWorld } from '../../published-sites.ts';
import { aSection, aSite, aSiteSpace, lookUp, readerOf, write } from '../../visitors-world.ts';

let world: SitesWorld;
let owner: Caller;
beforeAll(async () => {
  world = await aSitesWorld('previewed-docs');
  ({ owner } = world);
});

const pathOf = ({ id }: { readonly id: string }) => `/v1/orgs/${world.organizationId}/sites/${id}/publishing/preview`;

const preview = async (site: { readonly id: string }, claims: object = {}, more = '') =>
  (await owner.rest(`GET ${pathOf(site)}?claims=${encodeURIComponent(JSON.stringify(claims))}${more}`)).body;

const seen = (items: readonly any[]) => items.map(({ title, visible }) => [title, visible]);

describe('GET …/publishing/preview', () => {
  it('the preview lists the pages that a visitor sees, and for each other the page whose condition hides it', async () => {
    const site = await aPlainSite(world);
    const beta = site.idOf('beta');
    const without = await preview(site);
    expect(seen(without.pages)).toEqual([
      ['Home', true],
      ['Guide', true],
      ['Deep', true],
      ['Beta', false],
    ]);
    expect(without.pages[3]).toEqual({
      type: 'page',
      id: beta,
      title: 'Beta',
      path: 'beta',
      visible: false,
      hiddenBy: { type: 'page', id: beta, condition: 'visitor.claims.beta' },
    });
    const withClaim = await preview(site, { beta: true, unknown: 1 });
    expect(withClaim.claims).toEqual({ beta: true });
    expect(withClaim.pages[3]).toEqual({ type: 'page', id: beta, title: 'Beta', path: 'beta', visible: true });
    expect(withClaim.siteSpace).toBe(site.siteSpaceId);
  });

  it('the preview names the claims that do not count, with their names, items and reasons', async () => {
    const list = (items: object) => ({ type: 'array', items });
    const schema = {
      type: 'object',
      properties: {
        beta: { type: 'boolean' },
        plan: { type: 'string', enum: ['free', 'pro'] },
        teams: list(list({ type: 'string' })),
        'https://example.org/roles': list({ type: 'string' }),
        address: { type: 'object', properties: { city: { type: 'string' } }, additionalProperties: false },
        unsigned: { type: 'object', properties: { n: { type: 'number' } }, additionalProperties: false },
      },
      additionalProperties: false,
    };
    const site = await aPlainSite(world, { schema });
    const claims = {
      beta: 'true',
      plan: 'gold',
      teams: [['a', 1], 'b'],
      'https://example.org/roles': ['reader'],
      'https://example.org/groups': ['x'],
      address: { city: null, zip: 1 },
      toString: 1,
      unsigned: { n: '7', m: 1 },
    };
    const { droppedClaims, ...seen } = await preview(site, claims);
    expect(seen.claims).toEqual({
      teams: [['a']],
      'https://example.org/roles': ['reader'],
      address: {},
      unsigned: { n: 7 },
    });
    expect(droppedClaims).toEqual([
      { claim: 'visitor.claims.beta', reason: 'must be true or false' },
      { claim: 'visitor.claims.plan', reason: 'must be one of the 2 values of the schema' },
      { claim: 'visitor.claims.teams[0][1]', reason: 'must be a text' },
      { claim: 'visitor.claims.teams[1]', reason: 'must be a list' },
      { claim: 'visitor.claims["https://example.org/groups"]', reason: 'is not in the adaptive schema' },
      { claim: 'visitor.claims.address.city', reason: 'must be a text' },
      { claim: 'visitor.claims.address.zip', reason: 'is not in the adaptive schema' },
      { claim: 'visitor.claims.toString', reason: 'is not in the adaptive schema' },
      { claim: 'visitor.claims.unsigned.m', reason: 'is not in the adaptive schema' },
    ]);
    const text = `{ site(id: "${site.id}") { preview(claims: "{\\"beta\\":1}") { claims droppedClaims { claim reason } } } }`;
    expect((await owner.graphql(text)).body.data.site.preview).toEqual({
      claims: {},
      droppedClaims: [{ claim: 'visitor.claims.beta', reason: 'must be true or false' }],
    });
  });

  it('the preview names every claim on a site without an adaptive schema, and at most a hundred', async () => {
    const site = await aSite(world.server, world.organizationId);
    const at = { siteId: site.id, organizationId: world.organizationId };
    await aSiteSpace(world.server, at, { path: 'main', isDefault: true });
    expect((await preview(site, { beta: true })).droppedClaims).toEqual([
      { claim: 'visitor.claims.beta', reason: 'is not in the adaptive schema' },
    ]);
    const many = Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`c${index}`, 1]));
    expect((await preview(site, many)).droppedClaims).toHaveLength(100);
  });

  it('the preview hides pages with those above them, and all pages of a hidden site space', async () => {
    const site = await aPlainSite(world);
    await owner.rest(`POST /v1/spaces/${site.spaceId}/content`, {
      changes: [{ operation: 'update_page', page: site.idOf('guide'), condition: 'visitor.claims.beta' }],
    });
    const { pages } = await preview(site);
    const hiddenBy = { type: 'page', id: site.idOf('guide'), condition: 'visitor.claims.beta' };
    expect(pages.slice(1, 3).map((page: any) => page.hiddenBy)).toEqual([hiddenBy, hiddenBy]);
    await owner.rest(`PATCH ${pathOf(site).replace('publishing/preview', 'site-spaces')}/${site.siteSpaceId}`, {
      condition: 'visitor.claims.beta && 1',
    });
    const whole = await preview(site);
    const cause = { type: 'site-space', id: site.siteSpaceId, condition: 'visitor.claims.beta && 1' };
    expect(whole.structure[0].hiddenBy).toEqual(cause);
    expect(whole.pages.every((page: any) => page.hiddenBy.id === site.siteSpaceId)).toBe(true);
  });

  it('the preview shows sections, and hides one with its condition or with the last of its site spaces', async () => {
    const schema = { type: 'object', properties: { beta: { type: 'boolean' } }, additionalProperties: false };
    const site = await aSite(world.server, world.organizationId, { schema });
    const at = { siteId: site.id, organizationId: world.organizationId };
    const part = async (path: string, condition: string | null, inside: string | null) => {
      const sectionId = await aSection(world.server, site.id, { path, condition, isDefault: path === 'open' });
      return aSiteSpace(world.server, at, { path: `in-${path}`, sectionId, isDefault: true, condition: inside });
    };
    await part('open', null, null);
    await part('shut', 'visitor.claims.beta', null);
    const emptied = await part('emptied', null, 'visitor.claims.beta === true');
    const { structure } = await preview(site);
    expect(seen(structure)).toEqual([
      ['Section open', true],
      ['in-open', true],
      ['Section shut', false],
      ['in-shut', false],
      ['Section emptied', false],
      ['in-emptied', false],
    ]);
    expect(structure[3].hiddenBy).toMatchObject({ type: 'site-section', condition: 'visitor.claims.beta' });
    expect(structure[4].hiddenBy).toEqual({
      type: 'site-space',
      id: emptied.id,
      condition: 'visitor.claims.beta === true',
    });
    expect(seen((await preview(site, { beta: true })).structure).every(([, visible]) => visible)).toBe(true);
  });

  it('the preview agrees with what the visitor of its URL reads, for published sites and others', async () => {
    for (const published of [true, false]) {
      const site = await aPlainSite(world, published ? {} : { published, publishedAt: null });
      for (const claims of [{}, { beta: true }]) {
        const { url, pages } = await preview(site, claims);
        const address = new URL(url);
        const jwtToken = address.searchParams.get('jwt_token') ?? '';
        address.search = '';
        const { body } = await lookUp(world.server, address.href, { jwtToken });
        const read = readerOf(world.server, body.apiToken);
        const statuses = await Promise.all(
          pages.map(
            async ({ id }: { id: string }) => (await read(`GET /v1/spaces/${site.spaceId}/content/page/${id}`)).status,
          ),
        );
        expect(statuses).toEqual(pages.map(({ visible }: { visible: boolean }) => (visible ? 200 : 404)));
        expect(
          (await lookUp(world.server, `https://sites.test/${(await aPlainSite(world)).id}`, { jwtToken })).body
            .apiToken,
        ).not.toBe(body.apiToken);
      }
    }
  });

  it('the preview gives its URL to those alone who may edit the site and read all its spaces', async () => {
    const site = await aPlainSite(world);
    const reader = await aMember(world.server, world.organizationId, 'read');
    const creator = await aMember(world.server, world.organizationId, 'create');
    const answer = async (caller: Caller) => (await caller.rest(`GET ${pathOf(site)}`)).body;
    expect((await answer(reader)).pages).toHaveLength(4);
    expect(await answer(reader)).not.toHaveProperty('url');
    expect(typeof (await answer(creator)).url).toBe('string');
    const secret = await aSiteSpace(
      world.server,
      { siteId: site.id, organizationId: world.organizationId },
      { path: 'secret' },
    );
    await aGrant(world.server, world.organizationId, { on: { spaceId: secret.spaceId }, to: creator, role: 'none' });
    const limited = await answer(creator);
    expect(limited).not.toHaveProperty('url');
    expect(seen(limited.structure)).toEqual([['main', true]]);
    const hidden = await creator.rest(`GET ${pathOf(site)}?siteSpace=${secret.id}`);
    expect(hidden.status).toBe(404);
    expect((await owner.rest(`GET ${pathOf(site)}?siteSpace=${secret.id}`)).body.siteSpace).toBe(secret.id);
  });

  it('the preview refuses claims that are no JSON object', async () => {
    const site = await aPlainSite(world);
    for (const claims of ['(beta:!t)', '[]', '1', 'null', '{'])
      expect((await owner.rest(`GET ${pathOf(site)}?claims=${encodeURIComponent(claims)}`)).body.error).toMatchObject({
        code: 400,
        details: [{ path: 'query.claims' }],
      });
  });
});

it('a preview in GraphQL answers as in REST', async () => {
  const site = await aPlainSite(world);
  const query = `query ($id: ID!, $claims: Claims) { site(id: $id) { preview(claims: $claims) {
    claims siteSpaceId structure { kind title visible } pages { subjectId visible hiddenBy { kind subjectId condition } } } } }`;
  const { body } = await owner.graphql(query, { id: site.id, claims: { beta: false } });
  expect(body.data.site.preview).toMatchObject({
    claims: { beta: false },
    siteSpaceId: site.siteSpaceId,
    structure: [{ kind: 'SITE_SPACE', title: 'main', visible: true }],
  });
  expect(body.data.site.preview.pages[3]).toEqual({
    subjectId: site.idOf('beta'),
    visible: false,
    hiddenBy: { kind: 'PAGE', subjectId: site.idOf('beta'), condition: 'visitor.claims.beta' },
  });
});

describe('GET …/publishing/preview/hidden-blocks', () => {
  const blocks = async (site: { readonly id: string }, claims: object = {}, more = '') =>
    (await owner.rest(`GET ${pathOf(site)}/hidden-blocks?claims=${encodeURIComponent(JSON.stringify(claims))}${more}`))
      .body;
  const named = ({ items }: any) => items.map(({ title, condition }: any) => [title, condition]);

  it('the hidden blocks are those of visible pages, with the condition and the place of each', async () => {
    const site = await aPlainSite(world);
    const body = await blocks(site);
    const { markdown } = (
      await owner.rest(`GET /v1/spaces/${site.spaceId}/content/page/${site.idOf('home')}?format=markdown`)
    ).body;
    expect(body).toMatchObject({ count: 1, items: [{ type: 'page', id: site.idOf('home'), title: 'Home' }] });
    const [{ condition, startsAt, endsAt }] = body.items;
    expect(condition).toBe('visitor.claims.beta');
    expect(markdown.slice(startsAt, endsAt).trim()).toBe('Beta news');
    expect((await blocks(site, { beta: true })).items).toEqual([]);
    const hiding = { operation: 'update_page', page: site.idOf('home'), condition: 'visitor.claims.beta' };
    await owner.rest(`POST /v1/spaces/${site.spaceId}/content`, { changes: [hiding] });
    expect((await blocks(site)).items).toEqual([]);
  });

  it('the hidden blocks are listed in the order of the pages, a page of them at a time', async () => {
    const site = await aPlainSite(world);
    const changes = ['guide', 'deep'].map((ref) => ({
      operation: 'update_page',
      page: site.idOf(ref),
      document: { markdown: '{% if visitor.claims.beta %}A{% else %}B{% endif %}\n\n{% if page.vars.x %}C{% endif %}' },
    }));
    await owner.rest(`POST /v1/spaces/${site.spaceId}/content`, { changes });
    const all = [
      ['Home', 'visitor.claims.beta'],
      ['Guide', 'visitor.claims.beta'],
      ['Guide', 'page.vars.x'],
      ['Deep', 'visitor.claims.beta'],
      ['Deep', 'page.vars.x'],
    ];
    expect(named(await blocks(site))).toEqual(all);
    expect(named(await blocks(site, { beta: true }))[0]).toEqual(['Guide', '!(visitor.claims.beta)']);
    const first = await blocks(site, {}, '&limit=2');
    const second = await blocks(site, {}, `&limit=3&page=${first.next.page}`);
    expect([first.count, ...named(first), ...named(second)]).toEqual([5, ...all]);
    expect(second.next).toBeUndefined();
    expect(
      (await owner.rest(`GET ${pathOf(site)}/hidden-blocks?page=${first.next.page}&claims={"beta":true}`)).status,
    ).toBe(400);
  });

  it('GraphQL has the hidden blocks of a preview beside its pages, and outsiders have neither', async () => {
    const site = await aPlainSite(world);
    const query = `query ($id: ID!) { site(id: $id) { preview { hiddenBlocks(first: 5) { edges { node { title condition } } } } } }`;
    const asked = async (caller: Caller) => (await caller.graphql(query, { id: site.id })).body.data.site;
    expect((await asked(owner)).preview.hiddenBlocks.edges.map(({ node }: any) => node)).toEqual([
      { title: 'Home', condition: 'visitor.claims.beta' },
    ]);
    expect(await asked(await world.server.aUser())).toBeNull();
  });

  it('say why a condition cannot be evaluated', async () => {
    const site = await aPlainSite(world);
    const markdown = '{% if a and b %}A{% endif %}';
    await write(owner, site.spaceId, [{ operation: 'update_page', page: site.idOf('home'), document: { markdown } }]);
    const query = `query ($id: ID!) { site(id: $id) { preview { hiddenBlocks(first: 5) { edges { node { condition problem } } } } } }`;
    const problem = 'Unexpected "and" at character 3';
    const { body } = await owner.graphql(query, { id: site.id });
    expect(body.data.site.preview.hiddenBlocks.edges).toEqual([{ node: { condition: 'a and b', problem } }]);
    const { body: listed } = await owner.rest(`GET ${pathOf(site)}/hidden-blocks`);
    expect(listed.items).toMatchObject([{ condition: 'a and b', problem }]);
  });
});
