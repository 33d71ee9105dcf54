import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createServer } from '../../../src/app/http/server.ts';
import { openPlatform, type Platform } from '../../../src/app/process/platform.ts';
import { readConfig } from '../../../src/config.ts';
import { scopes as allScopes } from '../../../src/access/scopes.ts';
import { createAuthenticate } from '../../../src/domain/people/tokens/authenticate.ts';
import { issueToken } from '../../../src/domain/people/tokens/issue.ts';
import { aMember, anOrganization } from '../../factories.ts';
import { baseUrl, startServer, type Caller, type Harness } from '../../harness.ts';
import { embeddedTemplate } from '../../setup/templates.ts';
import { clock } from '../../setup/clock.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
});

const create = `mutation($input: CreateApiTokenInput!) { createApiToken(input: $input) {
  token apiToken { id name kind prefix lastFour scopes organizationId expiresAt revokedAt } } }`;
const revoke = 'mutation($id: ID!) { revokeApiToken(tokenId: $id) { apiToken { revokedAt } } }';
const days = (count: number) => new Date(clock.now().getTime() + count * 86_400_000).toISOString();

const created = async (caller: Caller, input: object = {}) => {
  const { body } = await caller.graphql(create, { input: { name: 'test', ...input } });
  return body.errors
    ? { error: body.errors[0].extensions as { status: number; type: string } }
    : (body.data.createApiToken as {
        token: string;
        apiToken: { id: string; expiresAt: string } & Record<string, unknown>;
      });
};
const statusOf = async (caller: Caller, input: object) => {
  const result = await created(caller, input);
  return 'error' in result ? result.error.status : 200;
};
const bearer = (secret: string) => ({ headers: { authorization: `Bearer ${secret}` } });

describe('createApiToken', () => {
  it('the secret of a new token is returned once, and only its hash is stored', async () => {
    const caller = await server.aUser();
    const result = await created(caller, { scopes: ['USER_READ'] });
    if ('error' in result) throw new Error('refused');
    const { token: secret, apiToken } = result;

    expect(apiToken).toEqual({
      id: expect.stringMatching(/^tok_/),
      name: 'test',
      kind: 'USER',
      prefix: 'ocu',
      lastFour: secret.slice(-4),
      scopes: ['USER_READ'],
      organizationId: null,
      expiresAt: expect.any(String),
      revokedAt: null,
    });
    expect(Math.round((Date.parse(apiToken.expiresAt) - clock.now().getTime()) / 86_400_000)).toBe(90);
    expect((await server.call('GET /v1/user', undefined, bearer(secret))).body.id).toBe(caller.userId);
    expect((await server.call('GET /v1/orgs', undefined, bearer(secret))).status).toBe(403);
    const row = await server.platform.db.prisma.apiToken.findUniqueOrThrow({ where: { id: apiToken.id } });
    expect(JSON.stringify(row)).not.toContain(secret.slice(4, 47));
  });

  it('a new token has no more access than the token of the request', async () => {
    const { id, owner } = await anOrganization(server);
    const elsewhere = await anOrganization(server, { owner });
    const narrow = await server.as(owner.userId, { scopes: ['user:write', 'org:read'], organizationId: id });

    expect(await statusOf(narrow, { scopes: ['SPACE_READ'] })).toBe(403);
    expect(await statusOf(narrow, { organizationId: elsewhere.id })).toBe(404);
    const child = await created(narrow);
    if ('error' in child) throw new Error('refused');
    expect(child.apiToken).toMatchObject({ scopes: ['USER_WRITE', 'ORG_READ'], organizationId: id });
    await server.platform.db.prisma.apiToken.update({
      where: { id: child.apiToken.id },
      data: { expiresAt: days(2) },
    });
    const brief = {
      graphql: (query: string, variables: object) =>
        server.call('POST /graphql', { query, variables }, bearer(child.token)),
    } as Caller;
    expect(await statusOf(brief, { expiresAt: days(3) })).toBe(403);
    const grandchild = await created(brief);
    if ('error' in grandchild) throw new Error('refused');
    expect(Date.parse(grandchild.apiToken.expiresAt)).toBeLessThan(Date.parse(days(2.01)));
  });

  it('a token is refused with an invalid expiry, without scopes or name, or for a foreign organization', async () => {
    const caller = await server.aUser();
    const foreign = await anOrganization(server);
    expect(await statusOf(caller, { expiresAt: days(-1) })).toBe(400);
    expect(await statusOf(caller, { expiresAt: days(367) })).toBe(400);
    expect(await statusOf(caller, { expiresAt: days(365) })).toBe(200);
    expect(await statusOf(caller, { scopes: [] })).toBe(400);
    expect(await statusOf(caller, { name: '' })).toBe(400);
    expect(await statusOf(caller, { organizationId: foreign.id })).toBe(404);
    const { body } = await (
      await server.as(caller.userId, { scopes: ['user:read'] })
    ).graphql(create, { input: { name: 'x' } });
    expect(body.errors[0].extensions.status).toBe(403);
  });

  it('tokens for other users are created by instance admins alone', async () => {
    const { owner } = await anOrganization(server);
    const admin = await server.aUser({ isInstanceAdmin: true });
    const stranger = await server.aUser();
    const issued = await created(admin, { userId: owner.userId });
    if ('error' in issued) throw new Error('refused');
    expect((await server.call('GET /v1/user', undefined, bearer(issued.token))).body.id).toBe(owner.userId);
    expect(await statusOf(stranger, { userId: owner.userId })).toBe(404);
    const member = await aMember(server, (await anOrganization(server, { owner })).id, 'admin');
    expect(await statusOf(member, { userId: owner.userId })).toBe(403);
  });

  it('tokens beyond the limit are refused, also when requested concurrently', async () => {
    const caller = await server.aUser();
    const { db, services } = server.platform;
    for (let n = 0; n < 47; n += 1)
      await issueToken(
        { db: db.prisma, newId: services.newId, now: services.now },
        { userId: caller.userId, kind: 'user', name: 'x', scopes: allScopes, organizationId: null, expiresAt: null },
      );
    const results = await Promise.all([1, 2, 3, 4, 5].map(() => statusOf(caller, {})));
    expect(results.toSorted((a, b) => a - b)).toEqual([200, 200, 409, 409, 409]);
  });
});

describe('viewer.apiTokens', () => {
  it('the list of tokens has only those of the caller, and a token of others is not found by id', async () => {
    const caller = await server.aUser();
    const result = await created(caller);
    if ('error' in result) throw new Error('refused');
    const list = await caller.graphql('{ viewer { apiTokens { count edges { node { id name } } } } }');
    expect(list.body.data.viewer.apiTokens.count).toBe(2);
    expect(list.body.data.viewer.apiTokens.edges[0].node).toEqual({ id: result.apiToken.id, name: 'test' });
    const node = 'query($id: ID!) { node(id: $id) { id } }';
    const stranger = await server.aUser();
    expect((await caller.graphql(node, { id: result.apiToken.id })).body.data.node.id).toBe(result.apiToken.id);
    expect((await stranger.graphql(node, { id: result.apiToken.id })).body.errors[0].extensions.status).toBe(404);
    expect((await stranger.graphql(revoke, { id: result.apiToken.id })).body.errors[0].extensions.status).toBe(404);
  });
});

describe('authentication', () => {
  it('a mistyped token is refused without a database statement', async () => {
    const { secret } = await server.aUser();
    const typo = `${secret.slice(0, 10)}${secret[10] === 'a' ? 'b' : 'a'}${secret.slice(11)}`;
    await server.statements.reset();
    const reply = await server.call('GET /v1/user', undefined, bearer(typo));
    expect(reply.body.error).toMatchObject({ code: 401, type: 'unauthenticated' });
    expect(server.statements.texts).toEqual([]);
  });
});

describe('with a token cache of a second', () => {
  const databaseOf = () => ({
    DATA_DIR: `${server.platform.config.DATA_DIR}/tokens`,
    DATABASE_URL: server.platform.config.DATABASE_URL,
  });
  const platforms: Platform[] = [];
  afterAll(async () => {
    for (const platform of platforms) await platform.close();
  });

  const open = async () => {
    const config = readConfig({
      ...databaseOf(),
      LOG_LEVEL: 'silent',
      RATE_LIMIT_PER_MINUTE: '1000000',
      AUTH_FAILURES_PER_MINUTE: '1000000',
    });
    expect(config.TOKEN_CACHE_MS).toBe(1_000);
    const quiet = () => undefined;
    const platform = await openPlatform(config, {
      log: { info: quiet, warn: quiet, error: quiet },
      urls: { base: baseUrl, app: baseUrl, sites: 'sites.test' },
      embedded: { dataDir: null, loadDataDir: await embeddedTemplate() },
    });
    platforms.push(platform);
    return { platform, app: await createServer(platform) };
  };

  it('a revoked token is refused at once in the same process', async () => {
    const { platform, app } = await open();
    const { db, services } = platform;
    const userId = services.newId('usr');
    await db.prisma.user.create({ data: { id: userId, displayName: 'Example user' } });
    const token = () =>
      issueToken(
        { db: db.prisma, newId: services.newId, now: services.now },
        { userId, kind: 'user', name: 'x', scopes: allScopes, organizationId: null, expiresAt: null },
      );
    const get = async (secret: string) =>
      (await app.inject({ url: '/v1/user', headers: { authorization: `Bearer ${secret}` } })).statusCode;
    const keeper = await token();

    for (let round = 0; round < 3; round += 1) {
      const { id, secret } = await token();
      let revokedAt = Infinity;
      let [before, late, refused] = [0, 0, 0];
      const loop = async () => {
        // The tries count once the token is revoked, however long that takes.
        for (let tries = 0; tries < 5_000 && refused < 20; tries += revokedAt === Infinity ? 0 : 1) {
          const startedAt = performance.now();
          const status = await get(secret);
          if (status === 401) refused += 1;
          else if (status === 200 && startedAt > revokedAt) late += 1;
          else if (status === 200) before += 1;
        }
      };
      const loops = Promise.all([1, 2, 3, 4].map(loop));
      for (let tries = 0; tries < 10; tries += 1) expect(await get(secret)).toBe(200);
      const reply = await app.inject({
        method: 'POST',
        url: '/graphql',
        headers: { authorization: `Bearer ${keeper.secret}` },
        payload: { query: revoke, variables: { id } },
      });
      revokedAt = performance.now();
      await loops;
      expect(reply.json()).toMatchObject({ data: { revokeApiToken: { apiToken: { revokedAt: expect.any(String) } } } });
      // No request succeeds in the process that revoked the token. Other processes have a second.
      expect({ late, refused: refused >= 20, used: before > 0 }).toEqual({ late: 0, refused: true, used: true });
    }
  });

  it('a revoked token is accepted for at most a second in another process', async () => {
    const caller = await server.aUser();
    const { db, services } = server.platform;
    const elsewhere = createAuthenticate({ ...services, sql: db.sql, cacheMs: 1_000 });
    const row = await db.prisma.apiToken.findFirstOrThrow({ where: { userId: caller.userId } });
    // Whole milliseconds: the difference of two fractions is not exactly a second.
    let now = Math.floor(performance.now());
    // The cache counts by the clock of the process, which stands still here.
    const stopped = vi.spyOn(performance, 'now').mockImplementation(() => now);
    onTestFinished(() => stopped.mockRestore());
    for (let round = 0; round < 2; round += 1) {
      await db.prisma.apiToken.update({ where: { id: row.id }, data: { revokedAt: null } });
      expect(await elsewhere(caller.secret)).not.toBeNull();
      await caller.graphql(revoke, { id: row.id });
      now += 1_000;
      expect(await elsewhere(caller.secret)).not.toBeNull();
      now += 1;
      expect(await elsewhere(caller.secret)).toBeNull();
    }
  });
});
