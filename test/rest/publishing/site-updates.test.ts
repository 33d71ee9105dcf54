import { beforeAll, describe, expect, it } from 'vitest';
import { aGrant, aMember, anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';

let server: Harness;
let owner: Caller;
let org: string;
beforeAll(async () => {
  server = await startServer();
  ({ id: org, owner } = await anOrganization(server, { hostname: 'updated-docs' }));
});

const space = async (title: string) => (await aSpace(server, org, { title })).id;

/** A site of new spaces with these titles, as a path. */
async function aSiteOf(titles: readonly string[], values: object = {}): Promise<string> {
  const spaces: string[] = [];
  for (const title of titles) spaces.push(await space(title));
  const { body } = await owner.rest(`POST /v1/orgs/${org}/sites`, { title: 'Docs', spaces, ...values });
  return `/v1/orgs/${org}/sites/${body.id}`;
}

const addSection = async (site: string, title: string) =>
  (await owner.rest(`POST ${site}/sections`, { spaceId: await space(title), title })).body;

const siteSpacesOf = async (site: string) => (await owner.rest(`GET ${site}/site-spaces`)).body.items as any[];

describe('PATCH /v1/orgs/{organizationId}/sites/{siteId}', () => {
  it('an update changes the given fields alone, and the features name what the site uses', async () => {
    const site = await aSiteOf(['Guide']);
    const update = async (body: object) => (await owner.rest(`PATCH ${site}`, body)).body;
    expect(await update({ title: 'Handbook' })).toMatchObject({ title: 'Handbook', agentsContext: 'included' });
    const body = await update({ agentsContext: 'excluded', adaptiveContent: { enabled: true }, basename: 'hand-book' });
    expect(body).toMatchObject({
      title: 'Handbook',
      agentsContext: 'excluded',
      adaptiveContent: { enabled: true },
      basename: 'hand-book',
      visibility: 'public',
    });
    expect(body.features.map(({ id }: any) => id)).toEqual(['sites-adaptive-content', 'sites-public-visibility']);
    expect(body.features[0]).toEqual({ id: 'sites-adaptive-content', plan: 'basic', frozen: false });
    expect((await owner.rest(`GET ${site}`)).body).toEqual(body);
    for (const [field, value] of [
      ['title', 'x'],
      ['title', null],
      ['basename', ''],
      ['agentsContext', 'some'],
      ['proxy', 'example.org'],
    ] as const) {
      const refused = await owner.rest(`PATCH ${site}`, { [field]: value });
      expect([field, refused.status, refused.body.error.details[0].path]).toEqual([field, 400, `body.${field}`]);
    }
  });

  it('a site behind a proxy has the address of the proxy as long as it has one', async () => {
    const site = await aSiteOf(['Guide']);
    await owner.rest(`POST ${site}/publish`);
    const { body } = await owner.rest(`PATCH ${site}`, { proxy: 'www.example.org/help/docs' });
    expect(body.proxy).toEqual({ origin: expect.any(String), target: expect.any(String) });
    expect(body.urls.published).toBe('https://www.example.org/help/docs/');
    expect(body.features.map(({ id }: any) => id)).toContain('sites-custom-subdirectory');
    // The proxy requests a URL of the site that can be looked up.
    const look = await server.call('POST /v1/urls/published', { url: body.proxy.target });
    expect([look.status, look.body.site]).toEqual([200, body.id]);
    const without = (await owner.rest(`PATCH ${site}`, { proxy: null })).body;
    expect(without).not.toHaveProperty('proxy');
    expect(without.urls.published).toContain('https://updated-docs.sites.test/');
  });

  it('visibility and proxy are for admins of the site, and the rest for members with create', async () => {
    const site = await aSiteOf(['Guide']);
    const editor = await aMember(server, org, 'create');
    for (const body of [{ visibility: 'unlisted' }, { proxy: null }])
      expect((await editor.rest(`PATCH ${site}`, body)).status).toBe(403);
    expect((await editor.rest(`PATCH ${site}`, { title: 'Edited' })).status).toBe(200);
    expect((await (await aMember(server, org, 'review')).rest(`PATCH ${site}`, { title: 'No' })).status).toBe(403);
    const { body } = await owner.rest(`GET ${site}`);
    expect([body.title, body.visibility]).toEqual(['Edited', 'public']);
  });

  it('the default site space and section are set to one of the site, and leave no second default', async () => {
    const site = await aSiteOf(['Guide', 'Old']);
    const [, old] = await siteSpacesOf(site);
    expect((await owner.rest(`PATCH ${site}`, { defaultSiteSpace: old.id })).status).toBe(200);
    expect((await siteSpacesOf(site)).map((one) => [one.title, one.default])).toEqual([
      ['Guide', false],
      ['Old', true],
    ]);
    const api = await addSection(site, 'API');
    expect((await owner.rest(`PATCH ${site}`, { defaultSiteSection: api.id })).status).toBe(200);
    const { items } = (await owner.rest(`GET ${site}/sections`)).body;
    expect(items.map((one: any) => [one.title, one.default])).toEqual([
      ['Old', false],
      ['API', true],
    ]);
    // The default site space is one of the default section.
    const other = await owner.rest(`PATCH ${site}`, { defaultSiteSpace: old.id });
    expect([other.status, other.body.error.details[0].path]).toEqual([400, 'body.defaultSiteSpace']);
    const both = await owner.rest(`PATCH ${site}`, { defaultSiteSection: items[0].id, defaultSiteSpace: old.id });
    expect(both.status).toBe(200);
    for (const body of [{ defaultSiteSection: 'sec_none' }, { defaultSiteSpace: 'ssp_none' }])
      expect((await owner.rest(`PATCH ${site}`, body)).status).toBe(404);
    const elsewhere = await addSection(await aSiteOf([]), 'Elsewhere');
    expect((await owner.rest(`PATCH ${site}`, { defaultSiteSection: elsewhere.id })).status).toBe(404);
  });
});

describe('the default content of an organization', () => {
  it('is one of its sites, to which its bare hostname leads', async () => {
    const { id, owner: admin } = await anOrganization(server, { hostname: 'default-docs' });
    const { body: site } = await admin.rest(`POST /v1/orgs/${id}/sites`, { title: 'Docs', spaces: 'sample' });
    await admin.rest(`POST /v1/orgs/${id}/sites/${site.id}/publish`);
    const defaultContent = { type: 'site', site: site.id };
    const { status, body } = await admin.rest(`PATCH /v1/orgs/${id}`, { defaultContent });
    expect([status, body.defaultContent]).toEqual([200, defaultContent]);
    const look = await server.call('POST /v1/urls/published', { url: 'https://default-docs.sites.test/' });
    expect(look.body).toEqual({ target: 'content', redirect: `https://default-docs.sites.test/${site.basename}/` });
  });
});

describe('GET /v1/orgs/{organizationId}/sites', () => {
  it('sites are filtered by title, space, type and publication, and counted as they are listed', async () => {
    const [one, two] = [
      await aSiteOf(['Guide'], { title: 'Filtered one', type: 'premium' }),
      await aSiteOf(['Guide'], { title: 'Filtered two' }),
    ];
    await owner.rest(`POST ${two}/publish`);
    const [{ space: shown }] = await siteSpacesOf(one);
    const found = async (query: string) => {
      const { body } = await owner.rest(`GET /v1/orgs/${org}/sites?${query}`);
      expect(body.count).toBe(body.items.length);
      return body.items.map(({ title }: any) => title);
    };
    expect(await found('title=filtered')).toEqual(['Filtered two', 'Filtered one']);
    expect(await found('title=filtered&published=true')).toEqual(['Filtered two']);
    expect(await found('title=filtered&published=false')).toEqual(['Filtered one']);
    expect(await found(`space=${shown.id}`)).toEqual(['Filtered one']);
    expect(await found('type=premium&title=filtered')).toEqual(['Filtered one']);
    expect(await found('space=spc_none')).toEqual([]);
    expect((await owner.rest(`GET /v1/orgs/${org}/sites?published=maybe`)).status).toBe(400);
  });
});

describe('DELETE /v1/orgs/{organizationId}/sites/{siteId}', () => {
  it('a deleted site is gone with all below it and its address, and its spaces stay', async () => {
    const site = await aSiteOf(['Guide']);
    const section = await addSection(site, 'API');
    const group = (await owner.rest(`POST ${site}/section-groups`, { title: 'G', sections: [section.id] })).body;
    const published = (await owner.rest(`POST ${site}/publish`)).body.urls.published;
    expect((await (await aMember(server, org, 'create')).rest(`DELETE ${site}`)).status).toBe(403);
    expect((await owner.rest(`DELETE ${site}`)).status).toBe(205);
    for (const path of ['', '/structure', '/sections', '/published', `/section-groups`])
      expect([path, (await owner.rest(`GET ${site}${path}`)).status]).toEqual([path, 404]);
    expect((await owner.rest(`PATCH ${site}/section-groups/${group.id}`, { title: 'X' })).status).toBe(404);
    expect((await server.call('POST /v1/urls/published', { url: published })).status).toBe(404);
    const kept = section.siteSpaces[0].space.id;
    expect((await owner.rest(`GET /v1/spaces/${kept}`)).status).toBe(200);
    expect((await owner.rest(`DELETE /v1/spaces/${kept}`)).status).toBe(205);
  });
});

describe('site spaces and groups', () => {
  it('a site space gets another path, condition and space, and stays as it is where nothing is said', async () => {
    const site = await aSiteOf(['Guide', 'Old']);
    const [guide, old] = await siteSpacesOf(site);
    const update = (body: object, id = old.id) => owner.rest(`PATCH ${site}/site-spaces/${id}`, body);
    expect((await update({ path: 'V1', condition: 'visitor.claims.beta' })).body).toMatchObject({
      path: 'v1',
      condition: 'visitor.claims.beta',
      space: { id: old.space.id },
    });
    expect((await update({ path: 'v2' })).body).toMatchObject({ path: 'v2', condition: 'visitor.claims.beta' });
    expect((await update({ condition: null })).body).not.toHaveProperty('condition');
    expect((await update({ path: guide.path })).status).toBe(409);
    expect((await update({ spaceId: guide.space.id })).status).toBe(409);
    const other = await space('Newer');
    expect((await update({ spaceId: other })).body).toMatchObject({ path: 'v2', title: 'Newer', space: { id: other } });
    expect((await update({ spaceId: (await aSpace(server, (await anOrganization(server)).id)).id })).status).toBe(404);
    const readable = await space('Readable');
    const member = await aMember(server, org, 'create');
    await aGrant(server, org, { on: { spaceId: readable }, to: member, role: 'read' });
    const refused = await member.rest(`PATCH ${site}/site-spaces/${old.id}`, { spaceId: readable });
    expect(refused.status).toBe(403);
  });

  it('the next site space becomes the default when the default is removed, and the last one of a site may go', async () => {
    const site = await aSiteOf(['A1', 'B1', 'C1']);
    const [, second] = await siteSpacesOf(site);
    await owner.rest(`PATCH ${site}`, { defaultSiteSpace: second.id });
    expect((await owner.rest(`DELETE ${site}/site-spaces/${second.id}`)).status).toBe(205);
    const left = await siteSpacesOf(site);
    expect(left.map((one) => [one.title, one.default])).toEqual([
      ['A1', false],
      ['C1', true],
    ]);
    for (const { id } of left) expect((await owner.rest(`DELETE ${site}/site-spaces/${id}`)).status).toBe(205);
    expect((await owner.rest(`GET ${site}`)).body.siteSpaces).toBe(0);
  });

  it('a section group is renamed, and moved by the sort operation and by the deprecated one alike', async () => {
    const site = await aSiteOf([]);
    const ids: string[] = [];
    for (const title of ['A1', 'B1', 'C1', 'D1']) ids.push((await addSection(site, title)).id);
    const aGroup = async (title: string, sections: readonly (string | undefined)[]) =>
      (await owner.rest(`POST ${site}/section-groups`, { title, sections })).body.id;
    const [one, two] = [await aGroup('One', [ids[0]]), await aGroup('Two', [ids[3], ids[2]])];
    const order = async () =>
      (await owner.rest(`GET ${site}/structure`)).body.structure.map((item: any) => [
        item.title,
        item.sections?.map(({ title }: any) => title) ?? null,
      ]);
    const [a, b, two_] = [
      ['One', ['A1']],
      ['B1', null],
      ['Two', ['D1', 'C1']],
    ];
    expect(await order()).toEqual([b, a, two_]);
    const renamed = await owner.rest(`PATCH ${site}/section-groups/${one}`, { title: 'First', icon: 'book' });
    expect(renamed.body).toMatchObject({ title: 'First', icon: 'book' });
    const moved = await owner.rest(`POST ${site}/section-groups/${two}/move`, {
      position: { before: { type: 'site-section', id: ids[1] } },
    });
    expect([moved.status, moved.headers['deprecation']]).toEqual([200, 'true']);
    expect(await order()).toEqual([two_, b, ['First', ['A1']]]);
    const sorted = await owner.rest(`PATCH ${site}/structure/sort`, {
      item: { type: 'site-section-group', id: two },
      position: { after: { type: 'site-section-group', id: one } },
    });
    expect([sorted.status, sorted.body.object, sorted.body.id]).toEqual([200, 'site-section-group', two]);
    expect(await order()).toEqual([b, ['First', ['A1']], two_]);
    // A section that is placed beside one in a group joins that group.
    const joined = await owner.rest(`PATCH ${site}/structure/sort`, {
      item: { type: 'site-section', id: ids[1] },
      position: { before: { type: 'site-section', id: ids[2] } },
    });
    expect([joined.status, joined.body.sectionGroup]).toEqual([200, two]);
    expect(await order()).toEqual([
      ['First', ['A1']],
      ['Two', ['D1', 'B1', 'C1']],
    ]);
  });
});

describe('POST …/site-spaces/{siteSpaceId}/duplicate', () => {
  const duplicate = (site: string, id: string) => owner.rest(`POST ${site}/site-spaces/${id}/duplicate`);
  const partsOf = async (site: string) =>
    (await owner.rest(`GET ${site}/sections`)).body.items.map((section: any) => [
      section.title,
      section.siteSpaces.map(({ title }: any) => title),
    ]);

  it('a copy of one of several site spaces is a variant beside them, with the content and the condition of its source', async () => {
    const site = await aSiteOf(['Guide', 'Old']);
    const [, old] = await siteSpacesOf(site);
    const change = { operation: 'insert_page', title: 'Copied', document: { markdown: 'Words' } };
    await owner.rest(`POST /v1/spaces/${old.space.id}/content`, { changes: [change] });
    await owner.rest(`PATCH ${site}/site-spaces/${old.id}`, { condition: 'visitor.claims.beta' });
    const { status, body } = await duplicate(site, old.id);
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({
        object: 'site-space',
        title: 'Copy of Old',
        path: 'copy-of-old',
        default: false,
        condition: 'visitor.claims.beta',
      }),
    ]);
    expect(body.space.id).not.toBe(old.space.id);
    const { pages } = (await owner.rest(`GET /v1/spaces/${body.space.id}/content/pages`)).body;
    expect(pages.map(({ title }: any) => title)).toEqual(['Copied']);
    expect((await siteSpacesOf(site)).map(({ title }) => title)).toEqual(['Guide', 'Old', 'Copy of Old']);
  });

  it('a copy of the only site space of a section is a section after it, in its group and with its condition', async () => {
    const site = await aSiteOf(['Guide']);
    const [api, more] = [await addSection(site, 'API'), await addSection(site, 'More')];
    const group = { title: 'G', sections: [api.id, more.id] };
    const { id: groupId } = (await owner.rest(`POST ${site}/section-groups`, group)).body;
    await owner.rest(`PATCH ${site}/sections/${api.id}`, { condition: 'visitor.claims.beta' });
    const { status, body } = await duplicate(site, api.siteSpaces[0].id);
    expect([status, body.default]).toEqual([201, true]);
    expect(await partsOf(site)).toEqual([
      ['Guide', ['Guide']],
      ['API', ['API']],
      ['Copy of API', ['Copy of API']],
      ['More', ['More']],
    ]);
    const { items } = (await owner.rest(`GET ${site}/sections`)).body;
    expect(items[2]).toMatchObject({ id: body.section, sectionGroup: groupId, condition: 'visitor.claims.beta' });
  });

  it('a copy needs the role create on the site and on the parent of the space, and is the same in GraphQL', async () => {
    const site = await aSiteOf(['Guide']);
    const [{ id }] = await siteSpacesOf(site);
    const reviewer = await aMember(server, org, 'review');
    expect((await reviewer.rest(`POST ${site}/site-spaces/${id}/duplicate`)).status).toBe(403);
    expect((await duplicate(site, 'ssp_none')).status).toBe(404);
    expect((await duplicate(await aSiteOf(['Other']), id)).status).toBe(404);
    expect((await owner.rest(`GET ${site}`)).body.siteSpaces).toBe(1);
    const made = await owner.graphql(
      'mutation ($siteId: ID!, $id: ID!) { duplicateSiteSpace(siteId: $siteId, siteSpaceId: $id) { siteSpace { title } } }',
      { siteId: site.split('/').at(-1), id },
    );
    expect(made.body).toEqual({ data: { duplicateSiteSpace: { siteSpace: { title: 'Copy of Guide' } } } });
  });
});
