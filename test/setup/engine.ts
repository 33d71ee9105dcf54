import { Client } from 'pg';
import { adminUrl } from './postgres.ts';
import { postgresTemplate } from './templates.ts';

/** Returns the URL of the database of this test worker, or null for the embedded engine. */
export async function databaseOfWorker(): Promise<string | null> {
  const { TEST_DATABASE, TEST_ENGINE } = process.env;
  if (TEST_DATABASE !== undefined) return TEST_DATABASE;
  if (TEST_ENGINE !== 'postgres') return null;
  return copyOfTemplate(String(process.pid));
}

/** Copies the migrated PostgreSQL database of this run, and returns the URL of the copy. The end of the run drops it. */
export async function copyOfTemplate(name: string): Promise<string> {
  const template = await postgresTemplate();
  const copy = `${template}_${name}`;
  const client = new Client({ connectionString: adminUrl() });
  await client.connect();
  await client.query(`create database ${copy} template ${template}`);
  // No test checks what survives a crash of the database server, so commits need not wait for the disk.
  await client.query(`alter database ${copy} set synchronous_commit = off`);
  await client.end();
  const url = new URL(adminUrl());
  url.pathname = `/${copy}`;
  return url.href;
}
