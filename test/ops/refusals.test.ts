import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { chmod, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runHere } from '../cli/run-here.ts';
import { startS3Server } from '../s3-server.ts';
import { adminUrl, postgresAnswers } from '../setup/postgres.ts';
import { aMigratedDatabase } from './migrated-database.ts';
import {
  aDirectory,
  aMigratedDirectory,
  ask,
  launch,
  runCommand,
  startServerProcess,
  type ServerProcess,
} from './server-process.ts';

const problems: readonly (readonly [setting: string, value: string, says: RegExp])[] = [
  ['PORT', 'http', /number/],
  ['PORT', '70000', /65535/],
  ['DATABASE_URL', 'mysql://x', /postgresql:\/\//],
  ['DATABASE_URL', 'postgresql://octavo:se#cret@127.0.0.1/x', /percent encoding/],
  ['DATABASE_URL', 'postgresql://octavo:100%@127.0.0.1/x', /percent encoding/],
  ['DATABASE_POOLED_URL', 'postgresql://octavo:a/b@127.0.0.1/x', /percent encoding/],
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

/** Starts in this process; a refused start needs none of its own. */
const serveHere = (settings: Readonly<Record<string, string>>) =>
  runHere(['serve'], { HOST: '127.0.0.1', PORT: '0', ...settings });

const server = (await postgresAnswers()) ? new URL(adminUrl()) : null;

describe('a start is refused', () => {
  test.each(problems)('a start with %s=%s is refused and names the setting', async (setting, value, says) => {
    const { code, err, out } = await serveHere({ [setting]: value });
    expect(code).toBe(2);
    const lines = err.split('\n').filter((text) => text.trim().startsWith(`${setting}: `));
    expect(lines).toEqual([expect.stringMatching(says)]);
    expect(err).not.toMatch(/\n\s+at /);
    expect(out).toBe('');
  });

  test('a refused start names every wrong setting at once', async () => {
    const wrong = { PORT: 'x', LOG_LEVEL: 'x', STORAGE: 's3' };
    const refused = await runCommand(['serve'], wrong);
    expect(refused).toMatchObject({ code: 2, out: '' });
    expect(refused.err).toMatch(/PORT: [\s\S]*LOG_LEVEL: [\s\S]*S3_BUCKET: /);
    // The process does what the other tests do without one.
    expect(await serveHere(wrong)).toEqual(refused);
  });

  test('a start with STORAGE=s3 is refused and names each missing setting', async () => {
    const { code, err } = await serveHere({ STORAGE: 's3', S3_BUCKET: 'files' });
    expect(code).toBe(2);
    for (const name of ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']) expect(err).toContain(`${name}: `);
    expect(err).not.toContain('S3_BUCKET: ');
  });

  const failures: readonly (readonly [what: string, settings: Readonly<Record<string, string>>, says: RegExp])[] = [
    ['a file for a data directory', { DATA_DIR: '/dev/null' }, /ENOTDIR.*\. DATA_DIR must be a directory/],
    ['a file above the data directory', { DATA_DIR: '/dev/null/data' }, /ENOTDIR.*\. DATA_DIR must be a directory/],
    [
      'an address of another machine',
      { HOST: '192.0.2.1' },
      /EADDRNOTAVAIL.*\. HOST must be an address of this machine/,
    ],
    ['no server', { DATABASE_URL: 'postgresql://127.0.0.1:1/x' }, /ECONNREFUSED.*\. Is the PostgreSQL server/],
    ['no host', { DATABASE_URL: 'postgresql://nowhere.invalid/x' }, /nowhere\.invalid\. Check the host name/],
    ...(server
      ? ([
          [
            'a role that does not exist',
            { DATABASE_URL: Object.assign(new URL(server), { username: 'nobody_here' }).href },
            /\. (?:Create the role|Check the user)/,
          ],
          [
            'a database that does not exist',
            { DATABASE_URL: Object.assign(new URL(server), { pathname: '/nowhere_at_all' }).href },
            /"nowhere_at_all" does not exist\. Create the database/,
          ],
        ] as const)
      : []),
  ];
  test.each(failures)('a start with %s says in one line what to do', async (_what, settings, says) => {
    // The start with an address opens the database before it listens. The others find none.
    const own = await ('HOST' in settings ? aMigratedDirectory() : aDirectory());
    const { code, err, out } = await serveHere({ DATA_DIR: own.path, LOG_LEVEL: 'fatal', ...settings });
    await own.remove();
    expect([code, out]).toEqual([says.source.includes('ENOTDIR') ? 2 : 1, '']);
    expect(err.trimEnd().split('\n')).toEqual([expect.stringMatching(says)]);
  });

  test.each(['', '/below'])(
    'a start with a data folder that may not be written says so and is not repeated (%s)',
    async (below) => {
      const own = await aDirectory();
      await chmod(own.path, 0o555);
      // Everything may be written by root.
      const as = process.getuid?.() === 0 ? { uid: 65_534 } : {};
      const { output, ended } = await launch(['serve'], { DATA_DIR: `${own.path}${below}`, HOME: own.path }, [], as);
      expect([await ended, output.out]).toEqual([2, '']);
      await own.remove();
      expect(output.err.trimEnd().split('\n')).toEqual([
        expect.stringMatching(/EACCES.*\. Choose a directory that you may write to, for data by DATA_DIR/),
      ]);
    },
  );

  test('a start with a bucket that does not exist is refused and names the bucket', async () => {
    const own = await aMigratedDatabase();
    const store = await startS3Server([]);
    const { code, err } = await serveHere({
      ...own.settings,
      STORAGE: 's3',
      S3_ENDPOINT: store.endpoint,
      S3_BUCKET: 'absent',
      S3_ACCESS_KEY_ID: 'someone',
      S3_SECRET_ACCESS_KEY: 'someone',
    });
    store.close();
    await own.remove();
    expect(code).toBe(1);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(err).toContain(`The bucket ${store.endpoint}/absent/ responded to PUT with status 404`);
    expect(err).toContain('S3_BUCKET');
  });

  test('a start without a reachable PostgreSQL server is refused in one sentence', async () => {
    const { code, err } = await serveHere({ DATABASE_URL: 'postgresql://x:secret@127.0.0.1:1/x' });
    expect(code).toBe(1);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(err).toContain('ECONNREFUSED');
    expect(err).not.toContain('secret');
  });
});

describe('a directory', () => {
  let directory: Awaited<ReturnType<typeof aMigratedDirectory>>;
  let server: ServerProcess | undefined;
  beforeAll(async () => {
    directory = await aMigratedDirectory();
  });
  afterAll(async () => {
    await server?.stop();
    await directory.remove();
  });

  /** The server over the directory, which refused starts came before. */
  const started = async () => (server ??= await startServerProcess({ DATA_DIR: directory.path }));

  test('a first start whose token file cannot be written is refused before it creates anything', async () => {
    const refused = await serveHere({
      DATA_DIR: directory.path,
      BOOTSTRAP_TOKEN_FILE: join(directory.path, 'absent', 'token'),
    });
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('BOOTSTRAP_TOKEN_FILE: ') as string });
  });

  test('a first start on a port in use prints no token and leaves it for the next start', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const refused = await runCommand(['serve'], { DATA_DIR: directory.path, PORT: String(port) });
    expect(refused).toMatchObject({ code: 1, out: expect.not.stringContaining('ocb_') as string });
    expect(refused.err).toContain('Choose another PORT');
    taken.close();
    expect((await started()).token).not.toBe('');
    expect(await readdir(directory.path)).toContain('database');
  });

  test('octavo serve on the directory of a running server ends with exit code 3 and names the holder', async () => {
    const { pid } = await started();
    const { code, err } = await serveHere({ DATA_DIR: directory.path });
    expect(code).toBe(3);
    expect(err).toContain(`process ${pid}`);
    expect(err.trim().split('\n')).toHaveLength(1);
  });

  test.each([['migrate'], ['doctor'], ['token', 'list', '--user', 'x']])(
    'octavo %s on the directory of a running server ends with exit code 3 and names the holder',
    async (...args: string[]) => {
      const { pid } = await started();
      const { code, err } = await runHere(args, { DATA_DIR: directory.path });
      expect(code).toBe(3);
      expect(err).toContain(`process ${pid}`);
      expect(err.trim().split('\n')).toHaveLength(1);
    },
  );

  test('commands refused beside a running server do not disturb it', async () => {
    const running = await started();
    expect((await ask(running, 'GET /v1/user')).status).toBe(200);
    expect(await running.stop()).toBe(0);
    server = undefined;
  });
});
