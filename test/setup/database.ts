import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../src/app/process/database.ts';
import { bundleTasks } from '../../scripts/bundle.mjs';
import { readConfig } from '../../src/config.ts';
import { adminUrl, connectAdmin } from './postgres.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Creates a migrated database per engine once a run. Workers copy it within a second. */
export default async function setup(project: TestProject) {
  const directory = await mkdtemp(join(tmpdir(), 'octavo-test-'));
  process.env['TEST_DATA_DIR'] = directory;
  process.env['TEST_TEMPLATE'] ??= await embeddedTemplate(directory);
  await bundledTasks(project, directory);
  const drop = await postgresTemplate();
  return async () => {
    await drop?.();
    await rm(directory, { recursive: true, force: true });
  };
}

/**
 * Bundles the tasks of worker processes, which then start in a fifth of the time. Repeated before each run of a watch.
 */
async function bundledTasks(project: TestProject, directory: string) {
  if (process.env['TEST_TASKS'] !== undefined) return;
  const bundle = () => bundleTasks(join(directory, 'tasks'));
  process.env['TEST_TASKS'] = await bundle();
  project.onTestsRerun(async () => void (await bundle()));
}

async function embeddedTemplate(directory: string): Promise<string> {
  const db = await openDatabase(readConfig({}), { log, embedded: { dataDir: null } });
  const path = join(directory, 'template.tar.gz');
  const dump = await db.dump?.();
  if (!dump) throw new Error('The embedded database gave no dump');
  await writeFile(path, dump);
  await db.close();
  return path;
}

async function postgresTemplate(): Promise<(() => Promise<void>) | null> {
  const client = await connectAdmin();
  if (client === null) return null;
  const admin = adminUrl();
  const name = `octavo_test_${process.pid}`;
  await client.query(`drop database if exists ${name}`);
  await client.query(`create database ${name}`);
  const url = new URL(admin);
  url.pathname = `/${name}`;
  const db = await openDatabase(readConfig({ DATABASE_URL: url.href }), { log });
  await db.close();
  process.env['TEST_POSTGRES_ADMIN'] = admin;
  process.env['TEST_POSTGRES_TEMPLATE'] = name;
  return async () => {
    const { rows } = await client.query<{ datname: string }>('select datname from pg_database where datname like $1', [
      `${name}%`,
    ]);
    for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`);
    await client.end();
  };
}
