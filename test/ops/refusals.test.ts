import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  aDirectory,
  aMigratedDirectory,
  ask,
  runCommand,
  startServerProcess,
  type ServerProcess,
} from './server-process.ts';

const problems: readonly (readonly [setting: string, value: string, says: RegExp])[] = [
  ['PORT', 'http', /number/],
  ['PORT', '70000', /65535/],
  ['DATABASE_URL', 'mysql://x', /postgresql:\/\//],
  ['BASE_URL', 'ftp://x', /http\(s\)/],
  ['APP_URL', 'nowhere', /http\(s\)/],
  ['SECRETS_KEY', 'short', /32 characters/],
  ['METRICS_TOKEN', 'short', /16 characters/],
  ['BOOTSTRAP_EMAIL', 'nobody', /email/],
  ['LOG_LEVEL', 'loud', /fatal/],
  ['GRAPHIQL', 'maybe', /true/],
  ['INTROSPECTION', 'some', /signed-in/],
  ['TRUST_PROXY', '*', /must name the proxies/],
  ['TRUST_PROXY', '10.0.0.1,proxy', /"proxy" must be an address/],
  ['CORS_ORIGINS', 'https://a.example/path', /must be an origin/],
  ['IMPORT_ALLOW_HOSTS', '::/999', /CIDR range/],
  ['STORAGE', 'tape', /local/],
  ['BODY_LIMIT_BYTES', '0', /1/],
  ['STATEMENT_TIMEOUT_MS', '60000', /OPERATION_TIMEOUT_MS/],
  ['TOKEN_CACHE_MS', '5000', /1000/],
  ['DRAIN_DELAY_MS', '-1', /0/],
];

/** Starts with as many invalid settings as possible at once, because a refused start names all of them. */
function refusedStarts() {
  const batches: Record<string, string>[] = [];
  for (const [setting, value] of problems) {
    // Settings are compared with each other only when each is valid.
    const alone = setting === 'STATEMENT_TIMEOUT_MS';
    const batch = alone
      ? undefined
      : batches.find((settings) => !(setting in settings) && !('STATEMENT_TIMEOUT_MS' in settings));
    if (batch) batch[setting] = value;
    else batches.push({ [setting]: value });
  }
  const runs = new Map<object, ReturnType<typeof runCommand>>();
  return {
    of: (setting: string, value: string, dataDir: string) => {
      const batch = batches.find((settings) => settings[setting] === value);
      if (!batch) throw new Error(`No start has ${setting}=${value}`);
      if (!runs.has(batch)) runs.set(batch, runCommand(['serve'], { DATA_DIR: dataDir, ...batch }));
      return runs.get(batch)!;
    },
  };
}

describe('a start is refused', { timeout: 120_000 }, () => {
  let directory: Awaited<ReturnType<typeof aDirectory>>;
  beforeAll(async () => {
    directory = await aDirectory();
  });
  afterAll(() => directory.remove());

  const starts = refusedStarts();

  test.each(problems)('a start with %s=%s is refused and names the setting', async (setting, value, says) => {
    const { code, err, out } = await starts.of(setting, value, directory.path);
    expect(code).toBe(2);
    const lines = err.split('\n').filter((text) => text.trim().startsWith(`${setting}: `));
    expect(lines).toEqual([expect.stringMatching(says)]);
    expect(err).not.toMatch(/\n\s+at /);
    expect(out).toBe('');
  });

  test('a refused start names every wrong setting at once', async () => {
    const { code, err } = await runCommand(['serve'], { PORT: 'x', LOG_LEVEL: 'x', STORAGE: 's3' });
    expect(code).toBe(2);
    expect(err).toMatch(/PORT: [\s\S]*LOG_LEVEL: [\s\S]*S3_BUCKET: /);
  });

  test('a start with STORAGE=s3 is refused and names each missing setting', async () => {
    const { code, err } = await runCommand(['serve'], { STORAGE: 's3', S3_BUCKET: 'files' });
    expect(code).toBe(2);
    for (const name of ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']) expect(err).toContain(`${name}: `);
    expect(err).not.toContain('S3_BUCKET: ');
  });

  test('a start with a bucket that does not exist is refused and names the bucket', async () => {
    const own = await aMigratedDirectory();
    const store = new S3rver({
      address: '127.0.0.1',
      port: 0,
      silent: true,
      directory: join(own.path, 's3'),
      configureBuckets: [],
    });
    const { port } = await store.run();
    const { code, err } = await runCommand(['serve'], {
      DATA_DIR: own.path,
      STORAGE: 's3',
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: 'absent',
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    });
    await store.close();
    await own.remove();
    expect(code).toBe(1);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(err).toContain(`The bucket http://127.0.0.1:${port}/absent/ responded to PUT with status 404`);
    expect(err).toContain('S3_BUCKET');
  });

  test('a first start whose token file cannot be written is refused before it creates anything', async () => {
    const own = await aMigratedDirectory();
    const settings = { DATA_DIR: own.path };
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

  test('a start without a reachable PostgreSQL server is refused in one sentence', async () => {
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
    directory = await aMigratedDirectory();
    server = await startServerProcess({ DATA_DIR: directory.path });
  }, 120_000);
  afterAll(async () => {
    await server.stop();
    await directory.remove();
  });

  test.each([['serve'], ['migrate'], ['doctor'], ['token', 'list', '--user', 'x']])(
    'octavo %s on the directory of a running server ends with exit code 3 and names the holder',
    async (...args: string[]) => {
      const { code, err } = await runCommand(args, { DATA_DIR: directory.path });
      expect(code).toBe(3);
      expect(err).toContain(`process ${server.pid}`);
      expect(err.trim().split('\n')).toHaveLength(1);
    },
  );

  test('commands refused beside a running server do not disturb it', async () => {
    expect((await ask(server, 'GET /v1/user')).status).toBe(200);
  });

  test('a first start on a port in use prints no token and leaves it for the next start', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const own = await aMigratedDirectory();
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
