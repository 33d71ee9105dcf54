import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { withSession } from '../../src/cli/session.ts';
import { assertStorageMarker } from '../../src/domain/operations/installation/storage-marker.ts';
import { createThrowawayDatabase } from '../db/throwaway-database.ts';
import { aDirectory, runCommand } from '../ops/server-process.ts';

/** Commands that work on a database, each with arguments. */
const readers: readonly (readonly string[])[] = [
  ['migrate', '--status'],
  ['token', 'create'],
  ['token', 'list'],
  ['token', 'revoke', 'tok_x'],
  ['users'],
  ['user', 'link', 'usr_x'],
  ['sso', 'reset', 'acme'],
  ['domain', 'verify', 'acme', 'acme.com'],
  ['import', '.', '--space', 'spc_x'],
  ['demo'],
  ['dump', 'archive.zip'],
  ['doctor'],
  ['git', 'status'],
  ['doctor', '--fix'],
];

/** Commands that create a database, and those that use none. */
const others = ['serve', 'migrate', 'restore', 'login', 'export', 'openapi'];

let directory: Awaited<ReturnType<typeof aDirectory>>;
beforeAll(async () => {
  directory = await aDirectory();
});
afterEach(() => vi.unstubAllEnvs());
afterAll(() => directory.remove());

/** Runs a command in this process. */
async function run([name, ...args]: readonly string[], settings: Readonly<Record<string, string | undefined>>) {
  const none = {
    DATABASE_URL: undefined,
    STORAGE: undefined,
    OCTAVO_TOKEN: undefined,
    OCTAVO_URL: undefined,
    BASE_URL: undefined,
  };
  for (const [setting, value] of Object.entries({ ...none, ...settings })) vi.stubEnv(setting, value);
  await commands()
    .find((command) => command.name() === name)!
    .parseAsync(args, { from: 'user' });
}

describe('a command that reads', () => {
  test('is each command but those that create a database or use none', () => {
    const named = new Set([...readers.map(([name]) => name), ...others]);
    expect(commands().map((command) => command.name())).toEqual(expect.arrayContaining([...named]));
    expect(commands().length).toBe(named.size);
  });

  test.each(readers)('refuses a DATA_DIR without a database and creates nothing: %s %s', async (...args) => {
    const absent = join(directory.path, 'absent');
    const refusal = {
      code: 'database_missing',
      message: expect.stringMatching(/^The data directory .+ DATA_DIR, .+\.$/),
    };
    await expect(run(args, { DATA_DIR: absent })).rejects.toMatchObject(refusal);
    expect(existsSync(absent)).toBe(false);
    const empty = join(directory.path, 'empty');
    await mkdir(empty, { recursive: true });
    await expect(run(args, { DATA_DIR: empty })).rejects.toMatchObject(refusal);
    expect(await readdir(empty)).toEqual([]);
    expect(existsSync('archive.zip')).toBe(false);
  });

  test('ends with exit code 2 and one line on stderr without a database', async () => {
    const { code, out, err } = await runCommand(['users'], { DATA_DIR: join(directory.path, 'absent') });
    expect([code, out, err.trim().split('\n').length]).toEqual([2, '', 1]);
    expect(err).toContain('Check DATA_DIR');
  });
});

const database = await createThrowawayDatabase();

describe.skipIf(database === null)('a command that reads, on PostgreSQL', () => {
  afterAll(() => database?.drop());

  test('a command that reads refuses an empty database of PostgreSQL', async () => {
    const refusal = { code: 'database_missing', message: expect.stringContaining('Check DATABASE_URL') };
    await expect(run(['users'], { DATABASE_URL: database!.url, DATA_DIR: directory.path })).rejects.toMatchObject(
      refusal,
    );
  });

  test('octavo dump refuses a DATA_DIR whose files are not those of the database', async () => {
    const settings = { DATABASE_URL: database!.url, DATA_DIR: join(directory.path, 'files') };
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    await run(['migrate'], settings);
    await run(['dump', join(directory.path, 'first.zip')], settings);
    await markStorage(settings);
    await run(['dump', join(directory.path, 'second.zip')], settings);
    log.mockRestore();
    const wrong = run(['dump', join(directory.path, 'third.zip')], {
      ...settings,
      DATA_DIR: join(directory.path, 'wrong'),
    });
    await expect(wrong).rejects.toMatchObject({
      type: 'invalid_state',
      message: expect.stringContaining('Check DATA_DIR'),
    });
    expect(await readdir(directory.path)).not.toContain('third.zip');
  });
});

/** Marks the file storage as that of the database, as the first start does. */
async function markStorage(settings: Readonly<Record<string, string>>) {
  for (const [setting, value] of Object.entries(settings)) vi.stubEnv(setting, value);
  await withSession(({ platform }) =>
    assertStorageMarker({ sql: platform.db.sql, storage: platform.services.storage }),
  );
}
