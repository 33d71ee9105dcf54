import { basename, join } from 'node:path';

/** Returns the folder of this test run, which is removed at its end. */
export function runDirectory(): string {
  const { TEST_DATA_DIR } = process.env;
  if (TEST_DATA_DIR === undefined) throw new Error('Only a test run has a folder: test/setup/run.ts');
  return TEST_DATA_DIR;
}

/** File with the name of the migrated PostgreSQL database that this run copies, once a test has needed it. */
export const postgresTemplateFile = (): string => join(runDirectory(), 'postgres-template');

/** Returns what the names of the PostgreSQL databases of this run begin with. */
export const databasePrefix = (): string => `${basename(runDirectory()).replaceAll('-', '_').toLowerCase()}_`;
