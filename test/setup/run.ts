import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { isWritingErrors, writeErrors } from './error-table.ts';
import { connectAdmin } from './postgres.ts';
import { databasePrefix, postgresTemplateFile } from './run-directory.ts';

/**
 * Creates the folder of a run and removes it at the end, with the databases of the run. The first test that needs a
 * database or a worker process makes it there, so that a test of a function starts at once.
 */
export default async function setup(project: TestProject) {
  // Called once a project.
  if (process.env['TEST_DATA_DIR'] !== undefined) return undefined;
  const directory = await mkdtemp(join(tmpdir(), 'octavo-test-'));
  process.env['TEST_DATA_DIR'] = directory;
  project.onTestsRerun(() => rm(join(directory, 'tasks-url'), { force: true }));
  return async () => {
    if (isWritingErrors) writeErrors();
    await dropDatabases();
    await rm(directory, { recursive: true, force: true });
  };
}

async function dropDatabases() {
  if (!existsSync(postgresTemplateFile())) return;
  const client = await connectAdmin();
  const { rows = [] } =
    (await client?.query<{ datname: string }>('select datname from pg_database where starts_with(datname, $1)', [
      databasePrefix(),
    ])) ?? {};
  for (const { datname } of rows) await client?.query(`drop database if exists ${datname} with (force)`);
  await client?.end();
}
