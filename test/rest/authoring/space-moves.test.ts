import { beforeAll, describe, expect, it } from 'vitest';
import { aCollection, aGrant, aMember, anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
});

const none = 'spc_AAAAAAAAAAAAAAAAAAAA';

const aCreatedSpace = async (owner: Caller, organizationId: string, body: object = {}) =>
  (await owner.rest(`POST /v1/orgs/${organizationId}/spaces`, body)).body as { id: string; parent?: string };

/** The children of a parent, in their order. */
async function order(owner: Caller, organizationId: string, parent: string | null): Promise<string[]> {
  const { body } = await owner.graphql(
    `query ($id: ID!) { organization(id: $id) {
      spaces(first: 100) { edges { node { id title position parentId } } }
      collections(first: 100) { edges { node { id title position parentId } } } } }`,
    { id: organizationId },
  );
  type Edge = { node: { title: string; position: string; parentId: string | null } };
  const edges: Edge[] = [...body.data.organization.spaces.edges, ...body.data.organization.collections.edges];
  return edges
    .map(({ node }) => node)
    .filter(({ parentId }) => parentId === parent)
    .toSorted((a, b) => (a.position < b.position ? -1 : 1))
    .map(({ title }) => title);
}

describe('POST /v1/spaces/{spaceId}/move', () => {
  async function aShelf() {
    const { id, owner } = await anOrganization(server);
    const shelf = (await owner.rest(`POST /v1/orgs/${id}/collections`, { title: 'Shelf' })).body.id as string;
    const a = await aCreatedSpace(owner, id, { title: 'A', parent: shelf });
    const inner = (await owner.rest(`POST /v1/orgs/${id}/collections`, { title: 'I', parent: shelf })).body
      .id as string;
    const c = await aCreatedSpace(owner, id, { title: 'C', parent: shelf });
    return {
      id,
      owner,
      shelf,
      inner,
      a,
      c,
      move: (space: string, body: object) => owner.rest(`POST /v1/spaces/${space}/move`, body),
    };
  }
  const space = (id: string) => ({ type: 'space', space: id });
  const collection = (id: string) => ({ type: 'collection', collection: id });

  it('orders spaces and collections under one parent together', async () => {
    const { id, owner, shelf, inner, a, c, move } = await aShelf();
    expect(await order(owner, id, shelf)).toEqual(['A', 'I', 'C']);
    expect((await move(c.id, { position: { before: space(a.id) } })).status).toBe(200);
    expect(await order(owner, id, shelf)).toEqual(['C', 'A', 'I']);
    expect((await move(c.id, { position: { after: collection(inner) } })).status).toBe(200);
    expect(await order(owner, id, shelf)).toEqual(['A', 'I', 'C']);
    expect((await move(a.id, { position: { before: space(c.id) } })).status).toBe(200);
    expect(await order(owner, id, shelf)).toEqual(['I', 'A', 'C']);
  });

  it('moves a space to another parent, at the end or beside a sibling', async () => {
    const { id, owner, shelf, a, c, move } = await aShelf();
    const top = await aCreatedSpace(owner, id, { title: 'Top' });
    expect((await move(a.id, { parent: null })).body.parent).toBeUndefined();
    expect(await order(owner, id, null)).toEqual(['Shelf', 'Top', 'A']);
    const reply = await move(top.id, { parent: shelf, position: { before: space(c.id) } });
    expect(reply.body.parent).toBe(shelf);
    expect(await order(owner, id, shelf)).toEqual(['I', 'Top', 'C']);
  });

  it('answers 409 to a move of a space that is in that place already', async () => {
    const { shelf, inner, a, c, move } = await aShelf();
    expect((await move(a.id, { parent: shelf })).status).toBe(409);
    expect((await move(a.id, { position: { before: collection(inner) } })).status).toBe(409);
    expect((await move(c.id, { parent: shelf, position: { after: collection(inner) } })).status).toBe(409);
  });

  it('refuses to move a space unless the position names one sibling under the new parent', async () => {
    const { id, owner, a, c, inner, move } = await aShelf();
    const top = await aCreatedSpace(owner, id);
    const statuses = [
      {},
      { position: {} },
      { position: { before: space(c.id), after: space(c.id) } },
      { position: { before: space(top.id) } },
      { position: { before: space(a.id) } },
      { parent: inner, position: { before: space(c.id) } },
      { position: { before: { type: 'space' } } },
      { position: { before: { type: 'page', page: 'x' } } },
    ].map(async (body) => (await move(a.id, body)).status);
    expect(await Promise.all(statuses)).toEqual(Array(statuses.length).fill(400));
  });

  it('answers 404 to a space move that names a hidden parent or sibling', async () => {
    const { a, move } = await aShelf();
    const foreign = await aCollection(server, (await anOrganization(server)).id);
    const parent = await move(a.id, { parent: foreign.id });
    expect([parent.status, parent.body.error.details[0].path]).toEqual([404, 'body.parent']);
    const sibling = await move(a.id, { position: { before: space(none) } });
    expect([sibling.status, sibling.body.error.details[0].path]).toEqual([404, 'body.position.before.space']);
  });

  it('allows moving a space only with create on the new parent', async () => {
    const { id, a, inner } = await aShelf();
    const guest = await aMember(server, id, null);
    await aGrant(server, id, { on: { spaceId: a.id }, to: guest, role: 'admin' });
    await aGrant(server, id, { on: { collectionId: inner }, to: guest, role: 'review' });
    expect((await guest.rest(`POST /v1/spaces/${a.id}/move`, { parent: inner })).status).toBe(403);
    expect((await guest.rest(`POST /v1/spaces/${a.id}/move`, { parent: null })).status).toBe(403);
  });

  it('keeps a strict order of siblings when many are moved concurrently', async () => {
    const { id, owner, shelf, a, c, inner, move } = await aShelf();
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        move(n % 2 ? a.id : c.id, { position: n % 3 ? { after: collection(inner) } : { before: collection(inner) } }),
      ),
    );
    expect(replies.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect((await order(owner, id, shelf)).toSorted()).toEqual(['A', 'C', 'I']);
  });
});

describe('POST /v1/spaces/{spaceId}/transfer', () => {
  it('a space is transferred to the top level of another organization, without grants of those who are not in it', async () => {
    const { id: from, owner } = await anOrganization(server);
    const { id: to } = await anOrganization(server);
    const { platform } = server;
    await platform.db.prisma.member.create({ data: { organizationId: to, userId: owner.userId, role: 'create' } });
    const [both, gone] = [await aMember(server, from, 'edit'), await aMember(server, from, 'edit')];
    await platform.db.prisma.member.create({ data: { organizationId: to, userId: both.userId, role: null } });
    const space = await aSpace(server, from, {
      parentId: (await aCollection(server, from)).id,
      visibility: 'in-collection',
    });
    await aGrant(server, from, { on: { spaceId: space.id }, to: both, role: 'comment' });
    await aGrant(server, from, { on: { spaceId: space.id }, to: gone, role: 'comment' });

    const reply = await owner.rest(`POST /v1/spaces/${space.id}/transfer`, { organization: to });

    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ organization: to, visibility: 'private', permissions: { admin: true } });
    expect(reply.body.parent).toBeUndefined();
    expect((await both.rest(`GET /v1/spaces/${space.id}`)).body.permissions.comment).toBe(true);
    expect((await gone.rest(`GET /v1/spaces/${space.id}`)).status).toBe(404);
    const grants = await platform.db.prisma.grant.findMany({ where: { spaceId: space.id } });
    expect(grants.map(({ organizationId }) => organizationId)).toEqual([to, to]);
    expect((await owner.rest(`GET /v1/orgs/${from}/spaces`)).body.count).toBe(0);
    expect((await owner.rest(`GET /v1/orgs/${to}/spaces`)).body.count).toBe(1);
  });

  it('refuses to transfer a space to its own organization with 409, to a hidden one with 404, without create with 403, without any with 400', async () => {
    const { id, owner } = await anOrganization(server);
    const space = await aSpace(server, id);
    const { id: hidden } = await anOrganization(server);
    const { id: closed } = await anOrganization(server);
    await server.platform.db.prisma.member.create({
      data: { organizationId: closed, userId: owner.userId, role: 'review' },
    });
    const transfer = async (body: object) => (await owner.rest(`POST /v1/spaces/${space.id}/transfer`, body)).status;

    expect(await transfer({ organization: id })).toBe(409);
    expect(await transfer({ organization: hidden })).toBe(404);
    expect(await transfer({ organization: closed })).toBe(403);
    expect(await transfer({})).toBe(400);
  });
});
