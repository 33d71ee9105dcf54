import { SignJWT, UnsecuredJWT, exportSPKI, generateKeyPair } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { aSpace } from '../factories.ts';
import type { Caller, Harness } from '../harness.ts';
import { aPlainSite, aSitesWorld, type SitesWorld } from '../published-sites.ts';
import { readPdf } from '../rest/exchange/read-pdf.ts';
import { aSiteSpace, lookUp, pixel, readerOf, write } from '../visitors-world.ts';

let world: SitesWorld;
let server: Harness;
let owner: Caller;
beforeAll(async () => {
  world = await aSitesWorld('doors-docs');
  ({ server, owner } = world);
});

interface Node {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly pages?: readonly Node[];
}

const condition = 'visitor.claims.beta';
const page = (ref: string, more: object = {}) => ({
  operation: 'insert_page',
  ref,
  title: ref,
  document: { markdown: `Words of ${ref}` },
  ...more,
});

/**
 * Creates a site whose pages One, Five and Six are visible to everyone, and those between them to visitors with a
 * claim.
 */
async function aSiteWithHiddenPages() {
  const site = await aPlainSite(world, { title: 'Doors' });
  const { spaceId } = await aSiteSpace(
    server,
    { siteId: site.id, organizationId: world.organizationId },
    { path: 'doors', spaceId: (await aSpace(server, world.organizationId)).id },
  );
  const ids = await write(owner, spaceId, [
    { operation: 'insert_files', files: [{ name: 'secret.png', ref: 'file', base64: pixel }] },
    page('One'),
    page('Two', { condition, document: { markdown: '# Secret heading\n\nSecret words ![a](./file)' } }),
    page('Three', { into: 'Two' }),
    page('Group', { type: 'group', document: undefined, condition }),
    page('Four', { into: 'Group' }),
    page('Five'),
    page('Link', { type: 'link', document: undefined, target: { kind: 'page', page: 'Two' } }),
    page('Six'),
  ]);
  const readId = (name: string) => ids.get(name) ?? '';
  await write(owner, spaceId, [
    {
      operation: 'update_page',
      page: readId('One'),
      document: { markdown: 'Words of One, [see two](/two), [its heading](/two#secret-heading)' },
    },
    { operation: 'update_page', page: readId('Three'), document: { markdown: 'Words of Three, [five](/five)' } },
  ]);
  await write(owner, spaceId, [{ operation: 'update_page', page: readId('Two'), slug: 'renamed' }]);
  const readAs = async (claims: object) =>
    readerOf(server, (await lookUp(server, site.url, { jwtToken: await site.tokenFor(claims) })).body.apiToken);
  return { ...site, spaceId, idOf: readId, plain: await readAs({}), beta: await readAs({ beta: true }) };
}

type Site = Awaited<ReturnType<typeof aSiteWithHiddenPages>>;

/** The pages in reading order, as the renderer makes the links to the previous and the next page from the tree. */
async function readingOrder({ spaceId }: Site, read: Site['plain'], route: string): Promise<string[]> {
  const flat = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => [node, ...flat(node.pages ?? [])]);
  const { body } = await read(`GET /v1/spaces/${spaceId}${route}`);
  return flat(body.pages)
    .filter(({ type }) => type === 'document')
    .map(({ title }) => title);
}

describe('a hidden page', () => {
  it('is neither the previous nor the next page of another one, nor are the pages below it', async () => {
    const site = await aSiteWithHiddenPages();
    const { revision } = (await site.plain(`GET /v1/spaces/${site.spaceId}`)).body;
    for (const route of ['/content', '/content/pages', `/revisions/${revision}`, `/revisions/${revision}/pages`]) {
      expect([route, await readingOrder(site, site.plain, route)]).toEqual([route, ['One', 'Five', 'Six']]);
      expect([route, await readingOrder(site, site.beta, route)]).toEqual([
        route,
        ['One', 'Two', 'Three', 'Four', 'Five', 'Six'],
      ]);
    }
  });

  it('is 404 by every route that names it, its file, its text or what lies below it', async () => {
    const site = await aSiteWithHiddenPages();
    const { body: space } = await site.beta(`GET /v1/spaces/${site.spaceId}`);
    const { documentId } = (await site.beta(`GET /v1/spaces/${site.spaceId}/content/page/${site.idOf('Two')}`)).body;
    const ids = ['Two', 'Three', 'Group', 'Four', 'Link'].map(site.idOf);
    const states = ['/content', `/revisions/${space.revision}`];
    const byId = ids.flatMap((id) =>
      states.flatMap((state) => [`${state}/page/${id}`, `${state}/page/${id}?format=markdown`]),
    );
    const routes = [
      ...byId,
      ...states.flatMap((state) => [
        ...['renamed', 'two', 'RENAMED', 'renamed%2Fthree', 'group%2Ffour'].map((path) => `${state}/path/${path}`),
        `${state}/page/${site.idOf('Two')}/document`,
        `${state}/files/${site.idOf('file')}`,
      ]),
      `/content/page/${site.idOf('Two')}/links`,
      `/content/page/${site.idOf('Two')}/backlinks`,
      `/content/files/${site.idOf('file')}/backlinks`,
      `/documents/${documentId}`,
      `/pdf?page=${site.idOf('Two')}`,
      `/pdf?only=true&page=${site.idOf('Three')}`,
    ];
    const statuses = async (read: Site['plain']) =>
      Promise.all(routes.map(async (route) => [route, (await read(`GET /v1/spaces/${site.spaceId}${route}`)).status]));
    expect(await statuses(site.plain)).toEqual(routes.map((route) => [route, 404]));
    const found = await statuses(site.beta);
    expect(found.filter(([, status]) => status === 200).length).toBeGreaterThan(routes.length / 2);
  });

  it('is in no list, count, link, backlink or search, and a link to it is broken', async () => {
    const site = await aSiteWithHiddenPages();
    const at = `GET /v1/spaces/${site.spaceId}`;
    const seenBy = async (read: Site['plain']) => {
      const [files, links, backlinks, search] = await Promise.all(
        [
          '/content/files',
          `/content/page/${site.idOf('One')}/links`,
          `/content/page/${site.idOf('Five')}/backlinks`,
          '/search?query=secret',
        ].map(async (route) => (await read(`${at}${route}`)).body),
      );
      const everywhere = await read(`POST /v1/orgs/${world.organizationId}/sites/${site.id}/search`, {
        query: 'secret',
      });
      return {
        files: files.count,
        links: links.items.map(({ status }: { status: string }) => status),
        backlinks: backlinks.count,
        search: search.count,
        everywhere: everywhere.body.count,
      };
    };
    expect(await seenBy(site.plain)).toEqual({
      files: 0,
      links: ['broken', 'broken'],
      backlinks: 0,
      search: 0,
      everywhere: 0,
    });
    expect(await seenBy(site.beta)).toEqual({ files: 1, links: ['ok', 'ok'], backlinks: 1, search: 1, everywhere: 1 });
    const answers = await Promise.all(
      ['', '/content', '/content/pages', '/content/files', '/links', `/content/page/${site.idOf('One')}/links`].map(
        async (route) => JSON.stringify((await site.plain(`${at}${route}`)).body),
      ),
    );
    for (const hidden of ['Two', 'Three', 'Group', 'Four', 'Link', 'file'].map(site.idOf))
      expect(answers.filter((answer) => answer.includes(hidden))).toEqual([]);
  });

  it('is in a PDF neither as text nor as an entry of the outline, and nothing leads to it', async () => {
    const site = await aSiteWithHiddenPages();
    const print = async (read: Site['plain']) => {
      const { body } = await read(`GET /v1/spaces/${site.spaceId}/pdf`);
      const { pathname, search } = new URL(body.url);
      return readPdf((await server.app.inject(`${pathname}${search}`)).rawPayload);
    };
    const [plain, beta] = [await print(site.plain), await print(site.beta)];
    const listTitles = (items: readonly { title: string; items: any[] }[]): string[] =>
      items.flatMap(({ title, items: below }) => [title, ...listTitles(below)]);
    expect(plain.all).not.toMatch(/Secret|Two|Three|Four|Group/);
    expect(listTitles(plain.outline)).toEqual(['One', 'Five', 'Six']);
    expect(listTitles(beta.outline)).toEqual(expect.arrayContaining(['One', 'Two', 'Three', 'Group', 'Four', 'Five']));
    expect(beta.all).toContain('Secret words');
    expect(plain.links.filter(({ to }) => to !== undefined).length).toBeLessThan(
      beta.links.filter(({ to }) => to !== undefined).length,
    );
  });
});

describe('the token of a visitor who signs in', () => {
  it('the token of a visitor that is forged, expired, unsigned or of another site opens nothing, by any look-up', async () => {
    const site = await aPlainSite(world, { visibility: 'visitor-auth' });
    const other = await aPlainSite(world, { visibility: 'visitor-auth' });
    const now = Math.floor(server.platform.services.now().getTime() / 1_000);
    const claims = { beta: true, exp: now + 600 };
    const by = (key: string) => new TextEncoder().encode(key);
    const sign = (body: object, key: string, alg = 'HS256') =>
      new SignJWT({ ...body }).setProtectedHeader({ alg }).sign(by(key));
    const { publicKey, privateKey } = await generateKeyPair('RS256');
    const forged = {
      expired: await sign({ beta: true, exp: now - 3_600 }, site.visitorKey),
      'without an end': await sign({ beta: true }, site.visitorKey),
      'of another site': await other.tokenFor({ beta: true }),
      'of no key': await sign(claims, 'a key that somebody made up, long enough'),
      'alg none': new UnsecuredJWT(claims).encode(),
      'RS256, by a key pair of the attacker': await new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256' })
        .sign(privateKey),
      'HS256, by a public key as text': await sign(claims, await exportSPKI(publicKey)),
      'RS256 in the header over an HS256 signature': [
        Buffer.from('{"alg":"RS256"}').toString('base64url'),
        ...(await site.tokenFor({ beta: true })).split('.').slice(1),
      ].join('.'),
      HS512: await sign(claims, site.visitorKey.repeat(2), 'HS512'),
      'another payload': (await site.tokenFor({})).replace(
        /\.[^.]+\./,
        `.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`,
      ),
      'the token of a member': owner.secret,
    };
    for (const [what, jwtToken] of Object.entries(forged))
      for (const path of ['', '/beta', `/${'x'.repeat(300)}`])
        expect([what, (await lookUp(server, `${site.url}${path}`, { jwtToken })).status]).toEqual([what, 404]);
    const valid = await lookUp(server, site.url, { jwtToken: await site.tokenFor({ beta: true }) });
    expect([valid.status, valid.body.space]).toEqual([200, site.spaceId]);
  });

  it('the token of a look-up whose algorithm or signature is replaced reads nothing of the site', async () => {
    const site = await aPlainSite(world);
    const { apiToken } = (await lookUp(server, site.url, { jwtToken: await site.tokenFor({}) })).body;
    const [, payload = '', signature = ''] = apiToken.split('.');
    const raised = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(payload, 'base64url').toString()), claims: { beta: true } }),
    ).toString('base64url');
    const header = (alg: string) => Buffer.from(JSON.stringify({ alg })).toString('base64url');
    const tokens = [
      ...['none', 'None', 'RS256', 'HS512', 'HS256'].map((alg) => `${header(alg)}.${raised}.${signature}`),
      `${header('none')}.${raised}.`,
      `${header('none')}.${payload}.`,
    ];
    const statuses = await Promise.all(
      tokens.map(async (token) => (await readerOf(server, token)(`GET /v1/spaces/${site.spaceId}`)).status),
    );
    expect(statuses).toEqual(tokens.map(() => 401));
  });
});

describe('a hostile condition', () => {
  it.each([
    ['the prototype of a claim', 'visitor.claims.constructor'],
    ['the prototype by its name', 'visitor["__proto__"]'],
    ['a function made of text', '"".constructor.constructor("return true")()'],
    ['loops in loops', `[${'1,'.repeat(200)}].every(a => [${'1,'.repeat(200)}].every(b => true))`],
    ['a string that grows', '"x".repeat(1000000000).length > 0'],
    ['the process', 'process.exit(1) || true'],
  ])('with %s is refused or hides its page, and the site stays readable', async (_what, text) => {
    const site = await aPlainSite(world);
    const { status } = await owner.rest(`POST /v1/spaces/${site.spaceId}/content`, {
      changes: [page('Trap', { condition: text })],
    });
    expect([200, 400]).toContain(status);
    const { apiToken } = (await lookUp(server, site.url, { jwtToken: await site.tokenFor({ beta: true }) })).body;
    const { body } = await readerOf(server, apiToken)(`GET /v1/spaces/${site.spaceId}/content/pages`);
    expect(body.pages.map(({ title }: Node) => title)).toEqual(['Home', 'Guide', 'Beta']);
  });
});
