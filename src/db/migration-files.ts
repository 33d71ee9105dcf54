import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../lib/program-files.ts';

/** One migration of the schema. */
export interface Migration {
  /** `0001_foundation`. Migrations run in the order of their names. */
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the SQL in hexadecimal, as `prisma migrate` records it. */
  readonly checksum: string;
}

/** `prisma/migrations` of the package. */
export const migrationsDirectory = fileURLToPath(new URL('prisma/migrations', packageRoot));

/** Reads the migrations of the program, in order. */
export async function readMigrations(directory = migrationsDirectory): Promise<readonly Migration[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(names.toSorted().map((name) => readMigration(directory, name)));
}

async function readMigration(directory: string, name: string): Promise<Migration> {
  const bytes = await readFile(path.join(directory, name, 'migration.sql'));
  return {
    name,
    sql: bytes.toString('utf8'),
    checksum: createHash('sha256').update(bytes).digest('hex'),
  };
}
