import { beforeAll, describe, expect, it } from 'vitest';
import { maxListedEffects } from '../../../src/domain/core/events/catalogue.ts';
import { aCollection, aGrant, aMember, anOrganization, aSpace, type AnOrganization } from '../../factories.ts';
import { insert } from '../../insert.ts';
import { clock } from '../../setup/clock.ts';
import { startServer, type Caller, type Harness, type Reply } from '../../harness.ts';

let server: Harness;
let organization: AnOrganization;
let owner: Caller;
beforeAll(async () => {
  server = await startServer();
  organization = await anOrganization(server);
  ({ owner } = organization);
});

/** What a request has emitted. */
async function emittedBy(request: Promise<Reply>) {
  const { status, headers } = await request;
  expect(status).toBeLessThan(300);
  const where = { requestId: String(headers['x-request-id']) };
  return server.platform.db.prisma.event.findMany({ where, orderBy: { position: 'asc' } });
}

describe('access that ends or begins with something else has events of its own', () => {
  it('for a member who is removed: each grant and each team', async () => {
    const { id } = organization;
    const member = await aMember(server, id, 'read');
    const { userId } = member;
    const space = await aSpace(server, id);
    await aGrant(server, id, { on: { spaceId: space.id }, to: { userId }, role: 'edit' });
    const { body: team } = await owner.rest(`PUT /v1/orgs/${id}/teams`, { title: 'Team', members: [userId] });
    const events = await emittedBy(owner.rest(`DELETE /v1/orgs/${id}/members/${userId}`));
    expect(events.map(({ type, spaceId, subjectId, data }) => ({ type, spaceId, subjectId, data }))).toMatchObject([
      { type: 'access.revoked', spaceId: space.id, data: { user: userId } },
      { type: 'team.member_removed', subjectId: team.id, data: { user: userId } },
      { type: 'member.removed' },
    ]);
  });

  it('for a team that is deleted, on each of what it was granted', async () => {
    const { id } = organization;
    const { body: team } = await owner.rest(`PUT /v1/orgs/${id}/teams`, { title: 'Team' });
    const collection = await aCollection(server, id);
    await aGrant(server, id, { on: { collectionId: collection.id }, to: { teamId: team.id }, role: 'read' });
    const events = await emittedBy(owner.rest(`DELETE /v1/orgs/${id}/teams/${team.id}`));
    expect(events).toMatchObject([
      { type: 'access.revoked', collectionId: collection.id, data: { team: team.id } },
      { type: 'team.deleted' },
    ]);
  });

  it('for a copy of a space, which has the grants of its source', async () => {
    const { id } = organization;
    const { userId } = await aMember(server, id, null);
    const space = await aSpace(server, id);
    await aGrant(server, id, { on: { spaceId: space.id }, to: { userId }, role: 'comment' });
    const events = await emittedBy(owner.rest(`POST /v1/spaces/${space.id}/duplicate`));
    const copy = events.find(({ type }) => type === 'space.created');
    expect(events.filter(({ type }) => type === 'access.granted')).toMatchObject([
      { spaceId: copy?.subjectId, data: { user: userId, role: 'comment' } },
    ]);
  });
});

describe('more than a hundred roles that begin or end together', () => {
  const many = maxListedEffects + 3;
  const typesOf = (events: readonly { readonly type: string }[]) => {
    const types = events.map(({ type }) => type);
    return Object.fromEntries([...new Set(types)].map((type) => [type, types.filter((one) => one === type).length]));
  };

  it('of a member and of a team: the first have events, and that of the leave has the number of all', async () => {
    const { id } = organization;
    const { platform } = server;
    const { userId } = await aMember(server, id, 'read');
    const { body: team } = await owner.rest(`PUT /v1/orgs/${id}/teams`, { title: 'Large' });
    const spaces = await Promise.all(Array.from({ length: many }, () => aSpace(server, id)));
    const ids = spaces.map((space) => ({ organizationId: id, spaceId: space.id, role: 'edit' }));
    const grants = [{ userId }, { teamId: team.id }].flatMap((holder) =>
      ids.map((on) => ({ ...on, ...holder, id: platform.services.newId('grant'), createdAt: clock.now() })),
    );
    await platform.db.prisma.grant.createMany({ data: grants });
    const removed = await emittedBy(owner.rest(`DELETE /v1/orgs/${id}/members/${userId}`));
    expect(typesOf(removed)).toEqual({ 'access.revoked': maxListedEffects, 'member.removed': 1 });
    expect(removed.at(-1)?.data).toEqual({ user: userId, grants: many });
    const deleted = await emittedBy(owner.rest(`DELETE /v1/orgs/${id}/teams/${team.id}`));
    expect(typesOf(deleted)).toEqual({ 'access.revoked': maxListedEffects, 'team.deleted': 1 });
    expect(deleted.at(-1)?.data).toEqual({ grants: many });
    expect(await platform.db.prisma.grant.count({ where: { id: { in: grants.map((grant) => grant.id) } } })).toBe(0);
  });

  it('of a copy of a space: all are copied, and the first have events', async () => {
    const { id } = organization;
    const { platform } = server;
    const space = await aSpace(server, id);
    const users = Array.from({ length: many }, () => platform.services.newId('usr'));
    await insert(platform, 'users', ...users.map((one) => ({ id: one, displayName: 'Reader' })));
    await platform.db.prisma.grant.createMany({
      data: users.map((userId) => ({
        id: platform.services.newId('grant'),
        organizationId: id,
        spaceId: space.id,
        userId,
        role: 'read',
        createdAt: clock.now(),
      })),
    });
    const copied = await emittedBy(owner.rest(`POST /v1/spaces/${space.id}/duplicate`));
    expect(typesOf(copied)).toEqual({ 'access.granted': maxListedEffects, 'space.created': 1 });
    const { subjectId, data } = copied.at(-1)!;
    expect(data).toMatchObject({ grants: many });
    expect(await platform.db.prisma.grant.count({ where: { spaceId: subjectId } })).toBe(many + 1);
  });
});

describe('a space or collection that leaves a collection', () => {
  it.each(['spaces', 'collections'] as const)('names the collections that it has left: %s', async (kind) => {
    const { id } = organization;
    const outer = await aCollection(server, id);
    const { id: parentId } = await aCollection(server, id, { parentId: outer.id });
    const node =
      kind === 'spaces' ? await aSpace(server, id, { parentId }) : await aCollection(server, id, { parentId });
    const within = [parentId, outer.id];
    const [moved] = await emittedBy(owner.rest(`POST /v1/${kind}/${node.id}/move`, { parent: null }));
    expect(moved).toMatchObject({ subjectId: node.id, data: { parent: null, within } });
    await owner.rest(`POST /v1/${kind}/${node.id}/move`, { parent: parentId });
    const other = await anOrganization(server, { owner });
    const transferred = await emittedBy(owner.rest(`POST /v1/${kind}/${node.id}/transfer`, { organization: other.id }));
    expect(Object.fromEntries(transferred.map(({ organizationId, data }) => [organizationId, data]))).toEqual({
      [id]: { organization: other.id, within },
      [other.id]: { organization: id },
    });
  });
});

it('reactions, and what an admin sets others to watch, have events where something has changed', async () => {
  const { id } = organization;
  const space = await aSpace(server, id);
  const at = `/v1/spaces/${space.id}/comments`;
  const { body: comment } = await owner.rest(`POST ${at}`, { body: { markdown: 'Hello' } });
  const react = (body: object) => emittedBy(owner.rest(`PUT ${at}/${comment.id}`, body));
  expect(await react({ addedReactions: ['👍'] })).toMatchObject([
    { type: 'comment.reacted', subjectId: comment.id, data: { added: ['👍'], removed: [] } },
  ]);
  expect(await react({ addedReactions: ['👍'] })).toEqual([]);
  expect(await react({ removedReactions: ['👍'] })).toMatchObject([{ data: { added: [], removed: ['👍'] } }]);
  const { userId } = await aMember(server, id, 'read');
  const watch = `mutation ($id: ID!, $user: ID) { watch(nodeId: $id, userId: $user, input: {}) { watch { id } } }`;
  const unwatch = `mutation ($id: ID!, $user: ID) { unwatch(nodeId: $id, userId: $user) { deletedId } }`;
  const emittedByMutation = async (mutation: string, user: string | null) => {
    const reply = await owner.graphql(mutation, { id: space.id, user });
    expect(reply.body.errors).toBeUndefined();
    return emittedBy(Promise.resolve(reply));
  };
  expect(await emittedByMutation(watch, userId)).toMatchObject([
    { type: 'watch.updated', spaceId: space.id, data: { user: userId, level: 'everything' } },
  ]);
  expect(await emittedByMutation(unwatch, userId)).toMatchObject([{ type: 'watch.deleted', data: { user: userId } }]);
  expect(await emittedByMutation(watch, null)).toEqual([]);
});
