import { beforeAll, describe, expect, it } from 'vitest';
import { aChangeRequest, aGrant, aMember, anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { pixel, write } from '../../visitors-world.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;

beforeAll(async () => {
  server = await startServer();
  ({ id: organizationId, owner } = await anOrganization(server));
});

const get = async (path: string) => (await owner.rest(`GET /v1${path}`)).body;
const move = (spaceId: string, pageId: string, body: object, caller = owner) =>
  caller.rest(`POST /v1/spaces/${spaceId}/content/page/${pageId}/move`, body);
const markdownOf = async (spaceId: string, pageId = '') =>
  (await get(`/spaces/${spaceId}/content/page/${pageId}?format=markdown`)).markdown;
const pathsOf = async (spaceId: string) => {
  const { pages } = await get(`/spaces/${spaceId}/content/pages`);
  const list = (some: { path?: string; pages?: [] }[]): string[] =>
    some.flatMap(({ path = '', pages: below = [] }) => [path, ...list(below)]);
  return list(pages);
};
/** The links in the text of a page: the URLs as they are written, and whether they lead somewhere. */
const linksOf = async (spaceId: string, pageId = ''): Promise<string[]> => {
  const query = `query ($space: ID!, $page: ID!) { space(id: $space) { content { page(id: $page) {
    links(first: 50) { edges { node { href status } } } } } } }`;
  const { body } = await owner.graphql(query, { space: spaceId, page: pageId });
  const { edges } = body.data.space.content.page.links;
  return edges.map(
    ({ node: { href, status } }: { node: { href: string; status: string } }) =>
      `${href} ${status.toLowerCase().replace('_', '-')}`,
  );
};

/** A space with a guide of two pages, a page that links to them, and what they use; and a second space. */
async function aScene() {
  const [{ id: spaceId }, { id: other }] = [await aSpace(server, organizationId), await aSpace(server, organizationId)];
  const ids = await write(owner, spaceId, [
    { operation: 'insert_files', files: [{ name: 'a.png', ref: 'picture', base64: pixel }] },
    { operation: 'insert_reusable_content', ref: 'note', title: 'Note', document: { markdown: 'Kept.' } },
    { operation: 'insert_page', ref: 'home', title: 'Home' },
    { operation: 'insert_page', ref: 'guide', title: 'Guide' },
    { operation: 'insert_page', ref: 'deep', title: 'Deep', into: 'guide' },
  ]);
  const id = (name: string) => ids.get(name) ?? '';
  await write(owner, spaceId, [
    {
      operation: 'update_page',
      page: id('home'),
      document: { markdown: 'See [the guide](guide), [deep](guide/deep#part) and [again](guide).' },
    },
    {
      operation: 'update_page',
      page: id('guide'),
      document: {
        markdown: `# Part\n\n[Home](home), [deep](guide/deep), [here](#part) and [out](https://example.org).\n\n![](/files/${id('picture')})\n\n{% include "note" %}`,
      },
    },
    {
      operation: 'update_page',
      page: id('deep'),
      document: { markdown: '# Part\n\nBack to [the guide](/pages/' + id('guide') + '#part).' },
    },
  ]);
  return { spaceId, other, id };
}

describe('A page that is moved to another space', () => {
  it('keeps its id with the pages below it, and takes the files and reusable contents that they use', async () => {
    const { spaceId, other, id } = await aScene();
    const before = await get(`/spaces/${spaceId}/content/page/${id('deep')}`);
    const reply = await move(spaceId, id('guide'), { space: other });
    expect([reply.status, reply.body.id, reply.body.path]).toEqual([200, id('guide'), 'guide']);
    expect(await pathsOf(spaceId)).toEqual(['home']);
    expect(await pathsOf(other)).toEqual(['guide', 'guide/deep']);
    const after = await get(`/spaces/${other}/content/page/${id('deep')}`);
    expect([after.id, after.createdAt]).toEqual([before.id, before.createdAt]);
    const files = await get(`/spaces/${other}/content/files`);
    expect(files.items.map((file: { id: string }) => file.id)).toEqual([id('picture')]);
    const { reusableContents } = await get(`/spaces/${other}/content`);
    expect(reusableContents.map(({ title }: { title: string }) => title)).toEqual(['Note']);
    // What it was remains to be read where it was.
    const query = `query ($id: ID!) { space(id: $id) { revisions(first: 2) { edges { node { id } } } } }`;
    const { edges } = (await owner.graphql(query, { id: spaceId })).body.data.space.revisions;
    expect((await get(`/spaces/${spaceId}/revisions/${edges[1].node.id}/page/${id('deep')}`)).title).toBe('Deep');
  });

  it('is linked to and links as before, in both spaces', async () => {
    const { spaceId, other, id } = await aScene();
    await move(spaceId, id('guide'), { space: other });
    const [guide, deep] = [`/spaces/${other}/pages/${id('guide')}`, `/spaces/${other}/pages/${id('deep')}`];
    expect(await markdownOf(spaceId, id('home'))).toBe(
      `See [the guide](${guide}), [deep](${deep}#part) and [again](${guide}).`,
    );
    expect(await linksOf(spaceId, id('home'))).toEqual([`${guide} in-app`, `${deep}#part in-app`, `${guide} in-app`]);
    const home = `/spaces/${spaceId}/pages/${id('home')}`;
    expect(await linksOf(other, id('guide'))).toEqual([
      `${home} in-app`,
      'guide/deep ok',
      '#part ok',
      'https://example.org ok',
      `/files/${id('picture')} ok`,
    ]);
    expect(await linksOf(other, id('deep'))).toEqual([`/pages/${id('guide')}#part ok`]);
  });

  it('comes back as it was', async () => {
    const { spaceId, other, id } = await aScene();
    const linked = async () => [
      await pathsOf(spaceId),
      await linksOf(spaceId, id('deep')),
      (await linksOf(spaceId, id('guide'))).length,
    ];
    const before = await linked();
    await move(spaceId, id('guide'), { space: other });
    const back = await move(other, id('guide'), { space: spaceId });
    expect(back.status).toBe(200);
    expect(await linked()).toEqual(before);
    expect(await linksOf(spaceId, id('home'))).toEqual([
      `/pages/${id('guide')} ok`,
      `/pages/${id('deep')}#part ok`,
      `/pages/${id('guide')} ok`,
    ]);
    expect((await linksOf(spaceId, id('guide')))[0]).toBe(`/pages/${id('home')} ok`);
    expect(await pathsOf(other)).toEqual([]);
    expect((await move(spaceId, id('guide'), { space: other })).status).toBe(200);
  });

  it('takes its comments and those who watch it', async () => {
    const { spaceId, other, id } = await aScene();
    const comment = async (page: string) =>
      (await owner.rest(`POST /v1/spaces/${spaceId}/comments`, { body: { markdown: 'Hm.' }, page })).body.id;
    const [onGuide, onHome] = [await comment(id('guide')), await comment(id('home'))];
    await owner.rest(`POST /v1/spaces/${spaceId}/comments/${onGuide}/replies`, { body: { markdown: 'Yes.' } });
    await move(spaceId, id('guide'), { space: other });
    const list = async (space: string) =>
      (await get(`/spaces/${space}/comments`)).items.map((one: { id: string }) => one.id);
    expect([await list(spaceId), await list(other)]).toEqual([[onHome], [onGuide]]);
    expect((await get(`/spaces/${other}/comments/${onGuide}/replies`)).items).toHaveLength(1);
    expect([(await get(`/spaces/${spaceId}`)).comments, (await get(`/spaces/${other}`)).comments]).toEqual([1, 1]);
    expect((await get(`/spaces/${spaceId}`)).comments).toBe(1);
  });

  it('is found by the search there, and no longer here', async () => {
    const { spaceId, other, id } = await aScene();
    await move(spaceId, id('guide'), { space: other });
    const found = async (space: string) =>
      (await get(`/spaces/${space}/search?query=deep`)).items.map((one: { id: string }) => one.id);
    expect(await found(spaceId)).not.toContain(id('deep'));
    expect(await found(other)).toContain(id('deep'));
  });

  it('gets a free slug and its place among the pages there', async () => {
    const { spaceId, other, id } = await aScene();
    const there = await write(owner, other, [
      { operation: 'insert_page', ref: 'a', title: 'Guide' },
      { operation: 'insert_page', ref: 'b', title: 'Last' },
    ]);
    await move(spaceId, id('guide'), { space: other, at: 1 });
    expect(await pathsOf(other)).toEqual(['guide', 'guide-1', 'guide-1/deep', 'last']);
    await move(spaceId, id('home'), { space: other, into: there.get('b') });
    expect(await pathsOf(other)).toEqual(['guide', 'guide-1', 'guide-1/deep', 'last', 'last/home']);
  });

  it('is refused, and nothing is changed, when it cannot go there', async () => {
    const { spaceId, other, id } = await aScene();
    const { id: locked } = await aSpace(server, organizationId, { editMode: 'locked' });
    const { id: foreign, owner: stranger } = await anOrganization(server);
    const { id: foreignSpace } = await aSpace(server, foreign);
    const { id: copy } = (await owner.rest(`POST /v1/spaces/${spaceId}/duplicate`)).body;
    const editor = await aMember(server, organizationId, 'read');
    await aGrant(server, organizationId, { on: { spaceId }, to: editor, role: 'edit' });
    const refusals = [
      [await move(spaceId, id('guide'), { space: spaceId }), 400, 'validation_failed'],
      [await move(spaceId, id('guide'), { space: locked }), 403, 'space_locked'],
      [await move(locked, id('guide'), { space: other }), 403, 'space_locked'],
      [await move(spaceId, id('guide'), { space: foreignSpace }), 404, 'reference_not_found'],
      [await move(spaceId, 'pg_none', { space: other }), 404, 'not_found'],
      [await move(spaceId, id('guide'), { space: other, into: id('home') }), 404, 'reference_not_found'],
      [await move(spaceId, id('guide'), { space: copy }), 409, 'already_exists'],
      [await move(spaceId, id('guide'), { space: other }, stranger), 404, 'not_found'],
      [await move(spaceId, id('guide'), { space: other }, editor), 403, 'forbidden'],
    ] as const;
    expect(refusals.map(([{ status, body }]) => [status, body.error?.type])).toEqual(
      refusals.map(([, status, type]) => [status, type]),
    );
    expect(await pathsOf(spaceId)).toEqual(['home', 'guide', 'guide/deep']);
    expect(await pathsOf(other)).toEqual([]);
  });

  it('waits for change requests that change the pages, which the refusal names', async () => {
    const { spaceId, other, id } = await aScene();
    const propose = async (page: string) => {
      const request = await aChangeRequest(server, spaceId);
      await owner.rest(`POST /v1/spaces/${spaceId}/change-requests/${request.id}/content`, {
        changes: [{ operation: 'update_page', page, title: 'Other' }],
      });
      return request;
    };
    await propose(id('home'));
    const { id: requestId } = await propose(id('deep'));
    const refused = await move(spaceId, id('guide'), { space: other });
    expect([refused.status, refused.body.error.type]).toEqual([409, 'conflict']);
    expect(refused.body.error.details).toHaveLength(1);
    expect(refused.body.error.details[0].message).toContain(requestId);
    await owner.rest(`POST /v1/spaces/${spaceId}/change-requests/${requestId}/merge`);
    expect((await move(spaceId, id('guide'), { space: other })).status).toBe(200);
  });
});
