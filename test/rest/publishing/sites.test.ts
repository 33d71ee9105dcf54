import { beforeAll, describe, expect, it } from 'vitest';
import { aGrant, aMember, anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';

let server: Harness;
let owner: Caller;
let org: string;
beforeAll(async () => {
  server = await startServer();
  ({ id: org, owner } = await anOrganization(server));
});

const sites = () => `/v1/orgs/${org}/sites`;
const space = async (title = 'Guide') => (await aSpace(server, org, { title })).id;

/** A site of new spaces with these titles. */
const aSiteOf = async (...titles: string[]) => {
  const spaces: string[] = [];
  for (const title of titles) spaces.push(await space(title));
  const { body } = await owner.rest(`POST ${sites()}`, { title: 'Docs', spaces });
  return `${sites()}/${body.id}`;
};

const addSection = async (site: string, title: string) =>
  (await owner.rest(`POST ${site}/sections`, { spaceId: await space(title), title })).body;

const titlesOf = async (site: string) =>
  ((await owner.rest(`GET ${site}/sections`)).body.items as { title: string }[]).map(({ title }) => title);

describe('POST /v1/orgs/{organizationId}/sites', () => {
  it('a new site is unpublished and has the given spaces, the first of which is the default', async () => {
    const spaces = [await space('Guide'), await space('Guide')];
    const reply = await owner.rest(`POST ${sites()}`, { title: 'My docs!', spaces, visibility: 'unlisted' });
    expect(reply.status).toBe(201);
    expect(reply.headers['location']).toBe(reply.body.urls.location);
    expect(reply.body).toMatchObject({
      object: 'site',
      type: 'basic',
      basename: 'my-docs',
      visibility: 'unlisted',
      published: false,
      siteSpaces: 2,
      adaptiveContent: { enabled: false },
      agentsContext: 'included',
    });
    expect(reply.body.features.map(({ id }: { id: string }) => id)).toEqual([
      'sites-multivariant-site',
      'sites-unlisted-visibility',
    ]);
    const { body } = await owner.rest(`GET ${sites()}/${reply.body.id}/site-spaces`);
    expect(body.items.map((item: any) => [item.path, item.default, item.space.id])).toEqual([
      ['guide', true, spaces[0]],
      ['guide-1', false, spaces[1]],
    ]);
    const defaults = await owner.rest(`GET ${sites()}/${reply.body.id}/site-spaces?default=true`);
    expect([defaults.body.count, defaults.body.items[0].path]).toEqual([1, 'guide']);
  });

  it('sites of one title get different basenames, and one that is taken is refused with 409', async () => {
    const [one, two] = [await aSiteOf(), await aSiteOf()];
    const [first, second] = [(await owner.rest(`GET ${one}`)).body, (await owner.rest(`GET ${two}`)).body];
    expect(first.basename).not.toBe(second.basename);
    const reply = await owner.rest(`PATCH ${two}`, { basename: first.basename.toUpperCase() });
    expect([reply.status, reply.body.error.type]).toEqual([409, 'already_exists']);
  });

  it('a site with a new space has sample pages in it, or none', async () => {
    for (const [spaces, pages] of [
      ['sample', 3],
      ['empty', 0],
    ] as const) {
      const { body } = await owner.rest(`POST ${sites()}`, { title: 'Started', spaces });
      expect(body.siteSpaces).toBe(1);
      const { items } = (await owner.rest(`GET ${sites()}/${body.id}/site-spaces`)).body;
      const content = await owner.rest(`GET /v1/spaces/${items[0].space.id}/content/pages`);
      expect([items[0].title, content.body.pages.length]).toEqual(['Started', pages]);
    }
  });

  it('spaces that the caller may not see are 404, one without the role create 403, and one named twice 409', async () => {
    const member = await aMember(server, org, 'create');
    const { id: foreign } = await aSpace(server, (await anOrganization(server)).id);
    const unknown = await member.rest(`POST ${sites()}`, { spaces: [foreign] });
    expect([unknown.status, unknown.body.error.details[0].path]).toEqual([404, 'body.spaces.0']);
    const { id: readable } = await aSpace(server, org);
    await aGrant(server, org, { on: { spaceId: readable }, to: member, role: 'read' });
    expect((await member.rest(`POST ${sites()}`, { spaces: [readable] })).status).toBe(403);
    const twice = await space();
    expect((await owner.rest(`POST ${sites()}`, { spaces: [twice, twice] })).status).toBe(409);
    expect((await owner.rest(`POST ${sites()}`, { spaces: 'full' })).status).toBe(400);
  });
});

describe('sections', () => {
  it('the first section wraps what a site without sections contains in a default section', async () => {
    const site = await aSiteOf('Guide', 'Reference');
    expect((await owner.rest(`GET ${site}/structure`)).body).toMatchObject({ type: 'siteSpaces' });
    const section = await addSection(site, 'API');
    expect(section).toMatchObject({ object: 'site-section', title: 'API', path: 'api', default: false });
    const { body } = await owner.rest(`GET ${site}/structure`);
    expect(body.type).toBe('sections');
    expect(body.structure.map((one: any) => [one.title, one.default, one.siteSpaces.length])).toEqual([
      ['Guide', true, 2],
      ['API', false, 1],
    ]);
    const added = await owner.rest(`POST ${site}/site-spaces`, { spaceId: await space('More') });
    expect([added.status, added.body.section]).toEqual([201, body.structure[0].id]);
  });

  it('take their site spaces with them, and pass the default to the next section', async () => {
    const site = await aSiteOf();
    const one = await addSection(site, 'One');
    await addSection(site, 'Two');
    expect((await owner.rest(`DELETE ${site}/sections/${one.id}`)).status).toBe(205);
    const { items } = (await owner.rest(`GET ${site}/sections`)).body;
    expect(items.map(({ title, default: isDefault }: any) => [title, isDefault])).toEqual([['Two', true]]);
    expect((await owner.rest(`GET ${site}`)).body.siteSpaces).toBe(1);
    const last = await owner.rest(`DELETE ${site}/site-spaces/${items[0].siteSpaces[0].id}`);
    expect([last.status, last.body.error.type]).toEqual([409, 'invalid_state']);
  });

  it('have paths of their own: an explicit one that is taken is 409, one in capitals is stored in lower case', async () => {
    const site = await aSiteOf();
    const [one, two] = [await addSection(site, 'Same'), await addSection(site, 'Same')];
    expect([one.path, two.path]).toEqual(['same', 'same-1']);
    expect((await owner.rest(`PATCH ${site}/sections/${two.id}`, { path: 'SAME' })).status).toBe(409);
    const { body } = await owner.rest(`PATCH ${site}/sections/${two.id}`, {
      path: 'New',
      icon: 'book',
      description: 'x',
    });
    expect(body).toMatchObject({ path: 'new', icon: 'book', description: 'x' });
    for (const [field, value] of [
      ['path', '~x'],
      ['path', 'a/b'],
      ['condition', 'visitor.'],
    ] as const) {
      const bad = await owner.rest(`PATCH ${site}/sections/${two.id}`, { [field]: value });
      expect([bad.status, bad.body.error.details[0].path]).toEqual([400, `body.${field}`]);
    }
  });

  it('keep their order in a group, and take its place when it is deleted', async () => {
    const site = await aSiteOf();
    const ids: string[] = [];
    for (const title of ['A1', 'B1', 'C1']) ids.push((await addSection(site, title)).id);
    const group = await owner.rest(`POST ${site}/section-groups`, { title: 'G', sections: [ids[2], ids[0]] });
    expect([group.status, group.body.sections.map((one: any) => one.title)]).toEqual([201, ['C1', 'A1']]);
    expect(group.body.children).toEqual(group.body.sections);
    expect(await titlesOf(site)).toEqual(['B1', 'C1', 'A1']);
    const path = `${site}/section-groups/${group.body.id}`;
    expect((await owner.rest(`POST ${path}/sections`, { sectionId: ids[1] })).status).toBe(201);
    expect((await owner.rest(`POST ${path}/sections`, { sectionId: ids[1] })).status).toBe(409);
    expect((await owner.rest(`DELETE ${path}/sections/${ids[0]}`)).status).toBe(205);
    expect(await titlesOf(site)).toEqual(['C1', 'B1', 'A1']);
    expect((await owner.rest(`DELETE ${path}`)).status).toBe(205);
    expect(await titlesOf(site)).toEqual(['C1', 'B1', 'A1']);
  });

  it.each(['before', 'after'])('are sorted %s another part of the site only', async (side) => {
    const site = await aSiteOf();
    const item = { type: 'site-section', id: (await addSection(site, 'One')).id };
    const elsewhere = { type: 'site-section', id: (await addSection(await aSiteOf(), 'Two')).id };
    const { status, body } = await owner.rest(`PATCH ${site}/structure/sort`, {
      item,
      position: { [side]: elsewhere },
    });
    expect([status, body.error.type, body.error.details[0].path]).toEqual([
      404,
      'reference_not_found',
      `body.position.${side}`,
    ]);
  });

  it('are moved by the sort operation and by the deprecated one alike', async () => {
    const site = await aSiteOf();
    const [one, two, three] = [
      await addSection(site, 'One'),
      await addSection(site, 'Two'),
      await addSection(site, 'Three'),
    ];
    const sorted = await owner.rest(`PATCH ${site}/structure/sort`, {
      item: { type: 'site-section', id: three.id },
      position: { before: { type: 'site-section', id: one.id } },
    });
    expect([sorted.status, sorted.body.title]).toEqual([200, 'Three']);
    expect(await titlesOf(site)).toEqual(['Three', 'One', 'Two']);
    const moved = await owner.rest(`POST ${site}/sections/${one.id}/move`, {
      position: { after: { type: 'site-section', siteSection: two.id } },
    });
    expect([moved.status, await titlesOf(site)]).toEqual([200, ['Three', 'Two', 'One']]);
    for (const body of [
      {},
      { position: {} },
      { position: { before: { type: 'site-section', siteSection: one.id } } },
      { position: { before: { type: 'site-space', siteSection: two.siteSpaces[0].id } } },
    ])
      expect((await owner.rest(`POST ${site}/sections/${one.id}/move`, body)).status).toBe(400);
    const unknown = { position: { before: { type: 'site-section', siteSection: 'sec_unknown' } } };
    expect((await owner.rest(`POST ${site}/sections/${one.id}/move`, unknown)).status).toBe(404);
  });
});

describe('site spaces', () => {
  it('move to the section of the one they are placed beside', async () => {
    const site = await aSiteOf('Guide', 'Old');
    const section = await addSection(site, 'API');
    const { items } = (await owner.rest(`GET ${site}/site-spaces`)).body;
    const moved = await owner.rest(`POST ${site}/site-spaces/${items[0].id}/move`, {
      position: { before: { type: 'site-space', siteSpace: section.siteSpaces[0].id } },
    });
    expect([moved.status, moved.body.section, moved.body.default]).toEqual([200, section.id, false]);
    const after = (await owner.rest(`GET ${site}/site-spaces`)).body.items;
    expect(after.map((one: any) => [one.title, one.default])).toEqual([
      ['Old', true],
      ['Guide', false],
      ['API', true],
    ]);
  });

  it('a space is shown once in a section', async () => {
    const site = await aSiteOf('Guide');
    const { items } = (await owner.rest(`GET ${site}/site-spaces`)).body;
    const spaceId = items[0].space.id;
    expect((await owner.rest(`POST ${site}/site-spaces`, { spaceId })).status).toBe(409);
    expect((await owner.rest(`POST ${site}/sections`, { spaceId })).status).toBe(201);
  });

  it('are hidden from members who may not read their space, with what edits them', async () => {
    const site = await aSiteOf('Guide');
    const { items } = (await owner.rest(`GET ${site}/site-spaces`)).body;
    await owner.rest(`PATCH /v1/spaces/${items[0].space.id}`, { defaultLevel: null });
    const editor = await aMember(server, org, 'create');
    expect((await editor.rest(`GET ${site}/site-spaces`)).body).toMatchObject({ count: 0, items: [] });
    for (const call of [`PATCH ${site}/site-spaces/${items[0].id}`, `DELETE ${site}/site-spaces/${items[0].id}`])
      expect((await editor.rest(call, { path: 'x' })).status).toBe(404);
  });
});

describe('who reads a site', () => {
  it('a guest who may read one space of a site reads the site, but sees only that space and no groups', async () => {
    const site = await aSiteOf('Guide', 'Other');
    const { items } = (await owner.rest(`GET ${site}/site-spaces`)).body;
    const guest = await aMember(server, org, null);
    expect((await guest.rest(`GET ${site}`)).status).toBe(404);
    await aGrant(server, org, { on: { spaceId: items[1].space.id }, to: guest, role: 'read' });
    expect((await guest.rest(`GET ${site}`)).body.permissions).toEqual({ view: false, edit: false, admin: false });
    expect((await guest.rest(`GET ${sites()}`)).body.count).toBe(1);
    expect((await guest.rest(`GET ${site}/site-spaces`)).body.items.map((one: any) => one.title)).toEqual(['Other']);
    expect((await guest.rest(`GET ${site}/section-groups`)).status).toBe(404);
  });

  it('a site is read by nobody under the id of another organization', async () => {
    const site = await aSiteOf('Guide');
    const other = await anOrganization(server, { owner });
    expect((await owner.rest(`GET ${site.replace(org, other.id)}`)).status).toBe(404);
    expect((await owner.rest(`DELETE ${site.replace(org, other.id)}`)).status).toBe(404);
  });
});

describe('a published site', () => {
  it('has URLs without a port for itself, its sections and its variants, until it is unpublished', async () => {
    const site = await aSiteOf('Guide', 'Old');
    const section = await addSection(site, 'API');
    await owner.rest(`PATCH /v1/orgs/${org}`, { hostname: 'acme-docs' });
    const reply = await owner.rest(`POST ${site}/publish`);
    const root = `https://acme-docs.sites.test/${reply.body.basename}/`;
    expect([reply.status, reply.body.published, reply.body.urls.published]).toEqual([200, true, root]);
    const { body } = await owner.rest(`GET ${site}/published`);
    expect(body).toMatchObject({ object: 'published-content-site', structure: { type: 'sections' }, scripts: [] });
    expect(body.structure.structure.map((one: any) => one.urls.published)).toEqual([root, `${root}api/`]);
    expect(body.structure.structure[0].siteSpaces.map((one: any) => one.urls.published)).toEqual([root, `${root}old/`]);
    expect(Object.keys(body.customizations.siteSpaces)).toHaveLength(3);
    expect(body.customizations.site.styling.primaryColor).toEqual({ light: '#346DDB', dark: '#346DDB' });
    expect(section.urls).toEqual({});
    const ended = await owner.rest(`POST ${site}/unpublish`);
    expect([ended.body.published, ended.body.urls.published]).toEqual([false, undefined]);
  });

  it('a site without spaces cannot be published: 412', async () => {
    const site = await aSiteOf();
    expect((await owner.rest(`POST ${site}/publish`)).status).toBe(412);
  });
});
