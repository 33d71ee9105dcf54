import { execFile, spawnSync } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aDirectory, ask, startServerProcess, type ServerProcess } from './server-process.ts';

const run = promisify(execFile);
const hasCurl = spawnSync('curl', ['--version']).status === 0;

describe('the first start', () => {
  let server: ServerProcess;
  let directory: Awaited<ReturnType<typeof aDirectory>>;
  let tokenFile: string;
  beforeAll(async () => {
    directory = await aDirectory();
    tokenFile = join(directory.path, 'token');
    server = await startServerProcess({
      DATA_DIR: join(directory.path, 'data'),
      BOOTSTRAP_TOKEN_FILE: tokenFile,
      BOOTSTRAP_ORGANIZATION: 'Acme',
      BOOTSTRAP_EMAIL: 'Ada@example.org',
    });
  });
  afterAll(async () => {
    await server.stop();
    await directory.remove();
  });

  test('creates one user, one organization and a working token', async () => {
    const user = await ask(server, 'GET /v1/user');
    expect(user).toMatchObject({ status: 200, body: { displayName: 'Administrator', email: 'ada@example.org' } });
    const organizations = await ask(server, 'GET /v1/orgs');
    expect(organizations.body).toMatchObject({ count: 1, items: [{ title: 'Acme' }] });
  });

  test('prints the addresses of the API, the documentation and the data', async () => {
    const paths = ['/', '/manual/', '/graphql', '/docs', '/v1'];
    for (const path of paths) expect(server.output.out).toContain(`${server.url}${path}`);
    const answers = await Promise.all(
      paths.map((path) => fetch(`${server.url}${path}`, { headers: { accept: 'text/html' } })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  });

  test('names its version and commit to operators, in the database and to callers', async () => {
    const { body } = await ask(server, 'GET /v1');
    expect(body).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      commit: expect.stringMatching(/^([\da-f]{12}(-dirty)?|unknown)$/),
    });
    const { stdout } = await run(process.execPath, ['bin/octavo.mjs', '--version']);
    expect(stdout.trim()).toBe(`${body?.version} (${body?.commit})`);
  });

  test('the compiled program shows the manual and searches it', async () => {
    const read = async (path: string) => (await fetch(`${server.url}/manual${path}`)).text();
    expect(await read('')).toContain('<h1 id="welcome">Welcome</h1>');
    expect(await read('?query=systemd')).toContain('/manual/operate/deploy');
  });

  test.skipIf(!hasCurl)('prints three curl commands that work unchanged', async () => {
    const lines = server.output.out.split('\n').filter((line) => line.startsWith('  curl '));
    expect(lines).toHaveLength(3);
    const answers = await Promise.all(lines.map((line) => run('/bin/sh', ['-c', `${line} -sS --fail`])));
    const [user, space, query] = answers.map(({ stdout }) => JSON.parse(stdout) as Record<string, any>);
    expect(user).toMatchObject({ object: 'user' });
    expect(space).toMatchObject({ object: 'space', title: 'Handbook' });
    expect(query?.['data'].viewer.organizations.edges).toHaveLength(1);
    expect(query?.['errors']).toBeUndefined();
  });

  test('writes the token to a file that only its owner can read', async () => {
    expect(await readFile(tokenFile, 'utf8')).toBe(`${server.token}\n`);
    expect((await stat(tokenFile)).mode & 0o777).toBe(0o600);
    expect((await stat(join(directory.path, 'data'))).mode & 0o777).toBe(0o700);
  });

  test('prints the token as text and never writes it to the log', () => {
    const log = server.output.out.split('\n').filter((line) => line.startsWith('{'));
    expect(log.length).toBeGreaterThan(0);
    expect(log.join('\n')).not.toContain(server.token);
  });

  test('later starts use the same data and print no token', async () => {
    const { token } = server;
    expect(await server.stop()).toBe(0);
    server = await startServerProcess({ DATA_DIR: join(directory.path, 'data'), BOOTSTRAP_TOKEN_FILE: tokenFile });
    expect(server.token).toBe('');
    expect(server.output.out).not.toMatch(/oc[a-z]_\w/);
    expect(await readFile(tokenFile, 'utf8')).toBe(`${token}\n`);
    const organizations = await ask({ url: server.url, token }, 'GET /v1/orgs');
    expect(organizations.body.items).toMatchObject([{ title: 'Acme' }]);
  });
});
