import { beforeAll, describe, expect, it } from 'vitest';
import { aMember, anOrganization } from '../factories.ts';
import { startServer, type Caller, type Harness } from '../harness.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;

beforeAll(async () => {
  server = await startServer();
  ({ id: organizationId, owner } = await anOrganization(server));
});

const create = `mutation ($id: ID!, $title: String) {
  createCollection(organizationId: $id, input: { title: $title }) { collection { id } } }`;
const withKey = (key: string) => ({ headers: { 'idempotency-key': key } });
const count = () => server.platform.db.prisma.collection.count({ where: { organizationId } });

describe('Idempotency-Key of a mutation', () => {
  it('has its effect once, and answers the same again', async () => {
    const before = await count();
    const first = await owner.graphql(create, { id: organizationId, title: 'Once' }, withKey('g-1'));
    const again = await owner.graphql(create, { id: organizationId, title: 'Once' }, withKey('g-1'));
    expect(again.body).toEqual(first.body);
    expect(first.body.data.createCollection.collection.id).toMatch(/^col_/);
    expect([first.headers['idempotency-replayed'], again.headers['idempotency-replayed']]).toEqual([undefined, 'true']);
    expect((await count()) - before).toBe(1);
  });

  it('answers a new token again, whose secret the database does not hold', async () => {
    const token = 'mutation { createApiToken(input: { name: "Keyed", scopes: [USER_READ] }) { token } }';
    const first = await owner.graphql(token, {}, withKey('g-secret'));
    const { token: secret } = first.body.data.createApiToken;
    expect((await owner.graphql(token, {}, withKey('g-secret'))).body).toEqual(first.body);
    const { rows } = await server.platform.db.pool.query(
      'select body from idempotency_keys where key = $1 and body is not null',
      ['g-secret'],
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it('has its effect once when the same requests arrive together', async () => {
    const before = await count();
    const ask = () => owner.graphql(create, { id: organizationId, title: 'Together' }, withKey('g-2'));
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect((await count()) - before).toBe(1);
  });

  it('is refused for another request, several mutations, a query, and a key that is none', async () => {
    await owner.graphql(create, { id: organizationId, title: 'Same' }, withKey('g-3'));
    const other = await owner.graphql(create, { id: organizationId, title: 'Other' }, withKey('g-3'));
    expect(other.body.errors[0].extensions.type).toBe('idempotency_key_reused');
    const refused = [
      [
        `mutation { a: ping(organizationId: "${organizationId}") { __typename } b: ping(organizationId: "${organizationId}") { __typename } }`,
        'g-4',
      ],
      [`mutation { ...M } fragment M on Mutation { ping(organizationId: "${organizationId}") { __typename } }`, 'g-5'],
      ['{ viewer { id } }', 'g-6'],
      [`mutation { ping(organizationId: "${organizationId}") { __typename } }`, 'with space'],
    ] as const;
    for (const [query, key] of refused) {
      const { body } = await owner.graphql(query, {}, withKey(key));
      expect(body.errors[0].extensions).toMatchObject({ status: 400, details: [{ path: 'header.idempotency-key' }] });
    }
  });

  it('keeps no failure, and leaves nothing of a mutation that failed', async () => {
    const before = await count();
    const failed = await owner.graphql(create, { id: organizationId, title: 'x'.repeat(51) }, withKey('g-7'));
    expect(failed.body.errors[0].extensions.status).toBe(400);
    const title = 'y';
    const late = `mutation ($id: ID!, $title: String) { createCollection(organizationId: $id, input: { title: $title, parentId: "col_gone" }) { collection { id } } }`;
    expect((await owner.graphql(late, { id: organizationId, title }, withKey('g-8'))).body.errors).toHaveLength(1);
    expect(await count()).toBe(before);
    const { body } = await owner.graphql(create, { id: organizationId, title }, withKey('g-7'));
    expect(body.errors).toBeUndefined();
  });

  it('tells a caller nothing who has lost the organization meanwhile', async () => {
    const member = await aMember(server, organizationId, 'admin');
    const ask = () => member.graphql(create, { id: organizationId, title: 'Lost' }, withKey('g-9'));
    expect((await ask()).body.errors).toBeUndefined();
    await server.platform.db.prisma.member.deleteMany({ where: { organizationId, userId: member.userId } });
    expect((await ask()).body.errors[0].extensions.type).toBe('not_found');
  });
});

describe('what an answer says about itself', () => {
  it('an answer carries its cost and the limit', async () => {
    const reply = await server.app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { authorization: `Bearer ${owner.secret}` },
      payload: { query: '{ viewer { organizations(first: 7) { edges { node { id } } } } }' },
    });
    const { cost } = reply.json().extensions;
    expect(cost.objects).toBeGreaterThanOrEqual(7);
    expect(cost.limit).toBeGreaterThan(cost.objects);
  });

  it('an error suggests names to signed-in callers only', async () => {
    const message = (reply: { body: unknown }) => JSON.stringify(reply.body);
    expect(message(await owner.graphql('{ viewer { displayNam } }'))).toContain('Did you mean \\"displayName\\"');
    expect(message(await server.call('POST /graphql', { query: '{ viewer { displayNam } }' }))).not.toContain('mean');
  });
});

describe('GET /graphql/schema.graphql', () => {
  it('is the schema as text with a description, for signed-in callers, and has an ETag', async () => {
    const get = (headers: Record<string, string> = {}) =>
      server.app.inject({ url: '/graphql/schema.graphql', headers });
    const authorization = `Bearer ${owner.secret}`;
    const reply = await get({ authorization });
    expect(reply.headers['content-type']).toContain('application/graphql');
    expect(reply.body).toMatch(/^"""[^]*"""\nschema \{/);
    expect(reply.body).toContain('type Page implements Node');
    expect((await get({ authorization, 'if-none-match': String(reply.headers.etag) })).statusCode).toBe(304);
    expect((await get()).statusCode).toBe(401);
  });
});
