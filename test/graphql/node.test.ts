import { beforeAll, describe, expect, it } from 'vitest';
import { idPrefixes } from '../../src/lib/ids.ts';
import { schema } from '../../src/schema/index.ts';
import { aCollection, aGrant, aJob, aMember, aSpace, aTeam, anOrganization } from '../factories.ts';
import { startServer, type Caller, type Harness } from '../harness.ts';

/** One thing of every node type, all seen by `owner` and by nobody else. */
type World = Readonly<Record<string, string>>;

let server: Harness;
let owner: Caller;
let stranger: Caller;
let world: World;

const nodeTypes = schema.getPossibleTypes(schema.getType('Node') as never).map(({ name }) => name);
const prefixOf = (type: string) => Object.entries(idPrefixes).find(([, name]) => name === type)?.[0] ?? '';

beforeAll(async () => {
  server = await startServer();
  const { id: organizationId, owner: admin } = await anOrganization(server);
  owner = admin;
  stranger = await server.aUser();
  const member = await aMember(server, organizationId, 'read');
  const collection = await aCollection(server, organizationId);
  const space = await aSpace(server, organizationId, { parentId: collection.id });
  const grant = await aGrant(server, organizationId, {
    on: { spaceId: space.id },
    to: { userId: member.userId },
    role: 'edit',
  });
  const { services, db } = server.platform;
  const token = await db.prisma.apiToken.findFirstOrThrow({ where: { userId: owner.userId } });
  const invite = await db.prisma.invite.create({ data: { id: services.newId('inv'), organizationId, role: 'read' } });
  const said = { spaceId: space.id, revisionId: space.revisionId, authorId: member.userId, markdown: 'Hello' };
  const comment = await db.prisma.comment.create({ data: { id: services.newId('cmt'), ...said } });
  const reply = await db.prisma.comment.create({
    data: { id: services.newId('rpl'), parentId: comment.id, ...said },
  });
  const changeRequest = await db.prisma.changeRequest.create({
    data: {
      id: services.newId('cr'),
      spaceId: space.id,
      number: 1,
      revisionId: space.revisionId,
      revisionInitialId: space.revisionId,
    },
  });
  const review = await db.prisma.changeRequestReview.create({
    data: {
      id: services.newId('rvw'),
      changeRequestId: changeRequest.id,
      reviewerId: owner.userId,
      status: 'approved',
      revisionId: space.revisionId,
    },
  });
  world = {
    ChangeRequest: changeRequest.id,
    ChangeRequestReview: review.id,
    ApiToken: token.id,
    Team: (await aTeam(server, organizationId)).id,
    Invite: invite.id,
    Comment: comment.id,
    CommentReply: reply.id,
    User: member.userId,
    Organization: organizationId,
    Collection: collection.id,
    Space: space.id,
    Revision: space.revisionId,
    Grant: grant.id,
    Job: (await aJob(server, organizationId, { spaceId: space.id })).id,
  };
});

const nodeQuery = 'query ($id: ID!) { node(id: $id) { __typename id } }';
const node = async (caller: Caller, id: string) => (await caller.graphql(nodeQuery, { id })).body;

/** What a caller reads of an id, without the id itself. */
const reading = async (caller: Caller, id: string) =>
  JSON.parse(
    JSON.stringify(await node(caller, id))
      .replaceAll(id, 'ID')
      .replaceAll(/req_[\w-]+/g, 'REQUEST'),
  ) as unknown;

describe('node(id:)', () => {
  it.each(nodeTypes)('%s: found by its id, by whoever may see it', async (type) => {
    const id = world[type];
    // A new node type needs an example in this test.
    expect(id).toBeDefined();
    // Once by graphql-js, then compiled.
    for (let run = 0; run < 3; run += 1)
      expect(await node(owner, id ?? '')).toEqual({ data: { node: { __typename: type, id } } });
  });

  it.each(nodeTypes)('%s: hidden reads as absent', async (type) => {
    const hidden = await reading(stranger, world[type] ?? '');
    const absent = await reading(stranger, `${prefixOf(type)}_${'0'.repeat(20)}`);
    expect(hidden).toEqual(absent);
    expect(hidden).toMatchObject({
      data: { node: null },
      errors: [{ path: ['node'], extensions: { code: 'NOT_FOUND', type: 'not_found', status: 404 } }],
    });
  });

  it.each([
    '',
    'spc',
    'spc_',
    'nope_123',
    '_',
    '__proto__',
    'constructor_x',
    'toString_x',
    '1',
    'SPC_123',
    ' spc_1',
    '%00',
    '🙂_1',
  ])('nothing has the id %j', async (id) => {
    const { data, errors } = await node(owner, id);
    expect(data).toEqual({ node: null });
    expect(errors).toHaveLength(1);
    expect(errors[0].extensions).toMatchObject({ code: 'NOT_FOUND', type: 'not_found' });
  });

  it('gives the fields of the very type', async () => {
    const query =
      'query ($id: ID!) { node(id: $id) { ... on Space { title organization { id } } ... on User { displayName } } }';
    for (let run = 0; run < 3; run += 1) {
      const { body } = await owner.graphql(query, { id: world['Space'] });
      expect(body).toEqual({ data: { node: { title: 'Handbook', organization: { id: world['Organization'] } } } });
    }
  });
});

describe('nodes(ids:)', () => {
  it('keeps the order, with a null and an error where one is hidden or absent', async () => {
    const ids = [world['Space'], 'spc_absent', world['Organization'], 'nope', world['Space']];
    for (let run = 0; run < 3; run += 1) {
      const { body } = await owner.graphql('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids });
      expect(body.data).toEqual({ nodes: [{ id: ids[0] }, null, { id: ids[2] }, null, { id: ids[4] }] });
      expect(body.errors.map(({ path }: { path: unknown }) => path)).toEqual([
        ['nodes', 1],
        ['nodes', 3],
      ]);
    }
  });

  it('reads a hundred spaces with one statement', async () => {
    const { id, owner: admin } = await anOrganization(server);
    const ids: string[] = [];
    for (let n = 0; n < 100; n += 1) ids.push((await aSpace(server, id)).id);
    const read = async (count: number) => {
      server.statements.reset();

      const { body } = await admin.graphql(
        'query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on Space { organization { title } } } }',
        { ids: ids.slice(0, count) },
      );
      expect(body.errors).toBeUndefined();
      expect(body.data.nodes).toHaveLength(count);
      return server.statements.texts.length;
    };
    await read(1);
    expect(await read(100)).toBe(await read(1));
  });
});

describe('cursors', () => {
  it('are the same string in GraphQL and in REST', async () => {
    const { id, owner: admin } = await anOrganization(server);
    for (let n = 0; n < 5; n += 1) await aSpace(server, id);
    const query =
      'query ($id: ID!, $after: String) { organization(id: $id) { spaces(first: 2, after: $after) { pageInfo { hasNextPage endCursor } edges { cursor node { id } } } } }';
    let after: string | null = null;
    for (let page = 0; page < 3; page += 1) {
      const { body } = await admin.graphql(query, { id, after });
      const { pageInfo, edges } = body.data.organization.spaces;
      const rest: Awaited<ReturnType<Caller['rest']>> = await admin.rest(
        `GET /v1/orgs/${id}/spaces?limit=2${after ? `&page=${after}` : ''}`,
      );
      expect(edges.map((edge: { node: { id: string } }) => edge.node.id)).toEqual(
        rest.body.items.map((item: { id: string }) => item.id),
      );
      expect(edges.at(-1).cursor).toBe(pageInfo.endCursor);
      expect(rest.body.next?.page ?? null).toBe(pageInfo.hasNextPage ? pageInfo.endCursor : null);
      after = pageInfo.endCursor;
    }
  });
});
