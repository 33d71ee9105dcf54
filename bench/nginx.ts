import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../test/free-port.ts';
import { pinned, serverCore } from './machine.ts';
import type { RunningServer } from './server.ts';

/** Serves a page at `/page` by nginx, in one process on the core of the servers; null when nginx is not installed. */
export async function startNginx(page: Buffer): Promise<RunningServer | null> {
  if (spawnSync('nginx', ['-v'], { stdio: 'ignore' }).status !== 0) return null;
  const port = await freePort();
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-nginx-'));
  writeFileSync(path.join(folder, 'page'), page);
  writeFileSync(path.join(folder, 'nginx.conf'), configuration(folder, port));
  const arguments_ = ['-p', folder, '-c', path.join(folder, 'nginx.conf'), '-e', path.join(folder, 'errors')];
  const [command, args] = pinned(serverCore, 'nginx', arguments_);
  const child = spawn(command, args, { stdio: 'ignore' });
  const origin = `http://127.0.0.1:${port}`;
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  };
  while (!(await isUp(origin))) {
    if (child.exitCode !== null) throw new Error('nginx did not start');
    await sleep(50);
  }
  return { name: 'nginx', origin, pid: child.pid ?? 0, stop };
}

const isUp = (origin: string) =>
  fetch(`${origin}/page`).then(
    ({ ok }) => ok,
    () => false,
  );

const configuration = (folder: string, port: number) => `
daemon off;
master_process off;
pid ${folder}/pid;
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  keepalive_requests 1000000;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  server { listen 127.0.0.1:${port}; root ${folder}; location /page { default_type text/html; } }
}
`;
