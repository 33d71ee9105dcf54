import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runHere } from '../cli/run-here.ts';
import { aMigratedDatabase } from './migrated-database.ts';
import { aDirectory, runCommand, startServerProcess } from './server-process.ts';

test('a server refuses a file storage that is not the one of its database', async () => {
  const database = await aMigratedDatabase();
  try {
    const { settings } = database;
    await (await startServerProcess(settings)).stop();
    await rm(join(database.path, 'files'), { recursive: true });
    const refused = await runHere(['serve'], { ...settings, HOST: '127.0.0.1', PORT: '0' });
    expect(refused.code).toBe(1);
    expect(refused.err).toContain('The file storage is not the one of this database');
  } finally {
    await database.remove();
  }
});

test('settings in .env apply where the environment has none', async () => {
  const directory = await aDirectory();
  try {
    await writeFile(join(directory.path, '.env'), 'LOG_LEVEL=loud\nHOST="127.0.0.1"\nPORT=http\n');
    const { code, err } = await runCommand(['serve'], { DATA_DIR: directory.path, PORT: '0' }, directory.path);
    expect(code).toBe(2);
    expect(err).toContain('LOG_LEVEL: ');
    expect(err).not.toContain('PORT: ');
  } finally {
    await directory.remove();
  }
});
