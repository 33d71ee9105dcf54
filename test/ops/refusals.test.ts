import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aDirectory, ask, runCommand, startServerProcess, type ServerProcess } from './server-process.ts';

const problems: readonly (readonly [setting: string, value: string, says: RegExp])[] = [
  ['PORT', 'http', /number/],
  ['PORT', '70000', /65535/],
  ['DATABASE_URL', 'mysql://x', /postgresql:\/\//],
  ['BASE_URL', 'ftp://x', /http\(s\)/],
  ['APP_URL', 'nowhere', /http\(s\)/],
  ['SECRETS_KEY', 'short', /32 characters/],
  ['METRICS_TOKEN', 'short', /16 characters/],
  ['BOOTSTRAP_EMAIL', 'nobody', /e-mail/],
  ['LOG_LEVEL', 'loud', /fatal/],
  ['GRAPHIQL', 'maybe', /true/],
  ['INTROSPECTION', 'some', /signed-in/],
  ['TRUST_PROXY', '*', /name the proxies/],
  ['TRUST_PROXY', '10.0.0.1,proxy', /"proxy" is not an address/],
  ['CORS_ORIGINS', 'https://a.example/path', /not an origin/],
  ['IMPORT_ALLOW_HOSTS', '::/999', /CIDR range/],
  ['STORAGE', 'tape', /local/],
  ['BODY_LIMIT_BYTES', '0', /1/],
  ['STATEMENT_TIMEOUT_MS', '60000', /OPERATION_TIMEOUT_MS/],
  ['TOKEN_CACHE_MS', '5000', /1000/],
  ['DRAIN_DELAY_MS', '-1', /0/],
];

describe('a start is refused', { timeout: 120_000 }, () => {
  let directory: Awaited<ReturnType<typeof aDirectory>>;
  beforeAll(async () => {
    directory = await aDirectory();
  });
  afterAll(() => directory.remove());

  test.each(problems)('with %s=%s, naming the setting', async (setting, value, says) => {
    const { code, err, out } = await runCommand(['serve'], { DATA_DIR: directory.path, [setting]: value });
    expect(code).toBe(2);
    const [line] = err.split('\n').filter((text) => text.includes(`${setting}: `));
    expect(line).toMatch(says);
    expect(err).not.toMatch(/\n\s+at /);
    expect(out).toBe('');
  });

  test('with every problem named at once', async () => {
    const { code, err } = await runCommand(['serve'], { PORT: 'x', LOG_LEVEL: 'x', STORAGE: 's3' });
    expect(code).toBe(2);
    expect(err).toMatch(/PORT: [\s\S]*LOG_LEVEL: [\s\S]*S3_BUCKET: /);
  });

  test('with STORAGE=s3, naming each setting that is missing', async () => {
    const { code, err } = await runCommand(['serve'], { STORAGE: 's3', S3_BUCKET: 'files' });
    expect(code).toBe(2);
    for (const name of ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']) expect(err).toContain(`${name}: `);
    expect(err).not.toContain('S3_BUCKET: ');
  });

  test('when the token file cannot be written, before anything is made', async () => {
    const own = await aDirectory();
    const settings = { DATA_DIR: join(own.path, 'data') };
    const refused = await runCommand(['serve'], {
      ...settings,
      BOOTSTRAP_TOKEN_FILE: join(own.path, 'absent', 'token'),
    });
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('BOOTSTRAP_TOKEN_FILE: ') as string });
    const server = await startServerProcess(settings);
    expect(server.token).not.toBe('');
    await server.stop();
    await own.remove();
  });

  test('when the PostgreSQL server is not there, in one sentence', async () => {
    const { code, err } = await runCommand(['serve'], { DATABASE_URL: 'postgresql://x:secret@127.0.0.1:1/x' });
    expect(code).toBe(1);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(err).toContain('ECONNREFUSED');
    expect(err).not.toContain('secret');
  });
});

describe('beside a running server', { timeout: 120_000 }, () => {
  let directory: Awaited<ReturnType<typeof aDirectory>>;
  let server: ServerProcess;
  beforeAll(async () => {
    directory = await aDirectory();
    server = await startServerProcess({ DATA_DIR: directory.path });
  }, 120_000);
  afterAll(async () => {
    await server.stop();
    await directory.remove();
  });

  test.each([['serve'], ['migrate'], ['doctor'], ['token', 'list', '--user', 'x']])(
    '%s on the same directory ends with 3 and names the holder',
    async (...args: string[]) => {
      const { code, err } = await runCommand(args, { DATA_DIR: directory.path });
      expect(code).toBe(3);
      expect(err).toContain(`process ${server.pid}`);
      expect(err.trim().split('\n')).toHaveLength(1);
    },
  );

  test('the server never notices', async () => {
    expect((await ask(server, 'GET /v1/user')).status).toBe(200);
  });

  test('a port that is taken costs no token', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const own = await aDirectory();
    const refused = await runCommand(['serve'], { DATA_DIR: own.path, PORT: String(port) });
    expect(refused).toMatchObject({ code: 1, out: expect.not.stringContaining('ocb_') as string });
    expect(refused.err).toContain('Choose another PORT');
    taken.close();
    const later = await startServerProcess({ DATA_DIR: own.path });
    expect(later.token).not.toBe('');
    expect(await later.stop()).toBe(0);
    expect(await readdir(own.path)).toContain('database');
    await own.remove();
  });
});
