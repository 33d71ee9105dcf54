import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Prisma } from '../../../src/db/generated/client.ts';
import { anOrganization, aWebhook, type AnOrganization } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';

let server: Harness;
let organization: AnOrganization;
let owner: Caller;
let narrow: Caller;
let path: string;
beforeAll(async () => {
  server = await startServer();
  organization = await anOrganization(server);
  ({ owner } = organization);
  narrow = await server.as(owner.userId, { scopes: ['org:read', 'org:write', 'space:read'] });
  path = `/v1/orgs/${organization.id}/webhooks`;
});
beforeEach(async () => {
  await server.platform.db.prisma.webhook.deleteMany({ where: { organizationId: organization.id } });
});

const url = 'https://hooks.example.org/octavo';

/** A webhook with the delivery of a comment, which was one of its types. */
async function aHook(types: readonly string[], delivery: Prisma.WebhookDeliveryUpdateInput = {}) {
  const { id, deliveryId } = await aWebhook(server, organization.id, { types: [...types] });
  const { prisma } = server.platform.db;
  await prisma.webhookDelivery.update({
    where: { id: deliveryId },
    data: { body: '{}', type: 'comment.created', ...delivery },
  });
  const state = async () => (await prisma.webhookDelivery.findUniqueOrThrow({ where: { id: deliveryId } })).state;
  return { at: `${path}/${id}`, of: `${path}/${id}/deliveries/${deliveryId}`, state };
}

/** The type of the error that a token without the scope of comments gets, and the status for one that has it. */
async function answersOf(signature: string, body?: object) {
  const refused = await narrow.rest(signature, body);
  return [refused.body.error?.type ?? refused.status, (await owner.rest(signature, body)).status];
}

describe('a token without the scope of a type', () => {
  it('adds no webhook that sends it', async () => {
    expect((await narrow.rest(`POST ${path}`, { url, types: ['space.*'] })).status).toBe(201);
    expect(await answersOf(`POST ${path}`, { url, types: ['space.*', 'comment.created'] })).toEqual([
      'insufficient_scope',
      201,
    ]);
  });

  it('changes no webhook that has sent it until then, and gives it no secret', async () => {
    const { at } = await aHook(['*']);
    for (const [signature, body] of [
      [`PATCH ${at}`, { url }],
      [`PATCH ${at}`, { url, types: ['space.*'] }],
    ] as const) {
      expect((await narrow.rest(signature, body)).body.error.type).toBe('insufficient_scope');
    }
    expect(await answersOf(`POST ${at}/rotate-secret`)).toEqual(['insufficient_scope', 200]);
    expect(await answersOf(`PATCH ${at}`, { url, types: ['space.*'] })).toEqual(['insufficient_scope', 200]);
  });

  it('gives no other address to what still waits', async () => {
    const { at } = await aHook(['space.*'], { state: 'pending' });
    expect((await narrow.rest(`PATCH ${at}`, { description: 'Chat' })).status).toBe(200);
    expect(await answersOf(`PATCH ${at}`, { url })).toEqual(['insufficient_scope', 200]);
  });

  it('reads no body of it, no answer that may repeat it, and sends none again', async () => {
    const { at, of, state } = await aHook(['space.*'], { response: 'Got {}' });
    expect((await owner.rest(`GET ${of}`)).body).toMatchObject({ request: '{}', response: 'Got {}' });
    const seen = (await narrow.rest(`GET ${of}`)).body;
    expect(seen).not.toHaveProperty('request');
    expect(seen).not.toHaveProperty('response');
    for (const signature of [`POST ${of}/redeliver`, `POST ${at}/redeliver`])
      expect((await narrow.rest(signature, {})).body.error?.type).toBe('insufficient_scope');
    await owner.rest(`PATCH ${at}`, { active: false });
    const resumed = { active: true, resumeFrom: 'lastDelivered' };
    expect((await narrow.rest(`PATCH ${at}`, resumed)).body.error?.type).toBe('insufficient_scope');
    expect(await state()).toBe('failed');
    expect((await owner.rest(`PATCH ${at}`, resumed)).status).toBe(200);
  });

  it('adds no webhook that sends it in the resource of another type', async () => {
    const reader = await server.as(owner.userId, { scopes: ['org:read', 'org:write', 'space:content:read'] });
    const { body } = await reader.rest(`POST ${path}`, { url, types: ['content.updated'] });
    expect(body.error?.message).toContain('"space:read"');
  });
});
