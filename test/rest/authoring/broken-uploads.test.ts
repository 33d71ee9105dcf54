import { connect, type Socket } from 'node:net';
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepTemporaryFoldersIn } from '../../../src/infra/temporary-folder.ts';
import { anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';

let server: Harness;
let owner: Caller;
let preview: string;
let folder: string;

beforeAll(async () => {
  server = await startServer();
  const { owner: caller, id } = await anOrganization(server);
  owner = caller;
  preview = `/v1/spaces/${(await aSpace(server, id)).id}/content/import/preview`;
  folder = await mkdtemp(join(tmpdir(), 'octavo-broken-uploads-'));
  keepTemporaryFoldersIn(folder);
});
afterAll(async () => {
  keepTemporaryFoldersIn(null);
  await rm(folder, { recursive: true });
});

/** Temporary files and open descriptors below the folder of this file. */
async function leftBehind(): Promise<string[]> {
  const descriptors = await Promise.all(
    (await readdir('/proc/self/fd')).map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')),
  );
  return [...(await readdir(folder)), ...descriptors.filter((path) => path.startsWith(folder))];
}

const head = (filename: string) => `--a\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\n\r\n`;
const long = 'x'.repeat(200_000);

const forms: readonly (readonly [what: string, body: string])[] = [
  ['breaks off within its file', `${head('x')}abc`],
  ['breaks off before the first byte of its file', head('x')],
  ['breaks off after a long part of its file', `${head('x')}${long}`],
  ['breaks off within its boundary', `${head('x')}abc\r\n--`],
  [
    'breaks off within a field after its file',
    `${head('x')}abc\r\n--a\r\nContent-Disposition: form-data; name="n"\r\n\r\nv`,
  ],
  ['has a second file', `${head('x')}abc\r\n${head('y')}abc\r\n--a--`],
  ['has a second file that breaks off', `${head('x')}${long}\r\n${head('y')}abc`],
  [
    'has a field that is too long',
    `${head('x')}${long}\r\n--a\r\nContent-Disposition: form-data; name="n"\r\n\r\n${long}`,
  ],
];

describe('multipart/form-data that breaks off', () => {
  test.each(forms)('a form that %s is refused and leaves no file', async (_what, payload) => {
    const answer = await server.app.inject({
      method: 'POST',
      url: preview,
      headers: { authorization: `Bearer ${owner.secret}`, 'content-type': 'multipart/form-data; boundary=a' },
      payload,
    });
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { error: { type: 'malformed_request' } }]);
    expect(await leftBehind()).toEqual([]);
  });
});

/** Sends the beginning of a request whose body never ends. */
async function begin(path: string, type: string, body: string): Promise<Socket> {
  const { port } = new URL(await server.listen());
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${owner.secret}\r\nContent-Type: ${type}\r\n` +
      `Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n`,
  );
  return socket;
}

describe('a client that closes the connection', () => {
  test.each([
    ['a form', () => preview, 'multipart/form-data; boundary=a', `${head('x')}${long}`],
    ['an upload', () => '/uploads', 'application/zip', long],
  ])(
    '%s whose client closes the connection leaves neither a file nor a descriptor',
    async (_what, path, type, body) => {
      const socket = await begin(path(), type, body);
      await expect.poll(async () => (await leftBehind()).length).toBeGreaterThan(1);
      socket.destroy();
      await expect.poll(leftBehind).toEqual([]);
    },
  );

  test('a form whose client has gone before it is read ends its request', async () => {
    const socket = await begin(preview, 'multipart/form-data; boundary=a', head('x'));
    await expect.poll(() => server.app.inFlight.count).toBeGreaterThan(0);
    socket.destroy();
    await expect.poll(() => server.app.inFlight.count).toBe(0);
    await expect.poll(leftBehind).toEqual([]);
  });
});
