import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** Creates a folder of migrations, by name, for the duration of the test. */
export async function migrationFolder(migrations: Readonly<Record<string, string>>): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'octavo-migrations-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  for (const [name, sql] of Object.entries(migrations)) {
    await mkdir(path.join(directory, name));
    await writeFile(path.join(directory, name, 'migration.sql'), sql);
  }
  return directory;
}
