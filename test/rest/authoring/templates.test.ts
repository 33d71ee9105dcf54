import { beforeAll, describe, expect, it } from 'vitest';
import { aChangeRequest, aMember, anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { pixel, write } from '../../visitors-world.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;
let spaceId: string;
let ids: ReadonlyMap<string, string>;
const id = (name: string) => ids.get(name) ?? '';

const get = async (path: string, caller = owner) => (await caller.rest(`GET /v1${path}`)).body;
const templates = () => `/v1/orgs/${organizationId}/templates`;
const offer = (body: object, caller = owner) => caller.rest(`POST ${templates()}`, body);
const use = (space: string, body: object, caller = owner) =>
  caller.rest(`POST /v1/spaces/${space}/content/template`, body);
const newSpace = (body: object, caller = owner) => caller.rest(`POST /v1/orgs/${organizationId}/spaces`, body);

interface TreePage {
  readonly id: string;
  readonly title: string;
  readonly pages: readonly TreePage[];
}
const outline = (pages: readonly TreePage[]): unknown[] =>
  pages.map(({ title, pages: below }) => (below.length === 0 ? title : [title, outline(below)]));
const treeOf = async (space: string): Promise<readonly TreePage[]> =>
  (await get(`/spaces/${space}/content/pages`)).pages;

const wholeTree = ['Home', ['Guide', ['Deep']]];

beforeAll(async () => {
  server = await startServer();
  ({ id: organizationId, owner } = await anOrganization(server));
  ({ id: spaceId } = await aSpace(server, organizationId, { title: 'Starter', language: 'de', emoji: '🚀' }));
  ids = await write(owner, spaceId, [
    { operation: 'insert_files', files: [{ name: 'a.png', ref: 'picture', base64: pixel }] },
    { operation: 'insert_page', ref: 'home', title: 'Home' },
    { operation: 'insert_page', ref: 'guide', title: 'Guide' },
    { operation: 'insert_page', ref: 'deep', title: 'Deep', into: 'guide', document: { markdown: 'Deep.' } },
  ]);
  const markdown = `[Deep](guide/deep), [by id](/pages/${id('deep')}) ![](/files/${id('picture')})`;
  await write(owner, spaceId, [{ operation: 'update_page', page: id('guide'), document: { markdown } }]);
});

describe('A template', () => {
  it('offers a page, is listed with its title, and is no longer offered once it is deleted', async () => {
    const offered = await offer({ space: spaceId, page: id('guide'), description: 'How to begin.' });
    expect([offered.status, offered.body]).toEqual([
      201,
      expect.objectContaining({
        object: 'template',
        title: 'Guide',
        description: 'How to begin.',
        organization: organizationId,
        space: spaceId,
        page: id('guide'),
      }),
    ]);
    const again = await offer({ space: spaceId, page: id('guide') });
    expect([again.status, again.body.error.type]).toEqual([409, 'already_exists']);
    expect(await get(`/orgs/${organizationId}/templates/${offered.body.id}`)).toEqual(offered.body);
    expect((await get(`/orgs/${organizationId}/templates`)).items).toEqual([offered.body]);
    expect((await owner.rest(`DELETE ${templates()}/${offered.body.id}`)).status).toBe(205);
    expect((await get(`/orgs/${organizationId}/templates`)).items).toEqual([]);
    const events = await get(`/orgs/${organizationId}/events?limit=100`);
    expect(events.items.filter(({ type }: { type: string }) => type.startsWith('template.'))).toEqual([
      expect.objectContaining({ type: 'template.created', data: { page: id('guide') } }),
      expect.objectContaining({ type: 'template.deleted', data: { page: id('guide') } }),
    ]);
  });

  it('is listed for those who may read its space, page by page', async () => {
    const reader = await aMember(server, organizationId, 'read');
    const { id: closed } = await aSpace(server, organizationId, { title: 'Closed', defaultLevel: 'none' });
    for (const space of [spaceId, closed]) expect((await offer({ space })).status).toBe(201);
    const titles = async (caller: Caller, query = '') => {
      const { items, next } = await get(`/orgs/${organizationId}/templates${query}`, caller);
      return [items.map(({ title }: { title: string }) => title), next?.page] as const;
    };
    const [first, page] = await titles(owner, '?limit=1');
    expect([first, await titles(owner, `?limit=1&page=${page}`)]).toEqual([['Closed'], [['Starter'], undefined]]);
    expect(await titles(reader)).toEqual([['Starter'], undefined]);
    const [{ id: hidden }] = (await get(`/orgs/${organizationId}/templates`)).items;
    const asked = [
      await reader.rest(`GET ${templates()}/${hidden}`),
      await reader.rest(`DELETE ${templates()}/${hidden}`),
      await newSpace({ template: { id: hidden } }, await aMember(server, organizationId, 'create')),
      await use(spaceId, { id: hidden }, await aMember(server, organizationId, 'edit')),
    ];
    expect(asked.map(({ status, body }) => [status, body.error.type])).toEqual([
      [404, 'not_found'],
      [404, 'not_found'],
      [404, 'reference_not_found'],
      [404, 'reference_not_found'],
    ]);
    for (const { id: each } of (await get(`/orgs/${organizationId}/templates`)).items)
      await owner.rest(`DELETE ${templates()}/${each}`);
  });

  it('of a page puts a copy with the pages below it where it is used', async () => {
    const { id: template } = (await offer({ space: spaceId, page: id('guide'), title: 'Beginning' })).body;
    const { id: other } = await aSpace(server, organizationId);
    await write(owner, other, [{ operation: 'insert_page', title: 'Last' }]);
    expect((await use(other, { id: template, at: 0, title: 'Ours' })).status).toBe(204);
    const [made] = await treeOf(other);
    expect(outline(await treeOf(other))).toEqual([['Ours', ['Deep']], 'Last']);
    const { markdown } = await get(`/spaces/${other}/content/page/${made?.id}?format=markdown`);
    expect(markdown).toBe(`[Deep](guide/deep), [by id](/pages/${made?.pages[0]?.id}) ![](/files/${id('picture')})`);
    expect((await get(`/spaces/${other}/content/files`)).items).toHaveLength(1);
    const created = (await newSpace({ template: { id: template } })).body;
    expect([created.title, created.language]).toEqual(['Beginning', 'de']);
    expect(outline(await treeOf(created.id))).toEqual([['Guide', ['Deep']]]);
    await owner.rest(`DELETE ${templates()}/${template}`);
  });

  it('of a space puts copies of all pages where it is used, also in a change request', async () => {
    const { id: template } = (await offer({ space: spaceId })).body;
    const created = (await newSpace({ title: 'Ours', template: { id: template } })).body;
    expect([created.title, created.language, created.emoji]).toEqual(['Ours', 'de', '1f680']);
    expect(outline(await treeOf(created.id))).toEqual(wholeTree);
    const { id: locked } = await aSpace(server, organizationId, { editMode: 'locked' });
    expect((await use(locked, { id: template })).body.error.type).toBe('space_locked');
    const { id: changeRequest } = await aChangeRequest(server, locked);
    expect((await use(locked, { id: template, changeRequest })).status).toBe(204);
    expect(await treeOf(locked)).toEqual([]);
    const { pages } = await get(`/spaces/${locked}/change-requests/${changeRequest}/content/pages`);
    expect(outline(pages)).toEqual(wholeTree);
    expect((await use(locked, { id: template, changeRequest, title: 'One' })).body.error.type).toBe(
      'validation_failed',
    );
    await owner.rest(`DELETE ${templates()}/${template}`);
  });

  it('follows its page to another space, and is hidden while the page is deleted', async () => {
    const { id: from } = await aSpace(server, organizationId);
    const { id: to } = await aSpace(server, organizationId);
    const page = (await write(owner, from, [{ operation: 'insert_page', ref: 'one', title: 'One' }])).get('one') ?? '';
    const { id: template } = (await offer({ space: from, page })).body;
    await owner.rest(`POST /v1/spaces/${from}/content/page/${page}/move`, { space: to });
    expect((await get(`/orgs/${organizationId}/templates/${template}`)).space).toBe(to);
    await write(owner, to, [{ operation: 'delete_page', page }]);
    expect((await owner.rest(`GET ${templates()}/${template}`)).status).toBe(404);
    expect((await get(`/orgs/${organizationId}/templates`)).items).toEqual([]);
    expect((await use(to, { id: template })).body.error.type).toBe('reference_not_found');
  });

  it('goes with its space to another organization', async () => {
    const { id: moved } = await aSpace(server, organizationId);
    const { id: template } = (await offer({ space: moved })).body;
    const { id: other } = await anOrganization(server, { owner });
    expect((await owner.rest(`POST /v1/spaces/${moved}/transfer`, { organization: other })).status).toBe(200);
    expect((await get(`/orgs/${other}/templates`)).items.map((each: { id: string }) => each.id)).toEqual([template]);
    expect((await owner.rest(`GET ${templates()}/${template}`)).status).toBe(404);
    expect((await use(spaceId, { id: template })).body.error.type).toBe('validation_failed');
  });

  it('is made by those who edit its space, of what is there, and used in its organization', async () => {
    const reader = await aMember(server, organizationId, 'read');
    const { id: foreign, owner: stranger } = await anOrganization(server);
    const { id: foreignSpace } = await aSpace(server, foreign);
    const { id: template } = (await offer({ space: spaceId })).body;
    const { id: empty } = await aSpace(server, organizationId);
    const { id: emptyTemplate } = (await offer({ space: empty })).body;
    const refusals = [
      [await offer({ space: spaceId, page: id('home') }, reader), 403, 'forbidden'],
      [await offer({ space: spaceId, page: id('home') }, stranger), 404, 'not_found'],
      [await offer({ space: foreignSpace }), 404, 'reference_not_found'],
      [await offer({ space: spaceId, page: 'pg_none' }), 404, 'reference_not_found'],
      [await offer({ space: spaceId, title: ' ' }), 400, 'validation_failed'],
      [await use(spaceId, { id: template }, reader), 403, 'forbidden'],
      [await use(foreignSpace, { id: template }, stranger), 404, 'reference_not_found'],
      [await use(spaceId, { id: template, into: 'pg_none' }), 404, 'reference_not_found'],
      [await use(spaceId, { id: emptyTemplate }), 409, 'invalid_state'],
      [await newSpace({ template: { id: 'tpl_none' } }), 404, 'reference_not_found'],
      [await newSpace({ template: { id: template } }, reader), 403, 'forbidden'],
    ] as const;
    expect(refusals.map(([{ status, body }]) => [status, body.error?.type])).toEqual(
      refusals.map(([, status, type]) => [status, type]),
    );
  });
});
