import { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openEmbedded } from '../../src/db/embedded/engine.ts';
import { programName } from '../../src/lib/program.ts';
import { migrate, listPendingMigrations } from '../../src/db/migrate.ts';
import { readMigrations } from '../../src/db/migration-files.ts';
import { migrationFolder } from './migration-folder.ts';
import { createThrowawayDatabase } from './throwaway-database.ts';
import { patienceMs } from '../setup/patience.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const two = {
  '0001_one': 'create table one (id int);',
  '0002_two': 'create table two (id int); insert into two values (2);',
};

const postgres = await createThrowawayDatabase();
const engines = [
  { name: 'PostgreSQL', open: openPostgres, there: postgres !== null },
  { name: 'embedded', open: openInMemory, there: true },
];
afterAll(() => postgres?.drop());

async function openPostgres() {
  const pool = new Pool({ connectionString: postgres?.url, max: 1 });
  return { pool, close: () => pool.end() };
}

async function openInMemory() {
  const engine = await openEmbedded({ dataDir: null, statementTimeoutMs: patienceMs, log });
  const pool = new Pool({ ...engine.clientConfig, max: 1 });
  const close = async () => {
    await pool.end();
    await engine.close();
  };
  return { pool, close };
}

// Tests only the embedded engine when there is no PostgreSQL server.
describe.each(engines.filter(({ there }) => there))('migrate on $name', ({ open }) => {
  let pool: Pool;
  let close: () => Promise<void>;
  beforeAll(async () => ({ pool, close } = await open()));
  afterAll(() => close());
  beforeEach(() => pool.query('drop schema public cascade; create schema public'));

  const tables = async () => {
    const { rows } = await pool.query(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
    );
    return rows.map((row) => row.relname);
  };

  test('migrating applies the whole schema to an empty database, and nothing the second time', async () => {
    const names = (await readMigrations()).map((migration) => migration.name);
    expect(await listPendingMigrations(pool)).toEqual(names);
    expect(await migrate(pool, { log })).toEqual({ applied: names });
    expect(await listPendingMigrations(pool)).toEqual([]);
    expect(await migrate(pool, { log })).toEqual({ applied: [] });
    expect(await tables()).toContain('content_entries');
  });

  test('migrating applies only the migrations that were added since', async () => {
    await migrate(pool, { log, directory: await migrationFolder({ '0001_one': two['0001_one'] }) });
    const directory = await migrationFolder(two);
    expect(await listPendingMigrations(pool, directory)).toEqual(['0002_two']);
    expect(await migrate(pool, { log, directory })).toEqual({ applied: ['0002_two'] });
  });

  test('a failing migration is rolled back and named, the earlier ones stay, and it applies once it is corrected', async () => {
    const broken = await migrationFolder({
      ...two,
      '0003_three': 'create table three (id int); select 1/0;',
    });
    await expect(migrate(pool, { log, directory: broken })).rejects.toMatchObject({
      name: 'MigrationError',
      code: 'migration_failed',
      migration: '0003_three',
      message: expect.stringContaining('0003_three failed and was rolled back: division by zero'),
    });
    expect(await tables()).toEqual(['_prisma_migrations', 'one', 'two']);
    const mended = await migrationFolder({ ...two, '0003_three': 'create table three (id int);' });
    expect(await migrate(pool, { log, directory: mended })).toEqual({ applied: ['0003_three'] });
  });

  test('a migration that was changed after it was applied is refused', async () => {
    await migrate(pool, { log, directory: await migrationFolder(two) });
    const directory = await migrationFolder({
      ...two,
      '0001_one': 'create table one (id bigint);',
      '0003_three': 'select 1;',
    });
    const drift = { code: 'drift', migration: '0001_one' };
    await expect(migrate(pool, { log, directory })).rejects.toMatchObject(drift);
    await expect(listPendingMigrations(pool, directory)).rejects.toMatchObject(drift);
    expect(await migrate(pool, { log, directory: await migrationFolder(two) })).toEqual({
      applied: [],
    });
  });

  test('a database that a newer version has migrated is refused', async () => {
    await migrate(pool, { log, directory: await migrationFolder(two) });
    const directory = await migrationFolder({ '0001_one': two['0001_one'] });
    const newer = (by: string) => ({
      code: 'newer_schema',
      migration: '0002_two',
      message: expect.stringContaining(`Octavo ${programName} does not know: ${by} has used it`),
    });
    await pool.query(`update _prisma_migrations set logs = '9.1.0 (0123abcd)' where migration_name = '0002_two'`);
    await expect(migrate(pool, { log, directory })).rejects.toMatchObject(newer('Octavo 9.1.0 (0123abcd)'));
    await expect(listPendingMigrations(pool, directory)).rejects.toMatchObject(newer('Octavo 9.1.0 (0123abcd)'));
    await pool.query('update _prisma_migrations set logs = null');
    await expect(migrate(pool, { log, directory })).rejects.toMatchObject(newer('a newer version'));
  });

  test('a migration that another tool left unfinished is refused until it is resolved', async () => {
    const directory = await migrationFolder(two);
    await migrate(pool, { log, directory });
    await pool.query(`update _prisma_migrations set finished_at = null where migration_name = '0002_two'`);
    await expect(migrate(pool, { log, directory })).rejects.toMatchObject({
      code: 'unfinished_migration',
      migration: '0002_two',
    });
    await pool.query(
      `update _prisma_migrations set rolled_back_at = now() where migration_name = '0002_two'; drop table two`,
    );
    expect(await migrate(pool, { log, directory })).toEqual({ applied: ['0002_two'] });
  });

  test('a database with tables of another application is refused and stays unchanged', async () => {
    await pool.query('create table stranger (id int)');
    await expect(migrate(pool, { log })).rejects.toMatchObject({
      code: 'database_not_empty',
      message: expect.stringContaining('"stranger"'),
    });
    expect(await tables()).toEqual(['stranger']);
  });
});
