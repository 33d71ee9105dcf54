import { execFileSync, spawn } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { freePort } from '../free-port.ts';
import { until } from '../until.ts';
import { aDirectory } from './server-process.ts';

/** Whether a program of this name is installed. */
export function isInstalled(program: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], {
      stdio: 'ignore',
      env: { PATH: `${process.env['PATH']}:/usr/sbin` },
    });
    return true;
  } catch {
    return false;
  }
}

/** Starts pgBouncer in transaction mode, with fewer connections than its clients, before the server of the URL. */
export async function startPgBouncer(url: string): Promise<{ url: string; stop(): Promise<void> }> {
  const target = new URL(url);
  const directory = await aDirectory();
  await chmod(directory.path, 0o755);
  const port = await freePort();
  const file = join(directory.path, 'pgbouncer.ini');
  const password = target.password === '' ? '' : ` password=${decodeURIComponent(target.password)}`;
  await writeFile(
    file,
    `[databases]
* = host=${target.searchParams.get('host') ?? target.hostname} port=${target.port || '5432'} user=${target.username}${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 3
`,
  );
  // It refuses to run as root.
  const user = userInfo().uid === 0 ? ['-u', 'postgres'] : [];
  const child = spawn('pgbouncer', ['-q', ...user, file], {
    stdio: 'ignore',
    env: { PATH: `${process.env['PATH']}:/usr/sbin` },
  });
  const ended = once(child, 'close');
  const pooled = Object.assign(new URL(url), { port: String(port), hostname: '127.0.0.1', search: '' }).href;
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`pgbouncer ended with ${child.exitCode}`);
    // Another database than that of the test, whose sessions begin with the start of the server.
    return answers(Object.assign(new URL(pooled), { pathname: '/postgres' }).href);
  }, Boolean);
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    await directory.remove();
  };
  return { url: pooled, stop };
}

/** Whether a server of PostgreSQL's protocol answers at the URL. */
async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  return client
    .connect()
    .then(() => client.query('select 1'))
    .then(
      () => client.end().then(() => true),
      () => false,
    );
}
