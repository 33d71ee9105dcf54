import { execFile } from 'node:child_process';
import { appendFile, chmod, chown, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { freePort } from '../free-port.ts';
import { until } from '../until.ts';
import { aDirectory } from './server-process.ts';

const folder = '/usr/lib/postgresql';

async function findPrograms(): Promise<string | null> {
  const versions = await readdir(folder).catch(() => []);
  const newest = versions.toSorted((a, b) => Number(b) - Number(a))[0];
  return newest === undefined ? null : join(folder, newest, 'bin');
}

/** A primary and its streaming standby, which repeats what the primary does after a delay. */
export interface PostgresPair {
  readonly primary: string;
  readonly standby: string;
  /** Changes the delay, in milliseconds. */
  setDelay(ms: number): Promise<void>;
  stopStandby(): Promise<void>;
  startStandby(): Promise<void>;
  /** Number of transactions that the standby has ended. */
  countReads(): Promise<number>;
  stop(): Promise<void>;
}

/** Folder of the programs of PostgreSQL; null without one. */
export const programs = await findPrograms();

/** Starts two servers of PostgreSQL with an empty database `octavo`. Throws where it is not installed. */
export async function startPostgresPair(): Promise<PostgresPair> {
  const directory = await aDirectory();
  const user = await userOfServers(directory.path);
  const run = async (program: string, args: readonly string[]) =>
    promisify(execFile)(join(programs ?? '', program), args, { ...user, cwd: directory.path, env: { LC_ALL: 'C' } });
  const [primary, standby] = [await aServer('primary'), await aServer('standby')];
  async function aServer(name: string) {
    const data = join(directory.path, name);
    const port = await freePort();
    const url = (database: string) => `postgresql://postgres@127.0.0.1:${port}/${database}`;
    const settings = `listen_addresses = '127.0.0.1'\nport = ${port}\nunix_socket_directories = ''\nfsync = off\nshared_buffers = 32MB\n`;
    const start = () => run('pg_ctl', ['-D', data, '-l', `${data}.log`, '-w', 'start']);
    const stop = () => run('pg_ctl', ['-D', data, '-m', 'immediate', '-w', 'stop']);
    return { data, port, url, settings, start, stop };
  }
  await run('initdb', ['-D', primary.data, '-U', 'postgres', '-A', 'trust', '--no-sync']);
  await appendFile(join(primary.data, 'postgresql.conf'), primary.settings);
  await primary.start();
  await query(primary.url('postgres'), 'create database octavo');
  await run('pg_basebackup', ['-d', primary.url('postgres'), '-D', standby.data, '-R', '-c', 'fast', '--no-sync']);
  await writeFile(join(standby.data, 'postgresql.conf'), standby.settings);
  await standby.start();
  return {
    primary: primary.url('octavo'),
    standby: standby.url('octavo'),
    setDelay: async (ms) => {
      await query(standby.url('postgres'), `alter system set recovery_min_apply_delay = '${ms}ms'`);
      await query(standby.url('postgres'), 'select pg_reload_conf()');
      const shown = () =>
        query(standby.url('postgres'), `select setting::int from pg_settings where name = 'recovery_min_apply_delay'`);
      await until(shown, (setting) => setting === ms);
    },
    stopStandby: async () => void (await standby.stop()),
    startStandby: async () => void (await standby.start()),
    countReads: () =>
      query(standby.url('postgres'), `select xact_commit::int from pg_stat_database where datname = 'octavo'`),
    stop: async () => {
      for (const server of [standby, primary]) await server.stop().catch(() => undefined);
      await directory.remove();
    },
  };
}

/** The servers refuse to run as root. */
async function userOfServers(path: string): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {};
  const id = async (flag: string) => Number((await promisify(execFile)('id', [flag, 'postgres'])).stdout);
  const [uid, gid] = [await id('-u'), await id('-g')];
  await chown(path, uid, gid);
  await chmod(path, 0o700);
  return { uid, gid };
}

/** Returns the first value of the first row. */
async function query(url: string, statement: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<number[]>({ text: statement, rowMode: 'array' });
    return rows[0]?.[0] ?? 0;
  } finally {
    await client.end();
  }
}
