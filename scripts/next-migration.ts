import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { migrationsDirectory, readMigrations } from '../src/db/migration-files.ts';
import { missingSql, withCodeCollation } from './schema-engine.ts';

interface NextMigration {
  /** Name in snake_case, without the number. */
  readonly name: string;
  /** Whether a file without SQL is acceptable. */
  readonly empty: boolean;
  readonly directory?: string;
}

/**
 * Writes the difference between the models and the migrations to the next migration. Returns the file, or the reason
 * why there is none.
 */
export async function writeNextMigration(next: NextMigration): Promise<{ written: string } | { refused: string }> {
  const { name, empty, directory = migrationsDirectory } = next;
  if (!/^[a-z][a-z0-9_]{0,60}$/.test(name)) return { refused: `A migration is named in snake_case, not "${name}".` };
  const sql = await missingSql(directory);
  if (sql === '' && !empty) return { refused: 'Models and migrations agree; `--empty` writes a file for SQL by hand.' };
  const folder = path.join(directory, `${await nextNumber(directory)}_${name}`);
  await mkdir(folder);
  const file = path.join(folder, 'migration.sql');
  await writeFile(file, sql === '' ? '' : `${withCodeCollation(sql).trimEnd()}\n`);
  return { written: file };
}

async function nextNumber(directory: string) {
  const last = (await readMigrations(directory)).at(-1);
  return String(Number(last?.name.slice(0, 4) ?? 0) + 1).padStart(4, '0');
}
