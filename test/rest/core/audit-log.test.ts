import { beforeAll, describe, expect, it } from 'vitest';
import { purgeOldEvents } from '../../../src/domain/core/events/purge.ts';
import { aMember, anOrganization, type AnOrganization } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
});

const feedOf = async (caller: Caller, organizationId: string): Promise<{ type: string }[]> => {
  const { status, body } = await caller.rest(`GET /v1/orgs/${organizationId}/events`);
  expect(status).toBe(200);
  return body.items;
};

describe('the audit log', () => {
  let organization: AnOrganization;
  beforeAll(async () => {
    organization = await anOrganization(server);
    const { id, owner } = organization;
    const client = { headers: { 'user-agent': 'dashboard/1.0', 'x-request-id': 'audited-1' } };
    await owner.rest(`PATCH /v1/orgs/${id}`, { title: 'Audited' }, client);
    const create = 'mutation ($id: ID!) { createCollection(organizationId: $id, input: {}) { collection { id } } }';
    expect((await owner.graphql(create, { id })).body.errors).toBeUndefined();
    const token = await owner.rest('POST /v1/user/tokens', { name: 'Deploy', organization: id });
    expect(token.status).toBe(201);
  });

  const logOf = async (caller: Caller, query = '') => {
    const { status, body } = await caller.rest(`GET /v1/orgs/${organization.id}/audit-events?${query}`);
    return { status, items: body.items as { id: string; action: string; occurredAt: string }[] };
  };

  it('says how each change was brought about, the latest first', async () => {
    const { owner, id } = organization;
    const { items } = await logOf(owner);
    expect(items).toMatchObject([
      {
        action: 'api_token.created',
        actor: { type: 'user', id: owner.userId, label: expect.any(String), displayName: expect.any(String) },
        target: { type: 'api-token', id: expect.stringMatching(/^tok_/), label: 'Deploy', title: 'Deploy' },
        payload: { user: owner.userId },
        source: 'rest',
      },
      { action: 'collection.created', source: 'graphql' },
      {
        action: 'organization.updated',
        source: 'rest',
        executionId: 'audited-1',
        userAgent: 'dashboard/1.0',
        address: '127.0.0.1',
        target: { id },
        actor: { id: owner.userId },
      },
    ]);
    const [first] = items;
    const { body } = await owner.rest(`GET /v1/orgs/${id}/audit-events/${first!.id}`);
    expect(body).toEqual(first);
  });

  it('is listed by action, actor, target and time', async () => {
    const { owner, id } = organization;
    const actions = async (query: string) => (await logOf(owner, query)).items.map(({ action }) => action);
    expect(await actions('action=collection.created')).toEqual(['collection.created']);
    expect(await actions(`target=${id}`)).toEqual(['organization.updated']);
    expect(await actions(`actor=${owner.userId}&limit=1`)).toEqual(['api_token.created']);
    expect(await actions('actor=usr_nobody')).toEqual([]);
    const [latest] = (await logOf(owner)).items;
    expect(await actions(`from=${latest!.occurredAt}&limit=1`)).toEqual(['api_token.created']);
    expect(await actions('to=2020-01-01T00:00:00Z')).toEqual([]);
  });

  it('is for admins, and the feed has nothing that belongs to the log alone', async () => {
    const member = await aMember(server, organization.id, 'create');
    expect((await logOf(member)).status).toBe(403);
    const types = (await feedOf(organization.owner, organization.id)).map(({ type }) => type);
    expect(types).toEqual(['organization.updated', 'collection.created']);
    const [token] = (await logOf(organization.owner)).items;
    const { status } = await organization.owner.rest(`GET /v1/orgs/${organization.id}/events/${token!.id}`);
    expect(status).toBe(404);
  });

  it('has entries that the newest client of the contract reads, a hundred on a page, and lists their actions', async () => {
    const { owner, id } = organization;
    await server.platform.db.prisma.event.updateMany({
      where: { organizationId: id, type: 'collection.created' },
      data: { actorId: null },
    });
    const { items } = await logOf(owner, 'action=collection.created&limit=100');
    expect(items).toMatchObject([
      {
        object: 'audit-event',
        actor: { type: 'system', id: 'system', label: 'Octavo' },
        target: { type: 'collection', id: expect.stringMatching(/^col_/) },
        schemaVersion: 1,
      },
    ]);
    expect((await logOf(owner, 'limit=101')).status).toBe(400);
    const { body } = await owner.rest(`GET /v1/orgs/${id}/audit-event-actions`);
    expect(body.items).toContainEqual({
      object: 'audit-event-action',
      id: 'space.moved',
      label: 'A space was moved, to another parent or among its siblings.',
    });
  });

  it('keeps what the feed no longer shows, until its own time has come', async () => {
    const { owner, id } = await anOrganization(server);
    const { platform } = server;
    await owner.rest(`PATCH /v1/orgs/${id}`, { title: 'Old' });
    const age = async (days: number) => {
      const createdAt = new Date(platform.services.now().getTime() - days * 86_400_000);
      await platform.db.prisma.event.updateMany({ where: { organizationId: id }, data: { createdAt } });
      await purgeOldEvents({ ...platform.services, sql: platform.db.sql });
      const { body } = await owner.rest(`GET /v1/orgs/${id}/audit-events`);
      return [(await feedOf(owner, id)).length, body.items.length];
    };
    expect(await age(89)).toEqual([1, 1]);
    expect(await age(91)).toEqual([0, 1]);
    expect(await age(401)).toEqual([0, 0]);
  });
});

describe('a token that may read the organization alone', () => {
  it('reads of the audit log what it reads of the feed, and neither addresses nor clients', async () => {
    const organization = await anOrganization(server);
    const { id, owner } = organization;
    const secret = { title: 'Secret plan' };
    const { body: space } = await owner.rest(`POST /v1/orgs/${id}/spaces`, secret);
    await owner.rest(`PATCH /v1/spaces/${space.id}`, { title: 'Secret plan 2' });
    await owner.rest(`POST /v1/orgs/${id}/invites`, { emails: ['secret@example.org'], role: 'admin' });
    await owner.rest('POST /v1/user/tokens', { name: 'Secret token', organization: id });
    await owner.rest(`PATCH /v1/orgs/${id}`, { title: 'Known' });
    const log = `/v1/orgs/${id}/audit-events`;
    const entries = (await owner.rest(`GET ${log}`)).body.items as { id: string; type: string }[];
    const narrow = await server.as(owner.userId, { scopes: ['org:read'] });
    const { body } = await narrow.rest(`GET ${log}`);
    expect(body.items.map(({ type }: { type: string }) => type)).toEqual(
      (await feedOf(narrow, id)).map(({ type }) => type),
    );
    expect(body).toMatchObject({ count: 1, items: [{ type: 'organization.updated' }] });
    expect(body.items[0]).not.toHaveProperty('address');
    expect(body.items[0]).not.toHaveProperty('userAgent');
    expect(JSON.stringify(body)).not.toMatch(/secret/i);
    for (const { id: entry, type } of entries) {
      const { status } = await narrow.rest(`GET ${log}/${entry}`);
      expect([type, status]).toEqual([type, type === 'organization.updated' ? 200 : 403]);
      if (status === 403)
        expect((await narrow.rest(`GET ${log}?action=${type}`)).body.error.type).toBe('insufficient_scope');
    }
    const query =
      'query ($id: ID!) { organization(id: $id) { auditEvents { edges { node { address actor { email } } } } } }';
    const asked = await narrow.graphql(query, { id });
    expect(asked.body.data.organization.auditEvents.edges).toEqual([
      { node: { address: null, actor: { email: null } } },
    ]);
  });
});
