import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { bootstrap } from '../../src/app/process/bootstrap.ts';
import { contextOf, originOf } from '../../src/app/process/context.ts';
import { openPlatform, type Platform } from '../../src/app/process/platform.ts';
import { readConfig } from '../../src/config.ts';
import { actingAs, asOperator } from '../../src/domain/core/acting.ts';
import { dump } from '../../src/domain/operations/backup/dump.ts';
import type { Manifest } from '../../src/domain/operations/backup/manifest.ts';
import { restore } from '../../src/domain/operations/backup/restore.ts';
import { loadDemo } from '../../src/domain/operations/demo/demo.ts';
import { examine } from '../../src/domain/operations/doctor/doctor.ts';
import { createThrowawayDatabase } from '../db/throwaway-database.ts';
import { aMigratedDatabase, type MigratedDatabase } from '../ops/migrated-database.ts';
import { aDirectory } from '../ops/server-process.ts';
import { embeddedTemplate } from '../setup/templates.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const settings = { program: '0.0.0', now: new Date('2026-01-02T03:04:05Z'), progress: () => undefined };
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let directory: Awaited<ReturnType<typeof aDirectory>>;
/** On the engine of the run. */
let source: Platform;
let database: MigratedDatabase;
let manifest: Manifest;
let archive: string;

const storeOf = ({ db, services }: Platform) => ({ pool: db.pool, storage: services.storage });

const urls = { base: 'http://octavo.test', app: 'http://octavo.test', sites: 'sites.test' };

const isOnPostgres = process.env['TEST_ENGINE'] === 'postgres';

/** An embedded platform in memory with a file storage of its own. */
const embedded = async (name: string) =>
  openPlatform(readConfig({ DATA_DIR: join(directory.path, name) }), {
    log,
    urls,
    embedded: { dataDir: null, loadDataDir: await embeddedTemplate() },
  });

/** A platform on a PostgreSQL database that it migrates; null when there is no server. */
async function onPostgres(): Promise<Platform | null> {
  const made = await createThrowawayDatabase();
  if (made === null) return null;
  onTestFinished(() => made.drop());
  return openPlatform(readConfig({ DATABASE_URL: made.url, DATA_DIR: join(directory.path, 'postgres') }), {
    log,
    urls,
  });
}

/** A platform without content on the engine of the run, and the folder of its files. */
async function empty() {
  const database = await aMigratedDatabase();
  onTestFinished(() => database.remove());
  const platform = await openPlatform(readConfig(database.settings), { log, urls });
  return { platform, files: join(database.path, 'files') };
}

/** Returns the parts of a manifest that describe the data: everything but the time and the order of tables. */
const dataOf = ({ tables, files }: Manifest) => ({ tables, files });

beforeAll(async () => {
  directory = await aDirectory();
  archive = join(directory.path, 'octavo.zip');
  database = await aMigratedDatabase();
  source = await openPlatform(readConfig(database.settings), { log, urls });
  const beginning = await bootstrap(source);
  if (!beginning) throw new Error('The installation was not new');
  const operator = asOperator(beginning.userId);
  const ctx = actingAs(
    contextOf(source.services, source.db, operator, { requestId: 'test', origin: originOf('service') }),
    operator,
  );
  const page = (path: string, text: string) => ({ path, body: Buffer.from(text) });
  const manual = [
    page('README.md', '# Home\n\n![dot](dot.png)\n'),
    page('start/run.md', '# Run it\n\nStart it.\n'),
    { path: 'dot.png', body: png },
  ];
  await loadDemo(ctx, { manual, decisions: [page('README.md', '# Decisions\n')] }, () => undefined);
  // Values that JSON would lose: a column with the JSON value null, digits of a number, the order of keys.
  await source.db.pool.query(`update jobs set result = 'null'`);
  await source.db.pool.query(
    `insert into settings (key, value) values ('odd', '{"b": 1.50, "a": "\\u00e9\\ud83d\\ude00"}')`,
  );
  await connectASpace();
  manifest = await dump(storeOf(source), archive, settings);
});

/** Connects a space with a repository, whose token is sealed text. */
async function connectASpace() {
  const { prisma } = source.db;
  const { id: spaceId, organizationId, revisionId } = await prisma.space.findFirstOrThrow();
  const { id: userId } = await prisma.user.findFirstOrThrow();
  const place = { spaceId, url: 'https://git.example.org/docs.git', ref: 'refs/heads/main', directory: '' };
  const rules = { provider: 'gitea', direction: 'both', priority: 'git', onConflict: 'merge', pollMinutes: 0 };
  const sealed = { sealedCredential: 'AQsealed==', sealedHookSecret: 'AQhook==' };
  await prisma.gitConnection.create({
    data: { ...place, ...rules, ...sealed, id: 'git_x', organizationId, userId, urlKey: place.url },
  });
  await prisma.gitRepository.create({
    data: { ...place, importId: 'git_x', commit: '1'.repeat(40), revisionId, updatedAt: settings.now },
  });
  await prisma.gitFile.create({ data: { spaceId, path: 'image.png', oid: '2'.repeat(40), mode: '100644' } });
}
afterAll(async () => {
  await source.close();
  await database.remove();
  await directory.remove();
});

/** Restores into a platform. Returns the findings of the doctor and the contents of a dump. */
async function roundTrip(target: Platform, name: string) {
  try {
    await restore(storeOf(target), archive, settings);
    const again = await dump(storeOf(target), join(directory.path, `${name}-again.zip`), settings);
    const doctor = { sql: target.db.sql, storage: target.services.storage };
    const findings = await examine(doctor, { fix: false, onCheck: () => undefined });
    return { findings, data: dataOf(again) };
  } finally {
    await target.close();
  }
}

describe('octavo dump and octavo restore', () => {
  test('an archive holds rows of the demo and the bytes of its files', () => {
    const rows = Object.fromEntries(manifest.tables.map((table) => [table.name, table.rows]));
    expect(rows).toMatchObject({ organizations: 2, blobs: 2 });
    expect(rows['spaces']).toBeGreaterThan(1);
    expect(rows).toMatchObject({ git_connections: 1, git_repositories: 1, git_files: 1 });
    // The image of the manual, and the specification.
    expect(manifest.files).toMatchObject({ count: 2, missing: [] });
    expect(manifest.files.bytes).toBeGreaterThan(png.length);
  });

  test('an archive restores to the same rows and files on the same engine', async () => {
    expect(await roundTrip((await empty()).platform, 'same-engine')).toEqual({ findings: [], data: dataOf(manifest) });
  });

  test('an archive restores to the same rows and files on the other engine, and from there back', async (context) => {
    const other = isOnPostgres ? await embedded('other') : await onPostgres();
    if (other === null) return context.skip();
    const there = await roundTrip(other, 'there');
    expect(there).toEqual({ findings: [], data: dataOf(manifest) });
    archive = join(directory.path, 'there-again.zip');
    expect(await roundTrip((await empty()).platform, 'back')).toEqual(there);
  });

  test('a restore refuses a database with content and changes nothing', async () => {
    await expect(restore(storeOf(source), archive, settings)).rejects.toThrow('The database is not empty');
    expect(dataOf(await dump(storeOf(source), join(directory.path, 'same.zip'), settings))).toEqual(dataOf(manifest));
  });

  test('a restore refuses what is no complete archive and leaves the database empty', async () => {
    const { platform: target } = await empty();
    const damaged = join(directory.path, 'damaged.zip');
    const bytes = await readFile(archive);
    await writeFile(damaged, bytes);
    await truncate(damaged, bytes.length - 30);
    await expect(restore(storeOf(target), damaged, settings)).rejects.toThrow('not a complete archive');
    await writeFile(damaged, 'hello');
    await expect(restore(storeOf(target), damaged, settings)).rejects.toThrow('not a complete archive');
    await expect(restore(storeOf(target), join(directory.path, 'none.zip'), settings)).rejects.toThrow('ENOENT');
    const { rows } = await target.db.pool.query('select count(*)::int as count from users');
    expect(rows).toEqual([{ count: 0 }]);
    await target.close();
  });

  test('a restore refuses an archive of another schema and names the migration', async () => {
    const { platform: target } = await empty();
    await target.db.pool.query(
      `delete from _prisma_migrations where migration_name = (select max(migration_name) from _prisma_migrations)`,
    );
    await expect(restore(storeOf(target), archive, settings)).rejects.toThrow('has another schema than');
    await target.close();
  });

  test('a dump names a file that the storage has lost, and the rest of it can be restored', async () => {
    const { platform: lossy, files } = await empty();
    await restore(storeOf(lossy), archive, settings);
    for (const folder of await readdir(files))
      if (/^[0-9a-f]{2}$/.test(folder)) await rm(join(files, folder), { recursive: true });
    const path = join(directory.path, 'lossy.zip');
    const lost = await dump(storeOf(lossy), path, settings);
    expect(lost.files).toMatchObject({ count: 0, bytes: 0 });
    expect(lost.files.missing).toHaveLength(2);
    await lossy.close();
    const { platform: target } = await empty();
    expect((await restore(storeOf(target), path, settings)).tables).toEqual(lost.tables);
    await target.close();
  });
});
