import { beforeAll, describe, expect, it } from 'vitest';
import { aCollection, aGrant, aMember, anOrganization, aSpace, aTeam } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
});

describe('space and collection', () => {
  it('spaces and collections link to each other in both directions as far as the caller may see them', async () => {
    const { id: org, owner } = await anOrganization(server);
    const collection = await aCollection(server, org, { defaultLevel: 'none' });
    const inner = await aCollection(server, org, { parentId: collection.id, title: 'Inner' });
    const space = await aSpace(server, org, { parentId: collection.id });
    const member = await aMember(server, org, 'read');
    await aGrant(server, org, { on: { spaceId: space.id }, to: member, role: 'read' });
    const query = `query ($id: ID!) { space(id: $id) { parent { id children { count edges { node { __typename id } } } spaces { count } } organization { id } } }`;

    const seen = (await owner.graphql(query, { id: space.id })).body.data.space;
    expect(seen).toEqual({
      parent: {
        id: collection.id,
        children: {
          count: 2,
          edges: expect.arrayContaining([
            { node: { __typename: 'Collection', id: inner.id } },
            { node: { __typename: 'Space', id: space.id } },
          ]),
        },
        spaces: { count: 1 },
      },
      organization: { id: org },
    });
    expect((await member.graphql(query, { id: space.id })).body.data.space).toEqual({
      parent: null,
      organization: { id: org },
    });
    const node = await owner.graphql('query ($id: ID!) { node(id: $id) { id ... on Collection { parent { id } } } }', {
      id: inner.id,
    });
    expect(node.body.data.node).toEqual({ id: inner.id, parent: { id: collection.id } });
  });

  it('the spaces and collections of a place are one list, in their order, as far as the caller may see them', async () => {
    const { id: org, owner } = await anOrganization(server);
    const member = await aMember(server, org, 'read');
    const shelf = (await aCollection(server, org)).id;
    for (const parentId of [null, shelf]) {
      const made = [
        await aSpace(server, org, { parentId, position: 'a4', title: 'Fourth' }),
        await aCollection(server, org, { parentId, position: 'a2', title: 'Second' }),
        await aSpace(server, org, { parentId, position: 'a1', title: 'First' }),
        await aCollection(server, org, { parentId, position: 'a3', title: 'Hidden', defaultLevel: 'none' }),
        await aSpace(server, org, { parentId, position: 'a5', title: 'Secret', defaultLevel: 'none' }),
        await aSpace(server, org, { parentId, position: 'Zz', title: 'Deleted' }),
      ];
      await owner.rest(`DELETE /v1/spaces/${made[5]?.id}`);
      const place = parentId === null ? ['organization', org] : ['collection', shelf];
      const list = async (caller: Caller, args: string) => {
        const query = `query ($id: ID!) { place: ${place[0]}(id: $id) { children${args} {
          count pageInfo { endCursor hasNextPage } edges { node { __typename id title position parentId ... on Space { emoji } } } } } }`;
        return (await caller.graphql(query, { id: place[1] })).body.data.place.children;
      };
      const titles = ({ edges }: any) =>
        edges.map(({ node }: any) => node.title).filter((title: string) => title !== 'Guides');
      const all = await list(owner, '');
      expect(titles(all)).toEqual(['First', 'Second', 'Hidden', 'Fourth', 'Secret']);
      const seen = await list(member, '');
      expect(titles(seen)).toEqual(['First', 'Second', 'Fourth']);
      expect(seen.count).toBe(seen.edges.length);
      const first = await list(member, '(first: 2)');
      const rest = await list(member, `(after: "${first.pageInfo.endCursor}")`);
      expect([...first.edges, ...rest.edges]).toEqual(seen.edges);
      expect((await list(member, '(last: 1)')).edges).toEqual(seen.edges.slice(-1));
      const byTitle = '(orderBy: { field: TITLE, direction: ASC }';
      expect(titles(await list(owner, `${byTitle})`))).toEqual(['First', 'Fourth', 'Hidden', 'Second', 'Secret']);
      const newest = titles(await list(owner, '(orderBy: { field: CREATED_AT })'));
      expect(newest.toSorted()).toEqual(titles(all).toSorted());
      expect(titles(await list(member, `${byTitle}, title: "SEC")`))).toEqual(['Second']);
      expect(titles(await list(owner, '(title: "sec")'))).toEqual(['Second', 'Secret']);
    }
    const outsider = await server.aUser();
    const { body } = await outsider.graphql('query ($id: ID!) { organization(id: $id) { children { count } } }', {
      id: org,
    });
    expect([body.data.organization, body.errors[0].extensions.type]).toEqual([null, 'not_found']);
  });

  it('the spaces of collections are read with a number of statements that does not grow', async () => {
    const query = `query ($id: ID!) { organization(id: $id) { collections(nested: false) { edges { node { title organization { title } parent { id } } } } } }`;
    const sent = async (many: number) => {
      const { id, owner } = await anOrganization(server);
      for (let made = 0; made < many; made += 1) await aCollection(server, id);
      await owner.graphql(query, { id });
      await server.statements.reset();
      await owner.graphql(query, { id });
      return server.statements.texts.length;
    };
    expect(await sent(20)).toBe(await sent(2));
  });
});

describe('defaultLevel', () => {
  it('a default level can be reset to inherit', async () => {
    const { id: org, owner } = await anOrganization(server, { defaultRole: 'read' });
    const space = await aSpace(server, org, { defaultLevel: 'none' });
    const { body } = await owner.graphql(
      `mutation ($id: ID!) { updateSpace(spaceId: $id, input: { defaultLevel: INHERIT }) { space { defaultLevel inheritsDefaultLevel } } }`,
      { id: space.id },
    );
    expect(body.data.updateSpace.space).toEqual({ defaultLevel: 'READ', inheritsDefaultLevel: true });
  });
});

describe('deleteSpace', () => {
  it('returns the deleted space, and refuses another version', async () => {
    const { id: org, owner } = await anOrganization(server);
    const space = await aSpace(server, org);
    const remove = (version: number) =>
      owner.graphql(
        `mutation ($id: ID!, $version: Int) { deleteSpace(spaceId: $id, expectedVersion: $version) { space { id deletedAt } } }`,
        { id: space.id, version },
      );
    expect((await remove(5)).body.errors[0].extensions).toMatchObject({ code: 'PRECONDITION_FAILED', status: 412 });
    expect((await remove(1)).body.data.deleteSpace.space).toEqual({ id: space.id, deletedAt: expect.any(String) });
  });
});

describe('grants', () => {
  it('are created, listed, found and revoked by admins alone', async () => {
    const { id: org, owner } = await anOrganization(server);
    const collection = await aCollection(server, org);
    const member = await aMember(server, org, 'read');
    const team = await aTeam(server, org, { members: [member] });
    const give = await owner.graphql(
      `mutation ($id: ID!, $team: ID!) { grantAccess(collectionId: $id, input: { role: CREATE, teamIds: [$team] }) {
        grants { id role team { id } user { id } collection { id } space { id } } } }`,
      { id: collection.id, team: team.id },
    );
    const [grant] = give.body.data.grantAccess.grants;
    expect(grant).toEqual({
      id: expect.stringMatching(/^grant_/),
      role: 'CREATE',
      team: { id: team.id },
      user: null,
      collection: { id: collection.id },
      space: null,
    });

    const find = 'query ($id: ID!) { node(id: $id) { id ... on Grant { role } } }';
    expect((await owner.graphql(find, { id: grant.id })).body.data.node).toEqual({ id: grant.id, role: 'CREATE' });
    const hidden = await member.graphql(find, { id: grant.id });
    expect(hidden.body.errors[0].extensions.status).toBe(404);

    const access = await owner.graphql(
      'query ($id: ID!) { collection(id: $id) { effectiveAccess(role: CREATE) { count edges { node { role user { id } } } } grants(holder: USER) { count } } }',
      { id: collection.id },
    );
    expect(access.body.data.collection).toEqual({
      effectiveAccess: { count: 1, edges: [{ node: { role: 'CREATE', user: { id: member.userId } } }] },
      grants: { count: 0 },
    });

    const revoke = 'mutation ($id: ID!, $team: ID!) { revokeAccess(collectionId: $id, teamId: $team) { deletedId } }';
    const variables = { id: collection.id, team: team.id };
    expect((await member.graphql(revoke, variables)).body.errors[0].extensions.status).toBe(403);
    expect((await owner.graphql(revoke, variables)).body.data.revokeAccess.deletedId).toBe(grant.id);
  });

  it('a grant requires exactly one resource and one holder', async () => {
    const { id: org, owner } = await anOrganization(server);
    const space = await aSpace(server, org);
    const { body: nowhere } = await owner.graphql(
      'mutation ($user: ID!) { grantAccess(input: { role: READ, userIds: [$user] }) { grants { id } } }',
      { user: owner.userId },
    );
    expect(nowhere.errors[0].extensions.status).toBe(400);
    const { body: nobody } = await owner.graphql('mutation ($id: ID!) { revokeAccess(spaceId: $id) { deletedId } }', {
      id: space.id,
    });
    expect(nobody.errors[0].extensions.status).toBe(400);
  });
});

describe('a token with one scope', () => {
  it('passes through a space or collection without reading its own fields', async () => {
    const { id: org, owner } = await anOrganization(server);
    const collection = await aCollection(server, org);
    await aSpace(server, org, { parentId: collection.id });
    const narrow = await server.as(owner.userId, { scopes: ['space:read'] });

    expect((await narrow.rest(`GET /v1/collections/${collection.id}/spaces`)).body.count).toBe(1);
    expect((await narrow.rest(`GET /v1/orgs/${org}/spaces`)).body.count).toBe(1);
    const { body } = await narrow.graphql(
      'query ($id: ID!) { collection(id: $id) { ...Own spaces { count } } } fragment Own on Collection { title }',
      { id: collection.id },
    );
    expect(body.errors[0].extensions.code).toBe('INSUFFICIENT_SCOPE');
    const merged = `query ($id: ID!, $more: Boolean!) {
      collection(id: $id) { spaces { count } } collection(id: $id) @include(if: $more) { title } }`;
    // A cached result for the document without the title must not apply to the next run, which selects it.
    for (const more of [false, true, true]) {
      const reply = await narrow.graphql(merged, { id: collection.id, more });
      expect(more && !reply.body.errors).toBe(false);
    }
  });
});
