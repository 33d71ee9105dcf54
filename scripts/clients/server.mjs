import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** Starts the program with an empty database. Returns its URL, the token of its first user, and a function that ends it. */
export async function startServer() {
  const directory = mkdtempSync(path.join(tmpdir(), 'octavo-clients-'));
  const port = await freePort();
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: path.join(import.meta.dirname, '..', '..'),
    env: { ...process.env, PORT: String(port), DATA_DIR: directory },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const end = once(child, 'exit');
  const stop = async () => {
    child.kill();
    await end;
    rmSync(directory, { recursive: true });
  };
  for await (const line of createInterface({ input: child.stdout })) {
    const token = /^\s*(ocb_[\w-]+)$/.exec(line)?.[1];
    if (!token) continue;
    child.stdout.resume();
    return { url: `http://127.0.0.1:${port}`, token, stop };
  }
  await stop();
  throw new Error('The server did not start');
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}
