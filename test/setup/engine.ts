import { Client } from 'pg';
import { adminUrl } from './postgres.ts';
import { databasePrefix } from './run-directory.ts';
import { postgresTemplate } from './templates.ts';

/** Returns the URL of the database of this test worker, or null for the embedded engine. */
export async function databaseOfWorker(): Promise<string | null> {
  const { TEST_DATABASE, TEST_ENGINE } = process.env;
  if (TEST_DATABASE !== undefined) return TEST_DATABASE;
  if (TEST_ENGINE !== 'postgres') return null;
  return copyOfTemplate(String(process.pid));
}

/** Copies the migrated PostgreSQL database, and returns the URL of the copy. The end of the run drops it. */
export async function copyOfTemplate(name: string): Promise<string> {
  const template = await postgresTemplate();
  const copy = `${databasePrefix()}${name}`;
  const client = new Client({ connectionString: adminUrl() });
  await client.connect();
  await client.query(`create database ${copy} template ${template}`);
  // No test checks what survives a crash of the database server, so commits need not wait for the disk.
  await client.query(`alter database ${copy} set synchronous_commit = off`);
  await client.end();
  const url = new URL(adminUrl());
  url.pathname = `/${copy}`;
  return (await urlBySocket(url)) ?? url.href;
}

/** Folder of the sockets of PostgreSQL in the packages of Debian and its descendants. */
const socketFolder = '/var/run/postgresql';

/**
 * Returns the URL of the same database by the socket of a server on this machine; null when there is none. Each statement
 * is a write and a read, which take a third less processor time there than over TCP.
 */
async function urlBySocket(database: URL): Promise<string | null> {
  if (database.hostname !== '127.0.0.1') return null;
  const url = new URL(database);
  url.searchParams.set('host', socketFolder);
  const client = new Client({ connectionString: url.href });
  try {
    // Fails unless the socket is of the server that has just made this database.
    await client.connect();
    await client.end();
    return url.href;
  } catch {
    return null;
  }
}
