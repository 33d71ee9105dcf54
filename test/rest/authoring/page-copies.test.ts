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

const get = async (path: string) => (await owner.rest(`GET /v1${path}`)).body;
const copy = (page: string, body: object, caller = owner) =>
  caller.rest(`POST /v1/spaces/${spaceId}/content/page/${page}/copy?format=markdown`, body);

beforeAll(async () => {
  server = await startServer();
  ({ id: organizationId, owner } = await anOrganization(server));
  ({ id: spaceId } = await aSpace(server, organizationId));
  ids = await write(owner, spaceId, [
    { operation: 'insert_files', files: [{ name: 'a.png', ref: 'picture', base64: pixel }] },
    { operation: 'insert_page', ref: 'home', title: 'Home' },
    { operation: 'insert_page', ref: 'guide', title: 'Guide' },
    { operation: 'insert_page', ref: 'deep', title: 'Deep', into: 'guide', document: { markdown: 'Deep.' } },
  ]);
  const markdown = `[Home](home), [deep](guide/deep), [by id](/pages/${id('deep')}) ![](/files/${id('picture')})`;
  await write(owner, spaceId, [{ operation: 'update_page', page: id('guide'), document: { markdown } }]);
});

describe('A copy of a page', () => {
  it('stands in the same space with the pages below it, under new ids, and links to its own pages', async () => {
    const reply = await copy(id('guide'), { title: 'Second guide' });
    const { id: copyId, path, title, pages, markdown } = reply.body;
    expect([reply.status, path, title]).toEqual([200, 'guide-1', 'Second guide']);
    expect(copyId).not.toBe(id('guide'));
    expect(pages[0].id).not.toBe(id('deep'));
    expect(markdown).toBe(
      `[Home](home), [deep](guide/deep), [by id](/pages/${pages[0].id}) ![](/files/${id('picture')})`,
    );
    const { items } = await get(`/spaces/${spaceId}/content/page/${pages[0].id}/backlinks`);
    expect(items.map(({ page }: { page: { id: string } }) => page.id ?? page)).toHaveLength(1);
    expect((await get(`/spaces/${spaceId}/content/page/${id('guide')}`)).title).toBe('Guide');
  });

  it('stands in another space with the files that it shows, and links to what stays', async () => {
    const { id: other } = await aSpace(server, organizationId);
    await write(owner, other, [{ operation: 'insert_page', title: 'Last' }]);
    const { status, body } = await copy(id('guide'), { space: other, at: 0 });
    expect([status, body.path]).toEqual([200, 'guide']);
    const { pages } = await get(`/spaces/${other}/content/pages`);
    expect(pages.map(({ title }: { title: string }) => title)).toEqual(['Guide', 'Last']);
    expect(body.markdown).toBe(
      `[Home](/spaces/${spaceId}/pages/${id('home')}), [deep](guide/deep), [by id](/pages/${body.pages[0].id}) ![](/files/${id('picture')})`,
    );
    expect((await get(`/spaces/${other}/content/files`)).items).toHaveLength(1);
    expect((await get(`/spaces/${other}/search?query=deep`)).items[0].id).toBe(body.pages[0].id);
  });

  it('is made in a change request, also of a locked space', async () => {
    const { id: locked } = await aSpace(server, organizationId, { editMode: 'locked' });
    expect((await copy(id('deep'), { space: locked })).body.error.type).toBe('space_locked');
    const { id: changeRequest } = await aChangeRequest(server, locked);
    const { status, body } = await copy(id('deep'), { space: locked, changeRequest });
    expect([status, body.title]).toEqual([200, 'Deep']);
    expect((await get(`/spaces/${locked}/content/pages`)).pages).toEqual([]);
    expect((await get(`/spaces/${locked}/change-requests/${changeRequest}/content/pages`)).pages).toHaveLength(1);
  });

  it('may be made by those who read the page and edit where it goes', async () => {
    const reader = await aMember(server, organizationId, 'read');
    const { id: foreign, owner: stranger } = await anOrganization(server);
    const { id: foreignSpace } = await aSpace(server, foreign);
    const refusals = [
      [await copy(id('deep'), {}, reader), 403, 'forbidden'],
      [await copy(id('deep'), {}, stranger), 404, 'not_found'],
      [await copy(id('deep'), { space: foreignSpace }), 404, 'reference_not_found'],
      [await copy(id('deep'), { into: 'pg_none' }), 404, 'reference_not_found'],
      [await copy('pg_none', {}), 404, 'not_found'],
      [await copy(id('deep'), { title: '' }), 400, 'validation_failed'],
    ] as const;
    expect(refusals.map(([{ status, body }]) => [status, body.error?.type])).toEqual(
      refusals.map(([, status, type]) => [status, type]),
    );
  });

  it('is not made for a token that may write and not read', async () => {
    const before = await get(`/spaces/${spaceId}/content/pages`);
    const writer = await server.as(owner.userId, { scopes: ['space:read', 'space:content:write'] });
    for (const [kind, body] of [
      ['copy', {}],
      ['move', { space: (await aSpace(server, organizationId)).id }],
    ] as const) {
      const reply = await writer.rest(`POST /v1/spaces/${spaceId}/content/page/${id('deep')}/${kind}`, body);
      expect([reply.status, reply.body.error.type]).toEqual([403, 'insufficient_scope']);
    }
    expect(await get(`/spaces/${spaceId}/content/pages`)).toEqual(before);
  });

  it('of itself below itself is a copy, which does not contain itself', async () => {
    const { status, body } = await copy(id('deep'), { into: id('deep') });
    expect([status, body.path, body.pages]).toEqual([200, 'guide/deep/deep', []]);
  });
});
