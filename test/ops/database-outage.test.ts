import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectAdmin } from '../setup/postgres.ts';
import { aMigratedDatabase, type MigratedDatabase } from './migrated-database.ts';
import { aDirectory, aMigratedDirectory, ask, startServerProcess, type ServerProcess } from './server-process.ts';

/** Sends a write, and returns what a caller learns of the failure. */
async function write(server: ServerProcess, title: string) {
  const response = await fetch(`${server.url}/v1/orgs`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title }),
  });
  const { error } = (await response.json()) as { error?: { message: string } };
  return { status: response.status, retryAfter: response.headers.get('retry-after'), message: error?.message };
}

const readiness = async (server: ServerProcess) => (await ask(server, 'GET /readyz')).body as unknown;

const hasServer = process.env['TEST_ENGINE'] === 'postgres';

describe.skipIf(!hasServer)('a database that has become read-only', () => {
  let database: MigratedDatabase;
  let server: ServerProcess;
  beforeAll(async () => {
    database = await aMigratedDatabase();
    server = await startServerProcess({ ...database.settings, BOOTSTRAP_ORGANIZATION: 'Acme' });
  });
  afterAll(async () => {
    await server.stop();
    await database.remove();
  });

  /** Sets what new sessions may do, and ends the others, as a failover does. */
  async function setReadOnly(value: 'on' | 'off') {
    const name = new URL(database.settings['DATABASE_URL'] ?? '').pathname.slice(1);
    const client = (await connectAdmin()) as Client;
    await client.query(`alter database ${name} set default_transaction_read_only = ${value}`);
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    await client.end();
  }

  test('refuses writes with 503 and Retry-After, serves reads, says so in /readyz, and is used again by itself', async () => {
    expect((await write(server, 'Before')).status).toBe(201);
    await setReadOnly('on');
    await expect
      .poll(() => readiness(server))
      .toEqual({ status: 'unavailable', reasons: ['the database is read-only'] });
    expect(await write(server, 'During')).toEqual({
      status: 503,
      retryAfter: '5',
      message: 'The database is read-only',
    });
    expect((await ask(server, 'GET /v1/orgs')).status).toBe(200);
    await setReadOnly('off');
    await expect.poll(() => readiness(server)).toEqual({ status: 'ready' });
    expect((await write(server, 'After')).status).toBe(201);
  });
});

describe.skipIf(!hasServer)('a PostgreSQL server whose disk is full', () => {
  let database: MigratedDatabase;
  let server: ServerProcess;
  beforeAll(async () => {
    database = await aMigratedDatabase();
    server = await startServerProcess({ ...database.settings, BOOTSTRAP_ORGANIZATION: 'Acme', LOG_LEVEL: 'error' });
  });
  afterAll(async () => {
    await server.stop();
    await database.remove();
  });

  const run = async (statement: string) => {
    const client = new Client({ connectionString: database.settings['DATABASE_URL'] ?? '' });
    await client.connect();
    await client.query(statement);
    await client.end();
  };

  test('is named by the 503 with Retry-After, /readyz and the log, serves reads, and is written again by itself', async () => {
    await run(`create function no_space() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
      create trigger no_space before insert on organizations for each row execute function no_space()`);
    expect(await write(server, 'Full')).toEqual({
      status: 503,
      retryAfter: '30',
      message: 'The disk of the database is full',
    });
    await expect
      .poll(() => readiness(server))
      .toEqual({ status: 'unavailable', reasons: ['the disk of the database is full'] });
    expect((await ask(server, 'GET /v1/orgs')).status).toBe(200);
    await run('drop function no_space() cascade');
    expect((await write(server, 'Free')).status).toBe(201);
    // Lines of the log are buffered, so the last of them may come after the answer.
    await expect.poll(() => server.output.out + server.output.err).toContain('the disk of the database is full');
  });
});

const canMount = (() => {
  try {
    execFileSync('unshare', ['-m', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

describe('the disk of the embedded database', () => {
  test('is named by the 503, /readyz and the log when it is full', async (context) => {
    if (!canMount) context.skip('a file system of a fixed size needs the right to mount');
    const directory = await aMigratedDirectory();
    const small = await aDirectory();
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=100m', 'tmpfs', small.path]);
    try {
      execFileSync('cp', ['-a', `${directory.path}/database`, small.path]);
      const server = await startServerProcess({ DATA_DIR: small.path, LOG_LEVEL: 'error' });
      await mkdir(join(small.path, 'other'));
      execFileSync('sh', ['-c', 'cat /dev/zero > "$1" || true', 'sh', join(small.path, 'other', 'file')], {
        stdio: 'ignore',
      });
      const isFull = { status: 503, retryAfter: '30', message: 'The disk of the database is full' };
      let answer = await write(server, 'Full');
      for (let tries = 0; answer.status === 201 && tries < 2_000; tries += 1)
        answer = await write(server, 'x'.repeat(100));
      expect(answer).toEqual(isFull);
      expect(await readiness(server)).toMatchObject({
        status: 'unavailable',
        reasons: expect.arrayContaining(['the disk of the database is full']) as unknown,
      });
      await server.stop();
      expect(server.output.out + server.output.err).toContain('the disk of DATA_DIR is full');
    } finally {
      execFileSync('umount', ['-l', small.path]);
      await small.remove();
      await directory.remove();
    }
  });
});
