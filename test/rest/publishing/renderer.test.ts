import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signPreviewToken } from '../../../src/domain/people/visitors/preview-token.ts';
import { anOpenApiSpec } from '../../factories.ts';
import { aPlainSite, aSectionedSite, aSitesWorld, type SitesWorld } from '../../published-sites.ts';
import { Renderer } from '../../renderer.ts';
import { aRedirect } from '../../site-settings-factories.ts';
import { siteServer, type SiteServer } from '../../site-server.ts';
import { aShareLink, readerOf, write } from '../../visitors-world.ts';

let world: SitesWorld;
let renderer: Renderer;
let web: SiteServer;
beforeAll(async () => {
  world = await aSitesWorld('rendered-docs');
  renderer = new Renderer(world.server);
  web = await siteServer((path) =>
    path.startsWith('/talk')
      ? {
          type: 'text/html; charset=utf-8',
          body: '<title>Plain</title><meta property="og:title" content="A talk &amp; more"><link rel="icon" href="/i.png">',
        }
      : undefined,
  );
});
afterAll(() => web[Symbol.asyncDispose]());

const listTitles = (pages: any[]): string[] => pages.flatMap((page) => [page.title, ...listTitles(page.pages ?? [])]);
const sitePath = (siteId: string) => `/v1/orgs/${world.organizationId}/sites/${siteId}`;

describe('the calls of the renderer', () => {
  it('show every page of a public site with sections and variants', async () => {
    const site = await aSectionedSite(world);
    for (const [at, { spaceId }] of [site.latest, site.older, site.reference].entries())
      await write(
        world.owner,
        spaceId,
        [
          { operation: 'insert_page', ref: 'start', title: `Start ${at}`, document: { markdown: '# One\n\n* a\n* b' } },
          { operation: 'insert_page', title: 'Deeper', into: 'start', document: { markdown: 'Deep text' } },
          { operation: 'insert_page_group', title: 'Group' },
        ].slice(0, 2),
      );
    for (const [path, basePath, title] of [
      ['', '/', 'Start 0'],
      ['/start-0/deeper', '/', 'Deeper'],
      ['/v1', '/v1/', 'Start 1'],
      ['/docs/v1/start-1/deeper', '/docs/v1/', 'Deeper'],
      ['/api', '/api/', 'Start 2'],
      ['/api/start-2/deeper', '/api/', 'Deeper'],
    ] as const) {
      const shown = await renderer.show(`${site.url}${path}`);
      expect([path, shown?.page['title'], shown?.look['basePath']]).toEqual([
        path,
        title,
        `/${site.basename}${basePath}`,
      ]);
    }
    expect(await renderer.show(`${site.url}/api/nowhere/at/all`)).toBeNull();
  });

  it('find pages whose paths have letters outside of ASCII, and read Markdown with the values of its expressions', async () => {
    const site = await aPlainSite(world);
    const markdown = 'For {{ page.vars.name }}, <code class="expression">page.vars.name.length</code>.';
    const about = { operation: 'insert_page', title: 'Über uns', slug: 'über-uns', document: { markdown } };
    await write(world.owner, site.spaceId, [{ ...about, variables: { name: 'readers' } }]);
    for (const path of ['über-uns', 'Über-Uns', '%C3%BCber-uns', '%c3%9cber-uns'])
      expect([path, (await renderer.show(`${site.url}/${path}`))?.page['title']]).toEqual([path, 'Über uns']);
    const { look, revision, page, read } = (await renderer.show(`${site.url}/über-uns`))!;
    const at = `/v1/spaces/${look['space']}/revisions/${revision['id']}/page/${page['id']}`;
    expect((await read(`GET ${at}?format=markdown`)).body.markdown).toContain('For readers, 7.');
  });

  it('show a site behind a share link by its key alone', async () => {
    const site = await aPlainSite(world, { visibility: 'share-link' });
    const { id, key } = await aShareLink(world.server, site.id);
    expect(await renderer.show(site.url)).toBeNull();
    const shown = await renderer.show(`${site.url}/${key}/guide/deep`);
    expect([shown?.page['title'], shown?.look['shareKey']]).toEqual(['Deep', key]);
    expect(shown?.published['site'].urls.published).toBe(`${site.url}/${key}/`);
    await world.server.platform.db.prisma.siteShareLink.update({ where: { id }, data: { active: false } });
    expect(await renderer.show(`${site.url}/${key}/guide/deep`)).toBeNull();
    expect((await shown?.read(`GET ${sitePath(site.id)}/published`))?.status).toBe(404);
  });

  it('show visitors who signed in what their claims allow', async () => {
    const site = await aPlainSite(world, { visibility: 'visitor-auth' });
    expect(await renderer.show(site.url)).toBeNull();
    const [plain, beta] = [{ beta: false }, { beta: true }].map(async (claims) => ({
      jwtToken: await site.tokenFor(claims),
    }));
    const some = await renderer.show(site.url, await plain);
    const more = await renderer.show(site.url, await beta);
    expect(listTitles(some?.revision['pages'])).toEqual(['Home', 'Guide', 'Deep']);
    expect(listTitles(more?.revision['pages'])).toEqual(['Home', 'Guide', 'Deep', 'Beta']);
    expect(JSON.stringify(some?.document)).not.toMatch(/Beta news|\{% /);
    expect(JSON.stringify(more?.document)).toMatch(/Beta news/);
    expect(await renderer.show(`${site.url}/beta`, await plain)).toBeNull();
    expect((await renderer.show(`${site.url}/beta`, await beta))?.page['title']).toBe('Beta');
    expect(some?.look['contextId']).not.toBe(more?.look['contextId']);
  });

  it('show a preview of a site that is not published, which nobody else sees', async () => {
    const site = await aPlainSite(world, { published: false });
    const { siteTokenKey, now } = world.server.platform.services;
    const jwtToken = await signPreviewToken(siteTokenKey, { siteId: site.id, claims: { beta: true }, now: now() });
    const shown = await renderer.show(`${site.url}/beta`, { jwtToken });
    expect([shown?.page['title'], shown?.published['site'].published]).toEqual(['Beta', false]);
    expect(await renderer.show(`${site.url}/beta`)).toBeNull();
    expect(await renderer.show(site.url, { jwtToken: await site.tokenFor({}) })).toBeNull();
  });

  it('find redirects, with the path of what the visitor sees, and none to what is hidden', async () => {
    const site = await aPlainSite(world);
    const { read } = (await renderer.show(site.url)) ?? {};
    const page = (name: string) => ({ kind: 'site-page', siteSpaceId: site.siteSpaceId, pageId: site.idOf(name) });
    await aRedirect(world.server, site.id, '/old/deep', page('deep'));
    await aRedirect(world.server, site.id, '/secret', page('beta'));
    await aRedirect(world.server, site.id, '/away', { kind: 'url', url: 'https://example.org/x' });
    const find = (source: string) => read!(`GET ${sitePath(site.id)}/redirect?source=${encodeURIComponent(source)}`);
    expect((await find('/old/deep')).body).toMatchObject({
      redirect: { object: 'site-redirect', source: '/old/deep' },
      target: `${site.url}/guide/deep`,
    });
    expect((await find('/away')).body.target).toBe('https://example.org/x');
    for (const source of ['/secret', '/none', 'none', '/%zz', '', '/'])
      expect([source, (await find(source)).status]).toEqual([source, 404]);
    const beta = await renderer.show(site.url, { jwtToken: await site.tokenFor({ beta: true }) });
    expect((await beta?.read(`GET ${sitePath(site.id)}/redirect?source=/secret`))?.body.target).toBe(
      `${site.url}/beta`,
    );
  });

  it('find text in all site spaces, or in those that are named, and nothing that is hidden', async () => {
    const site = await aSectionedSite(world);
    const parts = [site.latest, site.older, site.reference];
    for (const { spaceId } of parts)
      await write(world.owner, spaceId, [
        {
          operation: 'insert_page',
          title: 'Words',
          document: { markdown: '# Found\n\nheron {% if visitor.claims.beta %}egret{% endif %}' },
        },
        {
          operation: 'insert_page',
          title: 'Hidden',
          condition: 'visitor.claims.beta',
          document: { markdown: 'heron' },
        },
      ]);
    const { read } = (await renderer.show(`${site.url}/api`)) ?? {};
    const search = async (body: object, reader = read!) => {
      const reply = await reader(`POST ${sitePath(site.id)}/search`, body);
      expect(reply.status).toBe(200);
      return reply.body;
    };
    const all = await search({ query: 'heron', mode: 'all' });
    expect(all.count).toBe(3);
    for (const { id, title, pages } of all.items) {
      expect([typeof id, typeof title]).toEqual(['string', 'string']);
      expect(pages.map((page: any) => page.title)).toEqual(['Words']);
      expect(pages[0]).toMatchObject({
        path: 'words',
        sections: [{ body: 'heron', highlights: [{ start: 0, end: 5 }] }],
      });
    }
    const spacesOf = ({ items }: any) => items.map(({ id }: any) => id).toSorted();
    // Beside the variant that is read, what the other sections show first.
    expect(spacesOf(await search({ query: 'heron', mode: 'current', siteSpaceId: site.older.id }))).toEqual(
      [site.older.spaceId, site.reference.spaceId].toSorted(),
    );
    expect(await search({ query: 'heron', mode: 'current', siteSpaceId: 'ssp_none' })).toEqual({ count: 0, items: [] });
    const specific = { mode: 'specific', siteSpaceIds: [site.latest.id, site.reference.id, 'ssp_none'] };
    for (const body of [
      { query: 'heron', ...specific },
      { query: 'heron', scope: specific },
    ])
      expect(spacesOf(await search(body))).toEqual([site.latest.spaceId, site.reference.spaceId].toSorted());
    expect(await search({ query: 'egret' })).toEqual({ count: 0, items: [] });
    const beta = await renderer.show(`${site.url}/api`, { jwtToken: await site.tokenFor({ beta: true }) });
    expect((await search({ query: 'egret' }, beta?.read)).count).toBe(3);
    expect((await read!(`POST ${sitePath(site.id)}/search`, { query: '' })).status).toBe(400);
  });

  it('read embeds that a visible text links to, specifications that one shows, and names of members', async () => {
    const site = await aPlainSite(world);
    const [shown, secret] = [`${web.origin}/talk`, `${web.origin}/talk?secret`];
    await write(world.owner, site.spaceId, [
      {
        operation: 'insert_page',
        title: 'More',
        document: {
          markdown: `{% embed url="${shown}" %}\n\n{% embed url="${web.origin}/gone" %}\n\n{% openapi-operation spec="shown" path="/pets" method="get" %}\n[x](https://example.org)\n{% endopenapi-operation %}\n\n{% if visitor.claims.beta %}\n{% embed url="${secret}" %}\n\n{% openapi-operation spec="hidden" path="/pets" method="get" %}\n[x](https://example.org)\n{% endopenapi-operation %}\n{% endif %}`,
        },
      },
    ]);
    for (const slug of ['shown', 'hidden', 'unused'])
      await anOpenApiSpec(world.server, world.organizationId, { slug, createdById: world.owner.userId });
    const plain = (await renderer.show(`${site.url}/more`))!;
    const beta = (await renderer.show(`${site.url}/more`, { jwtToken: await site.tokenFor({ beta: true }) }))!;
    const embed = (read: typeof plain.read, url: string) =>
      read(`GET /v1/spaces/${site.spaceId}/embed?url=${encodeURIComponent(url)}`);
    expect((await embed(plain.read, shown)).body).toEqual({
      type: 'link',
      title: 'A talk & more',
      site: '127.0.0.1',
      icon: `${web.origin}/i.png`,
    });
    expect((await embed(plain.read, secret)).status).toBe(404);
    expect((await embed(beta.read, secret)).status).toBe(200);
    expect((await embed(plain.read, `${web.origin}/gone`)).status).toBe(404);
    const asked = web.asked.length;
    expect((await embed(plain.read, `${web.origin}/other`)).status).toBe(404);
    expect(web.asked.length).toBe(asked);
    const content = (read: typeof plain.read, slug: string) =>
      read(`GET /v1/orgs/${world.organizationId}/openapi/${slug}/versions/latest/content`);
    expect((await content(plain.read, 'shown')).body).toMatchObject({
      url: expect.any(String),
      filesystem: [{ dir: './', isEntrypoint: true, references: [], filename: 'openapi.json' }],
    });
    expect((await content(plain.read, 'hidden')).status).toBe(404);
    expect((await content(beta.read, 'hidden')).status).toBe(200);
    for (const slug of ['unused', 'none']) expect((await content(beta.read, slug)).status).toBe(404);
    const user = await plain.read(`GET /v1/users/${world.owner.userId}`);
    expect([user.status, user.body.displayName, user.body.email]).toEqual([200, 'Example user', undefined]);
    expect((await plain.read('POST /v1/integrations/mermaid/render', { componentId: 'x' })).status).toBe(404);
  });

  it('are answered with 404 for whatever is not of the site', async () => {
    const site = await aPlainSite(world);
    const other = await aPlainSite(world);
    const { read } = (await renderer.show(site.url))!;
    for (const call of [
      `GET ${sitePath(other.id)}/published`,
      `GET ${sitePath(other.id)}/redirect?source=/x`,
      `GET /v1/spaces/${other.spaceId}`,
      `GET /v1/spaces/${other.spaceId}/embed?url=https://example.org`,
      `GET /v1/users/${(await world.server.aUser()).userId}`,
      `GET /v1/orgs/${world.organizationId}`,
      `GET ${sitePath(site.id)}/adaptive-schema`,
      `GET ${sitePath(site.id)}/redirects`,
    ])
      expect([call, (await read(call)).status]).toEqual([call, 404]);
    const anonymous = readerOf(world.server, 'eyJhbGciOiJub25lIn0.e30.');
    expect((await anonymous(`GET ${sitePath(site.id)}/published`)).status).toBe(401);
  });
});
