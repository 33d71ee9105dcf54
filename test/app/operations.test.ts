import type { FastifyInstance } from 'fastify';
import { describe, expect, test } from 'vitest';
import type { Config } from '../../src/config.ts';
import { startServer } from '../harness.ts';
import { gate } from '../jobs.ts';
import { aServer } from './own-server.ts';
import { clock } from '../setup/clock.ts';
import { isWhole } from '../setup/size.ts';

describe('the rate limit', () => {
  test('every REST and GraphQL answer reports the remaining requests of the rate limit', async () => {
    const { app, ada, get } = await aServer({ RATE_LIMIT_PER_MINUTE: 3 });
    const first = await get('/v1/user');
    expect(first.headers).toMatchObject({ 'x-ratelimit-limit': '3', 'x-ratelimit-remaining': '2' });
    expect(Number(first.headers['x-ratelimit-reset']) * 1000).toBeGreaterThan(clock.now().getTime());
    const headers = { authorization: `Bearer ${ada.secret}` };
    const posted = await app.inject({
      method: 'POST',
      url: '/graphql',
      headers,
      payload: { query: '{ viewer { id } }' },
    });
    expect([posted.statusCode, posted.headers['x-ratelimit-remaining']]).toEqual([200, '1']);
    const asked = await get(`/graphql?query=${encodeURIComponent('{ viewer { id } }')}`, {
      accept: 'application/json',
    });
    expect([asked.statusCode, asked.headers['x-ratelimit-remaining']]).toEqual([200, '0']);
  });

  test('requests beyond the rate limit are refused for that token only', async () => {
    const { get } = await aServer({ RATE_LIMIT_PER_MINUTE: 2 });
    await get('/v1/user');
    await get('/v1/user');
    const refused = await get('/v1/user');
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({ error: { code: 429, type: 'rate_limited' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const other = await (await startServer()).aUser();
    expect((await get('/v1/user', { authorization: `Bearer ${other.secret}` })).statusCode).toBe(200);
  });
});

describe('processor time of requests without a token', () => {
  const lookUp = (app: FastifyInstance, address?: string) =>
    app.inject({
      method: 'POST',
      url: '/v1/urls/published',
      payload: { url: 'https://nobody.example.org/' },
      ...(address === undefined ? {} : { headers: { 'x-forwarded-for': address } }),
    });

  test('processor time beyond that of an address ends its requests without a token, and no others', async () => {
    const { app, get } = await aServer({ ANONYMOUS_TIME_MS_PER_MINUTE: 1, TRUST_PROXY: ['127.0.0.1'] });
    await expect.poll(async () => (await lookUp(app, '203.0.113.7')).statusCode).toBe(429);
    const refused = await lookUp(app, '203.0.113.7');
    expect(refused.json()).toMatchObject({ error: { code: 429, type: 'rate_limited' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const graph = await app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { 'x-forwarded-for': '203.0.113.7' },
      payload: { query: '{ __typename }' },
    });
    expect(graph.statusCode).toBe(429);
    expect((await lookUp(app, '203.0.113.8')).statusCode).toBe(404);
    const from = { 'x-forwarded-for': '203.0.113.7' };
    expect((await get('/v1/user', from)).statusCode).toBe(200);
    expect((await app.inject({ url: '/healthz', headers: from })).statusCode).toBe(200);
  });

  test.runIf(isWhole)('processor time is enough for many cheap look-ups of one address', async () => {
    const { app } = await aServer({});
    for (let turn = 0; turn < 20; turn += 1) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => lookUp(app)));
      expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([404]));
    }
  });
});

describe('failed authentications', () => {
  const wrong = 'Bearer ocu_nobody';

  test('an address with too many failed authentications is refused', async () => {
    const { get, app } = await aServer({ AUTH_FAILURES_PER_MINUTE: 3 });
    for (let turn = 0; turn < 3; turn += 1)
      expect((await get('/v1/user', { authorization: wrong })).statusCode).toBe(401);
    const refused = await get('/v1/user', { authorization: wrong });
    expect([refused.statusCode, refused.json().error.type]).toEqual([429, 'rate_limited']);
    const elsewhere = await app.inject({
      url: '/v1/user',
      headers: { authorization: wrong },
      remoteAddress: '192.0.2.7',
    });
    expect(elsewhere.statusCode).toBe(401);
  });

  test('behind an address do not block a token that has worked there', async () => {
    const { get } = await aServer({ AUTH_FAILURES_PER_MINUTE: 2 });
    expect((await get('/v1/user')).statusCode).toBe(200);
    for (let turn = 0; turn < 5; turn += 1) await get('/v1/user', { authorization: wrong });
    expect((await get('/v1/user')).statusCode).toBe(200);
  });

  test('behind an address do not block a valid token that was never used there', async () => {
    const { get } = await aServer({ AUTH_FAILURES_PER_MINUTE: 2 });
    for (let turn = 0; turn < 5; turn += 1) await get('/v1/user', { authorization: wrong });
    expect((await get('/v1/user')).statusCode).toBe(200);
    expect((await get('/v1/user', { authorization: wrong })).statusCode).toBe(429);
  });

  test('the contact for security researchers is served at /.well-known/security.txt', async () => {
    const { app } = await aServer({ SECURITY_CONTACT: 'mailto:security@example.org' });
    const { statusCode, body } = await app.inject('/.well-known/security.txt');
    expect([statusCode, body]).toEqual([
      200,
      expect.stringMatching(/^Contact: mailto:security@example.org\nExpires: \d{4}-\d\d-\d\dT.*Z\n$/),
    ]);
  });

  test('count by the peer address unless the peer is a trusted proxy', async () => {
    const { get } = await aServer({ AUTH_FAILURES_PER_MINUTE: 2 });
    const guess = (turn: number) => get('/v1/user', { authorization: wrong, 'x-forwarded-for': `192.0.2.${turn}` });
    const statuses = [];
    for (let turn = 0; turn < 4; turn += 1) statuses.push((await guess(turn)).statusCode);
    expect(statuses).toEqual([401, 401, 429, 429]);
    const behind = await aServer({ AUTH_FAILURES_PER_MINUTE: 1, TRUST_PROXY: ['127.0.0.1'] });
    for (let turn = 0; turn < 3; turn += 1) {
      const headers = { authorization: wrong, 'x-forwarded-for': `192.0.2.${turn}` };
      expect((await behind.get('/v1/user', headers)).statusCode).toBe(401);
    }
  });

  test('requests without a token do not count as failed authentications', async () => {
    const { app } = await aServer({ AUTH_FAILURES_PER_MINUTE: 1 });
    for (let turn = 0; turn < 3; turn += 1) expect((await app.inject('/v1/user')).statusCode).toBe(401);
  });
});

describe('requests under way', () => {
  /** A server whose requests read nothing from the database between `hold` and `release`. */
  async function aHeldServer(settings: Partial<Config>) {
    const { db } = (await startServer()).platform;
    let { opened, open }: Pick<ReturnType<typeof gate>, 'opened' | 'open'> = gate();
    open();
    const sql: typeof db.sql = {
      rows: (...query) => opened.then(() => db.sql.rows(...query)),
      first: (...query) => opened.then(() => db.sql.first(...query)),
    };
    const server = await aServer(settings, {}, { db: { ...db, sql } });
    // From here on, the token is known without a statement.
    await server.get('/v1/user');
    return { ...server, hold: () => ({ opened, open } = gate()), release: () => open() };
  }

  /** Sends requests and collects the statuses of their answers as they come. */
  function sendMany({ get }: Pick<Awaited<ReturnType<typeof aServer>>, 'get'>, count: number) {
    const statuses: number[] = [];
    const sent = Array.from({ length: count }, async () => void statuses.push((await get('/v1/user')).statusCode));
    return { statuses, ended: Promise.all(sent) };
  }

  test('requests of a user wait for their turn, too many are 429, and they are released when they end', async () => {
    const server = await aHeldServer({ MAX_IN_FLIGHT_PER_USER: 2 });
    server.hold();
    const { statuses, ended } = sendMany(server, 60);
    await expect.poll(() => statuses).toEqual(Array.from({ length: 18 }, () => 429));
    server.release();
    await ended;
    expect(statuses.slice(18)).toEqual(Array.from({ length: 42 }, () => 200));
    expect((await server.get('/v1/user')).statusCode).toBe(200);
  });

  test('requests of all users beyond the limit of the process are 503, and they are released when they end', async () => {
    const server = await aHeldServer({ MAX_IN_FLIGHT: 2 });
    server.hold();
    const { statuses, ended } = sendMany(server, 60);
    await expect.poll(() => statuses).toEqual(Array.from({ length: 58 }, () => 503));
    const overloaded = await server.get('/v1/user');
    expect(overloaded.json().error.type).toBe('overloaded');
    expect(overloaded.headers['retry-after']).toBe('1');
    server.release();
    await ended;
    expect(statuses.slice(58)).toEqual([200, 200]);
    expect((await server.get('/v1/user')).statusCode).toBe(200);
    await expect.poll(() => server.app.inFlight.count).toBe(0);
  });
});

test('requests of one user that wait leave room for those of others', async () => {
  const { db } = (await startServer()).platform;
  const { open, opened } = gate();
  const sql: typeof db.sql = {
    rows: (...query) => opened.then(() => db.sql.rows(...query)),
    first: (...query) => opened.then(() => db.sql.first(...query)),
  };
  const { app, get } = await aServer({ MAX_IN_FLIGHT: 10, MAX_IN_FLIGHT_PER_USER: 2 }, {}, { db: { ...db, sql } });
  const { secret } = await (await startServer()).aUser();
  const many = [];
  for (let count = 0; count < 30; count += 1) {
    many.push(get('/v1/user'));
    await expect.poll(() => app.inFlight.count).toBe(count + 1);
  }
  const other = get('/v1/user', { authorization: `Bearer ${secret}` });
  await expect.poll(() => app.inFlight.count).toBe(31);
  open();
  const answers = await Promise.all([...many, other]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
});

describe('other origins', () => {
  const evil = { origin: 'https://evil.test' };

  test('get no CORS headers while none is configured', async () => {
    const { get, app } = await aServer();
    const names = Object.keys((await get('/v1/user', evil)).headers);
    expect(names.filter((name) => name.startsWith('access-control'))).toEqual([]);
    const preflight = await app.inject({
      method: 'OPTIONS',
      url: '/v1/user',
      headers: { ...evil, 'access-control-request-method': 'GET' },
    });
    expect(preflight.headers['access-control-allow-origin']).toBeUndefined();
  });

  test('configured origins are allowed by name, without credentials', async () => {
    const { get, app } = await aServer({ CORS_ORIGINS: ['https://docs.test'] });
    const allowed = await get('/v1/user', { origin: 'https://docs.test' });
    expect(allowed.headers).toMatchObject({
      'access-control-allow-origin': 'https://docs.test',
      vary: 'Authorization, Origin',
    });
    expect(allowed.headers['access-control-allow-credentials']).toBeUndefined();
    expect((await get('/v1/user', evil)).headers['access-control-allow-origin']).toBeUndefined();
    const preflight = await app.inject({
      method: 'OPTIONS',
      url: '/v1/user',
      headers: { origin: 'https://docs.test', 'access-control-request-method': 'PATCH' },
    });
    expect(preflight.statusCode).toBe(204);
    expect(preflight.headers['access-control-allow-methods']).toContain('PATCH');
    expect(preflight.headers['access-control-allow-headers']).toContain('If-Match');
    // Browsers that can set this header ask for permission first.
    expect(preflight.headers['access-control-allow-headers']).toContain('User-Agent');
    // With which a stream is continued.
    expect(preflight.headers['access-control-allow-headers']).toContain('Last-Event-ID');
  });
});

describe('health', () => {
  test('/healthz sends no database statement, and /readyz says why the process is not ready', async () => {
    const harness = await startServer();
    const storage = { ...harness.platform.services.storage, healthy: () => Promise.reject(new Error('read-only')) };
    const { app } = await aServer({}, { storage });
    await harness.statements.reset();
    expect((await app.inject('/healthz')).json()).toEqual({ status: 'ok' });
    expect(harness.statements.texts).toEqual([]);
    const unready = await app.inject('/readyz');
    expect([unready.statusCode, unready.json()]).toEqual([
      503,
      { status: 'unavailable', reasons: ['the file storage cannot be written to'] },
    ]);
  });

  test('/readyz checks the database at most once a second', async () => {
    const harness = await startServer();
    const { app } = await aServer();
    expect((await app.inject('/readyz')).json()).toEqual({ status: 'ready' });
    await harness.statements.reset();
    await Promise.all(Array.from({ length: 50 }, () => app.inject('/readyz')));
    expect(harness.statements.texts.length).toBeLessThanOrEqual(1);
  });
});

describe('the log', () => {
  test('has one line per request with route, status and user, and never the values of the URL', async () => {
    const { lines, get, ada } = await aServer();
    await get('/v1/spaces/spc_planted?shareKey=planted', { 'x-request-id': 'planned-by-caller' });
    expect(lines).toEqual([
      {
        requestId: 'planned-by-caller',
        method: 'GET',
        route: '/v1/spaces/{spaceId}',
        status: 404,
        ms: expect.any(Number) as number,
        userId: ada.userId,
      },
    ]);
  });
});
