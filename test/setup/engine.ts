import { Client } from 'pg';

/** Returns the URL of the database of this test worker, or null for the embedded engine. */
export async function databaseOfWorker(): Promise<string | null> {
  const { TEST_DATABASE, TEST_ENGINE, TEST_POSTGRES_ADMIN, TEST_POSTGRES_TEMPLATE } = process.env;
  if (TEST_DATABASE !== undefined) return TEST_DATABASE;
  if (TEST_ENGINE !== 'postgres') return null;
  if (!TEST_POSTGRES_ADMIN || !TEST_POSTGRES_TEMPLATE)
    throw new Error('No PostgreSQL server answers: set TEST_DATABASE_URL');
  const name = `${TEST_POSTGRES_TEMPLATE}_${process.pid}`;
  const client = new Client({ connectionString: TEST_POSTGRES_ADMIN });
  await client.connect();
  await client.query(`create database ${name} template ${TEST_POSTGRES_TEMPLATE}`);
  // No test checks what survives a crash of the database server, so commits need not wait for the disk.
  await client.query(`alter database ${name} set synchronous_commit = off`);
  await client.end();
  const url = new URL(TEST_POSTGRES_ADMIN);
  url.pathname = `/${name}`;
  return url.href;
}
