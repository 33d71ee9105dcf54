import { once } from 'node:events';
import { mkdir, readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aMigratedDatabase, type MigratedDatabase } from './migrated-database.ts';
import { ask, startServerProcess, type ServerProcess } from './server-process.ts';

/** Fills the pipe of stdout at SIGUSR1, and plants a fault at SIGUSR2. */
const plantedSignals = `
  process.on('SIGUSR1', () => process.stdout.write('x'.repeat(4_000_000)));
  process.on('SIGUSR2', () => void Promise.reject(new Error('planted')));`;
const flags = ['--import', `data:text/javascript,${encodeURIComponent(plantedSignals)}`];

let database: MigratedDatabase;
let temporary: string;
let token: string;
beforeAll(async () => {
  database = await aMigratedDatabase();
  temporary = join(database.path, 'temporary');
  await mkdir(temporary);
});
afterAll(() => database.remove());

async function start(): Promise<ServerProcess> {
  const settings = { ...database.settings, LOG_LEVEL: 'info', TMPDIR: temporary, SHUTDOWN_TIMEOUT_MS: '1000' };
  const server = await startServerProcess(settings, flags);
  token ??= server.token;
  return { ...server, token };
}

/** Files and folders that uploads have in the folder for temporary files. */
const uploads = async () => (await readdir(temporary, { recursive: true })).filter((path) => path.includes('upload'));

/** Begins an upload that never ends, and waits until its file is there. */
async function beginUpload(server: ServerProcess): Promise<Socket> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(
    `POST /uploads HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/zip\r\n` +
      `Content-Length: 1000000\r\n\r\n${'x'.repeat(100_000)}`,
  );
  await expect.poll(async () => (await uploads()).length).toBeGreaterThan(1);
  return socket;
}

const exitOf = async ({ child }: ServerProcess) => (await once(child, 'exit')) as [number | null, string | null];

describe('a server and its output', () => {
  test('a server without a reader of its log serves, and ends with exit code 1 after a fault', async () => {
    const killed = await start();
    const upload = await beginUpload(killed);
    killed.child.kill('SIGKILL');
    await killed.ended;
    upload.destroy();
    expect(await uploads(), 'files of a killed process').not.toEqual([]);

    const server = await start();
    expect(await uploads(), 'files of a killed process after the next start').toEqual([]);
    server.child.stdout?.destroy();
    server.child.stderr?.destroy();
    // The first lines after the reader has gone meet the error, the others come after it.
    for (let at = 0; at < 40; at += 1) expect((await ask(server, 'GET /v1/user')).status).toBe(200);
    const exit = exitOf(server);
    server.child.kill('SIGUSR2');
    expect(await exit).toEqual([1, null]);
  });

  test('a server whose log is not read serves, ends at SIGTERM, and leaves no file of an upload', async () => {
    const server = await start();
    server.child.stdout?.pause();
    server.child.kill('SIGUSR1');
    for (let at = 0; at < 40; at += 1) expect((await ask(server, 'GET /v1/user')).status).toBe(200);
    const upload = await beginUpload(server);
    const exit = exitOf(server);
    server.child.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
    upload.destroy();
    expect(await readdir(temporary)).toEqual([]);
  });
});
