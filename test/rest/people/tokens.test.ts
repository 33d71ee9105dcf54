import { beforeAll, expect, test } from 'vitest';
import { anOrganization } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { clock } from '../../setup/clock.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;

beforeAll(async () => {
  server = await startServer();
  ({ owner, id: organizationId } = await anOrganization(server));
});

test('a token that is created over REST works until it is revoked over REST, and is listed without its secret', async () => {
  const expiresAt = new Date(clock.now().getTime() + 3_600_000).toISOString();
  const input = { name: 'CI', scopes: ['user:read', 'space:content:read'], organization: organizationId, expiresAt };
  const made = await owner.rest('POST /v1/user/tokens', input);
  expect(made.status).toBe(201);
  const { secret, token } = made.body;
  expect(token).toMatchObject({ ...input, kind: 'user', lastFour: secret.slice(-4) });

  const asToken = { headers: { authorization: `Bearer ${secret}` } };
  expect((await owner.rest('GET /v1/user', undefined, asToken)).status).toBe(200);
  expect((await owner.rest(`GET /v1/orgs/${organizationId}`, undefined, asToken)).status).toBe(403);

  const listed = await owner.rest('GET /v1/user/tokens?limit=1');
  expect(listed.body.items).toMatchObject([{ id: token.id, name: 'CI' }]);
  expect(JSON.stringify(listed.body)).not.toContain(secret);
  expect(listed.body.count).toBe(2);

  expect((await owner.rest(`DELETE /v1/user/tokens/${token.id}`)).status).toBe(205);
  expect((await owner.rest(`DELETE /v1/user/tokens/${token.id}`)).status).toBe(205);
  expect((await owner.rest('GET /v1/user', undefined, asToken)).status).toBe(401);
  const { body } = await owner.rest('GET /v1/user/tokens');
  expect(body.items.find(({ id }: any) => id === token.id).revokedAt).toEqual(expect.any(String));
});

test('a token over REST can do no more than the one it is created with, and those of others are not found', async () => {
  const other = await server.aUser();
  const mine = (await owner.rest('POST /v1/user/tokens', { name: 'Mine' })).body.token.id;
  expect((await other.rest(`DELETE /v1/user/tokens/${mine}`)).status).toBe(404);
  const { secret } = (await owner.rest('POST /v1/user/tokens', { name: 'Few', scopes: ['user:write'] })).body;
  const asFew = { headers: { authorization: `Bearer ${secret}` } };
  const more = { name: 'More', scopes: ['user:read'] };
  expect((await owner.rest('POST /v1/user/tokens', more, asFew)).body.error.type).toBe('insufficient_scope');
  for (const name of ['', ' ', undefined, 7])
    expect((await owner.rest('POST /v1/user/tokens', { name })).status).toBe(400);
});
