import { beforeAll, describe, expect, it } from 'vitest';
import { aMember, anOrganization, aSpace } from '../factories.ts';
import { startServer, type Harness } from '../harness.ts';

const key = (name: string) => ({ headers: { 'idempotency-key': `${name}-00000001` } });

describe('an answer that is repeated for a key', () => {
  let server: Harness;

  beforeAll(async () => {
    server = await startServer();
  });

  it('a repeated request with an Idempotency-Key gets the same answer, marked as a repetition in its headers', async () => {
    const { id, owner } = await anOrganization(server);
    const first = await owner.rest(`POST /v1/orgs/${id}/spaces`, { title: 'Once' }, key('same'));
    const second = await owner.rest(`POST /v1/orgs/${id}/spaces`, { title: 'Once' }, key('same'));
    expect(second.body).toEqual(first.body);
    expect(second.headers['location']).toBe(first.headers['location']);
    expect([first.headers['idempotency-replayed'], second.headers['idempotency-replayed']]).toEqual([
      undefined,
      'true',
    ]);
  });

  it('the answer kept for an Idempotency-Key is not replayed to another user', async () => {
    const { id, owner } = await anOrganization(server);
    const other = await aMember(server, id, 'admin');
    const first = await owner.rest(`POST /v1/orgs/${id}/spaces`, { title: 'Mine' }, key('other'));
    const second = await other.rest(`POST /v1/orgs/${id}/spaces`, { title: 'Mine' }, key('other'));
    expect(second.status).toBe(201);
    expect(second.body.id).not.toBe(first.body.id);
  });

  it('the answer kept for an Idempotency-Key is not replayed to a token with fewer scopes of the same user', async () => {
    const { id, owner } = await anOrganization(server);
    const elsewhere = await anOrganization(server, { owner });
    const create = `POST /v1/orgs/${id}/spaces`;
    expect((await owner.rest(create, { title: 'Secret' }, key('narrow'))).status).toBe(201);
    const reader = await server.as(owner.userId, { scopes: ['org:read'] });
    const pinned = await server.as(owner.userId, { organizationId: elsewhere.id });
    expect((await reader.rest(create, { title: 'Secret' }, key('narrow'))).status).toBe(403);
    expect((await pinned.rest(create, { title: 'Secret' }, key('narrow'))).status).toBe(404);
  });

  it('the answer kept for an Idempotency-Key is replayed to another token of the user with the same scopes', async () => {
    const { id, owner } = await anOrganization(server);
    const first = await owner.rest(`POST /v1/orgs/${id}/spaces`, { title: 'Rotated' }, key('rotated'));
    const rotated = await server.as(owner.userId);
    const second = await rotated.rest(`POST /v1/orgs/${id}/spaces`, { title: 'Rotated' }, key('rotated'));
    expect(second.body).toEqual(first.body);
  });

  it('the answer kept for an Idempotency-Key is not replayed to a user who has left the organization', async () => {
    const { id } = await anOrganization(server);
    const writer = await aMember(server, id, 'create');
    const create = `POST /v1/orgs/${id}/spaces`;
    expect((await writer.rest(create, { title: 'Secret' }, key('left'))).status).toBe(201);
    await server.platform.db.prisma.member.delete({
      where: { organizationId_userId: { organizationId: id, userId: writer.userId } },
    });
    expect((await writer.rest(create, { title: 'Secret' }, key('left'))).status).toBe(404);
  });

  it('the answer kept for an Idempotency-Key is not replayed to a user who has lost access to the space', async () => {
    const { id } = await anOrganization(server);
    const { id: spaceId } = await aSpace(server, id);
    const member = await aMember(server, id, 'comment');
    const say = `POST /v1/spaces/${spaceId}/comments`;
    expect((await member.rest(say, { body: { markdown: 'Hello' } }, key('closed'))).status).toBe(200);
    await server.platform.db.prisma.space.update({ where: { id: spaceId }, data: { defaultLevel: 'none' } });
    expect((await member.rest(say, { body: { markdown: 'Hello' } }, key('closed'))).status).toBe(404);
  });

  it('a failed answer is not kept for its Idempotency-Key', async () => {
    const { id, owner } = await anOrganization(server);
    const create = `POST /v1/orgs/${id}/spaces`;
    expect((await owner.rest(create, { title: 'x', parent: 'col_none' }, key('failed'))).status).toBe(404);
    expect((await owner.rest(create, { title: 'Good' }, key('failed'))).status).toBe(201);
  });

  it('concurrent requests with one Idempotency-Key take effect once', async () => {
    const { id, owner } = await anOrganization(server);
    const create = `POST /v1/orgs/${id}/spaces`;
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => owner.rest(create, { title: 'Together' }, key('together'))),
    );
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect((await owner.rest(`GET /v1/orgs/${id}/spaces`)).body.count).toBe(1);
  });
});
