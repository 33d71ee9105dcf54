import { Client } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../src/app/process/database.ts';
import { readConfig } from '../../src/config.ts';
import { readMigrations } from '../../src/db/migration-files.ts';
import { until } from '../until.ts';
import { createThrowawayDatabase } from './throwaway-database.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const database = await createThrowawayDatabase();

describe.skipIf(database === null)('other work while a database of PostgreSQL opens', () => {
  it('begins when the database is connected, since it would keep the connection from being made in time', async () => {
    let isBegun = false;
    const onOpening = async () => void (isBegun = true);
    const config = readConfig({ DATABASE_URL: 'postgresql://x@127.0.0.1:1/x' });
    await expect(openDatabase(config, { log, onOpening })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect(isBegun).toBe(false);
  });

  it('has ended when the database is open, since it would keep the next connections from being made', async () => {
    const client = new Client({ connectionString: database?.url });
    await client.connect();
    onTestFinished(async () => {
      await client.end();
      await database?.drop();
    });
    const applied = async () => {
      const { rows } = await client.query(`select to_regclass('_prisma_migrations') is not null as begun`);
      if (!rows[0].begun) return 0;
      return (await client.query('select from _prisma_migrations where finished_at is not null')).rowCount;
    };
    const { length } = await readMigrations();
    let hasEnded = false;
    const onOpening = async () => {
      await until(applied, (count) => count === length);
      for (let statement = 0; statement < 500; statement += 1) await client.query('select');
      hasEnded = true;
    };
    const opened = await openDatabase(readConfig({ DATABASE_URL: database?.url }), { log, onOpening });
    expect(hasEnded).toBe(true);
    await opened.close();
  });
});
