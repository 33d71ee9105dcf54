import { Client } from 'pg';
import { adminUrl, isWithoutPostgres } from '../setup/postgres.ts';
import { unusedName } from '../setup/seed.ts';

/** A database for one test file on the local or configured PostgreSQL server. */
export interface ThrowawayDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Creates a database; null when there is no server. Throws when the server of TEST_DATABASE_URL cannot be reached. */
export async function createThrowawayDatabase(): Promise<ThrowawayDatabase | null> {
  if (isWithoutPostgres()) return null;
  const name = `octavo_test_${unusedName()}`;
  try {
    await onServer(`create database ${name}`);
  } catch (error) {
    if (process.env['TEST_DATABASE_URL'] !== undefined) throw error;
    return null;
  }
  const url = new URL(adminUrl());
  url.pathname = `/${name}`;
  // The server waits some seconds for connections that are closing; force would make those report errors.
  const drop = () => onServer(`drop database ${name}`).catch(() => onServer(`drop database ${name} with (force)`));
  return { url: url.href, drop };
}

async function onServer(sql: string) {
  const client = new Client({ connectionString: adminUrl(), connectionTimeoutMillis: 5000 });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
