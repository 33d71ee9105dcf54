import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { PrismaPg } from '@prisma/adapter-pg';
import { Pool, type ClientBase } from 'pg';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { startEngine } from '../../scripts/schema-engine.ts';
import { migrate } from '../../src/db/migrate.ts';
import { readMigrations } from '../../src/db/migration-files.ts';
import { bundledChild } from './bundled-child.ts';
import { migrationFolder } from './migration-folder.ts';
import { createThrowawayDatabase } from './throwaway-database.ts';
import { allOr } from '../setup/size.ts';

const log = { info: () => undefined };

const database = await createThrowawayDatabase();
const pool = new Pool({ connectionString: database?.url, max: 3 });
afterAll(async () => {
  await pool.end();
  await database?.drop();
});

function connect(settings: { options?: string } = {}) {
  const own = new Pool({ connectionString: database?.url, max: 1, ...settings });
  onTestFinished(() => own.end());
  return own;
}

async function history() {
  const { rows } = await pool.query(
    'select migration_name as name, applied_steps_count as steps from _prisma_migrations order by 1',
  );
  return rows;
}

/** Advisory locks in the database of this file, held or waited for; a server has those of other runs as well. */
async function advisoryLocks() {
  const { rows } = await pool.query<{ granted: boolean }>(`select granted from pg_locks
    where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`);
  return rows;
}

/** Prisma's adapter without its handling of scripts, which 7.10.1 splits at every semicolon, even inside functions. */
function prismaOn(target: Pool) {
  const factory = new PrismaPg(target);
  const connection = factory.connect();
  const executeScript = async (sql: string) => void (await target.query(sql));
  const connect = async () => Object.assign(await connection, { executeScript });
  return Object.assign(factory, { connect });
}

/** Starts a process that migrates. */
async function startChild(directory?: string) {
  const child = await bundledChild('migrate-child');
  const process = spawn('node', [child, database?.url ?? '', directory ?? ''], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  process.stdout.on('data', (chunk) => (output += String(chunk)));
  return { process, finished: once(process, 'close').then(() => output) };
}

describe.skipIf(database === null)('migrate on one PostgreSQL database from many sides', () => {
  beforeEach(() => pool.query('drop schema public cascade; create schema public'));

  test('each migration is applied once when ten callers start at the same moment', async () => {
    const names = (await readMigrations()).map((migration) => migration.name);
    const pools = Array.from({ length: 10 }, () => connect());
    for (let round = 0; round < allOr(5, 2); round++) {
      await pool.query('drop schema public cascade; create schema public');
      const results = await Promise.all(pools.map((own) => migrate(own, { log })));
      expect(results.flatMap((result) => result.applied)).toEqual(names);
      expect(await history()).toEqual(names.map((name) => ({ name, steps: 1 })));
    }
  });

  test('each migration is applied once when four processes start at the same moment', async () => {
    const names = (await readMigrations()).map((migration) => migration.name);
    const outputs = await Promise.all([1, 2, 3, 4].map(async () => (await startChild()).finished));
    expect(outputs.flatMap((output) => JSON.parse(output))).toEqual(names);
  });

  test('a migration whose process was killed is completed by the next start', async () => {
    // The migration waits half-way for a lock that the test holds.
    const gate = await pool.connect();
    await gate.query('select pg_advisory_lock(1)');
    const directory = await migrationFolder({
      '0001_one': 'create table one (id int);',
      '0002_two': 'create table two (id int); select pg_advisory_xact_lock(1); insert into two values (2);',
    });
    const { process, finished } = await startChild(directory);
    await expect.poll(async () => (await advisoryLocks()).filter(({ granted }) => !granted).length).toBe(1);
    process.kill('SIGKILL');
    await finished;
    expect(await history()).toEqual([{ name: '0001_one', steps: 1 }]);

    const next = migrate(connect(), { log, directory });
    await gate.query('select pg_advisory_unlock(1)');
    gate.release();
    expect(await next).toEqual({ applied: ['0002_two'] });
    expect((await pool.query('select * from two')).rows).toEqual([{ id: 2 }]);
  });

  test('the error names the process that does not finish migrating, and the connection stays usable', async () => {
    const other = await pool.connect();
    await other.query('select pg_advisory_lock(72707369)');
    const own = connect();
    await expect(migrate(own, { log, lockWaitMs: 150 })).rejects.toMatchObject({
      code: 'lock_timeout',
      message: expect.stringContaining('advisory lock 72707369'),
    });
    await other.query('select pg_advisory_unlock(72707369)');
    other.release();
    expect((await migrate(own, { log })).applied).toHaveLength((await readMigrations()).length);
    expect(await advisoryLocks()).toEqual([]);
  });

  test('a migration whose connection is cut fails and releases its lock', async () => {
    const directory = await migrationFolder({
      '0001_cut': 'create table cut (id int); select pg_terminate_backend(pg_backend_pid());',
    });
    const own = connect();
    await expect(migrate(own, { log, directory })).rejects.toMatchObject({
      code: 'migration_failed',
      migration: '0001_cut',
    });
    const mended = await migrationFolder({ '0001_cut': 'create table cut (id int);' });
    expect(await migrate(own, { log, directory: mended })).toEqual({ applied: ['0001_cut'] });
  });

  test('migrations and what follows them may take longer than the statement timeout of the session', async () => {
    const own = connect({ options: '-c statement_timeout=200' });
    const slow = 'select pg_sleep(0.5)';
    const directory = await migrationFolder({ '0001_slow': slow });
    await expect(own.query(slow)).rejects.toThrow('statement timeout');
    const afterwards = async (client: ClientBase) => void (await client.query(slow));
    expect(await migrate(own, { log, directory, afterwards })).toEqual({ applied: ['0001_slow'] });
    await expect(own.query(slow)).rejects.toThrow('statement timeout');
  });

  test('the history of migrations agrees with that of `prisma migrate` in both directions', async () => {
    const sources = await readMigrations();
    const migrationsList = {
      baseDir: '',
      lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"' },
      shadowDbInitScript: '',
      migrationDirectories: sources.map(({ name, sql }) => ({
        path: name,
        migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value: sql } },
      })),
    };
    const engine = await startEngine(prismaOn(pool));
    const filters = { externalTables: [], externalEnums: [] };
    const names = sources.map((source) => source.name);

    await migrate(pool, { log });
    const found = await engine.diagnoseMigrationHistory({
      migrationsList,
      filters,
      optInToShadowDatabase: false,
    });
    expect(found).toMatchObject({
      hasMigrationsTable: true,
      failedMigrationNames: [],
      editedMigrationNames: [],
    });
    expect(found.history ?? null).toBeNull();
    expect(await engine.applyMigrations({ migrationsList, filters })).toEqual({
      appliedMigrationNames: [],
    });

    await pool.query('drop schema public cascade; create schema public');
    expect(await engine.applyMigrations({ migrationsList, filters })).toEqual({
      appliedMigrationNames: names,
    });
    expect(await migrate(pool, { log })).toEqual({ applied: [] });
  });
});
