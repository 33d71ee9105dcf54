import pMap from 'p-map';
import type { ClientBase } from 'pg';
import { restoreRows, inBatches } from '../../../db/backup/rows.ts';
import {
  addForeignKeys,
  dropForeignKeys,
  findOccupied,
  listForeignKeys,
  listTables,
  type Table,
} from '../../../db/backup/tables.ts';
import { readHistory } from '../../../db/migration-history.ts';
import { sniffFile } from '../../../infra/storage/sniff.ts';
import { failure } from '../../../lib/errors.ts';
import { deleteStorageMarker } from '../installation/queries.ts';
import type { BackupProgress } from './dump.ts';
import { RowsChecksum, tablePath, type Manifest } from './manifest.ts';
import { openArchive, type Archive } from './read-archive.ts';
import { programName } from '../../../lib/program.ts';
import { withClient, type Store } from './store.ts';

/** Tables that have rows, such as secrets, in an empty installation. Rows of the archive replace them. */
const seededTables: readonly string[] = ['settings'];

const filesAtOnce = 4;

/**
 * Restores an archive into an empty installation, all or nothing. Files are written first, because only rows refer to
 * them. The transaction commits after all rows and foreign keys have been checked.
 *
 * Throws validation_failed for a damaged archive or one of another schema, and invalid_state for a database with
 * content.
 */
export async function restore({ pool, storage }: Store, path: string, { progress }: BackupProgress): Promise<Manifest> {
  const archive = await openArchive(path);
  try {
    const { manifest } = archive;
    await withClient(pool, 'begin read only', async (client) => {
      await assertSchema(client, manifest);
      await assertEmpty(client);
    });
    await restoreFiles(archive, storage, progress);
    await withClient(pool, 'begin', (client) => restoreTables(client, archive, progress));
    await pool.query('analyze');
    return manifest;
  } finally {
    archive.close();
  }
}

async function assertSchema(client: ClientBase, manifest: Manifest): Promise<void> {
  const migrations = (await readHistory(client)) ?? [];
  const spell = (list: readonly { name: string; checksum: string }[]) =>
    list.map(({ name, checksum }) => `${name} ${checksum}`).toSorted();
  const [here, there] = [spell(migrations), spell(manifest.migrations)];
  const difference = here.find((name) => !there.includes(name)) ?? there.find((name) => !here.includes(name));
  if (difference === undefined) return;
  const message = `The archive was written by Octavo ${manifest.program} and has another schema than ${programName} (migration ${difference.split(' ')[0]}). Restore it with that version, then upgrade.`;
  throw failure('validation_failed', message);
}

async function assertEmpty(client: ClientBase): Promise<void> {
  const tables = (await listTables(client)).map(({ name }) => name);
  const occupied = await findOccupied(
    client,
    tables.filter((name) => !seededTables.includes(name)),
  );
  if (occupied === null) return;
  const message = `The database is not empty: table ${occupied} has rows. Restore into a new database, before its first start.`;
  throw failure('invalid_state', message);
}

async function restoreFiles(
  archive: Archive,
  storage: Store['storage'],
  progress: BackupProgress['progress'],
): Promise<void> {
  const missing = new Set(archive.manifest.files.missing);
  const prefix = 'files/';
  const names = archive.namesUnder(prefix).filter((name) => !missing.has(name.slice(name.lastIndexOf('/') + 1)));
  if (names.length !== archive.manifest.files.count)
    throw failure(
      'validation_failed',
      `The archive has ${names.length} files instead of ${archive.manifest.files.count}`,
    );
  let done = 0;
  progress({ phase: 'Files', done, total: names.length });
  await pMap(
    names,
    async (name) => {
      const body = await archive.read(name);
      const { contentType } = await sniffFile(body, name);
      await storage.put(name.slice(prefix.length), body, { contentType });
      progress({ done: (done += 1) });
    },
    { concurrency: filesAtOnce },
  );
}

async function restoreTables(
  client: ClientBase,
  archive: Archive,
  progress: BackupProgress['progress'],
): Promise<void> {
  const keys = await listForeignKeys(client);
  await dropForeignKeys(client, keys);
  await assertEmpty(client);
  const here = new Map((await listTables(client)).map((table) => [table.name, table]));
  let done = 0;
  progress({ phase: 'Tables', done, total: here.size });
  for (const name of seededTables) {
    await client.query(`delete from "${name}"`);
  }
  for (const table of archive.manifest.tables) {
    // Column names of the archive become part of a statement, so only those of the schema are accepted.
    const known = here.get(table.name);
    if (known === undefined || !hasColumns(known, table))
      throw failure('validation_failed', `The archive has a table that the schema does not have: ${table.name}`);
    await restoreTable(client, archive, table);
    progress({ done: (done += 1) });
  }
  // The marker names the previous storage; the next start writes one for this storage.
  await client.query(deleteStorageMarker);
  progress({ phase: 'References' });
  await addForeignKeys(client, keys);
}

const hasColumns = (known: Table, { columns }: Table) =>
  JSON.stringify(known.columns.map(({ name, type }) => [name, type])) ===
  JSON.stringify(columns.map(({ name, type }) => [name, type]));

async function restoreTable(client: ClientBase, archive: Archive, table: Manifest['tables'][number]): Promise<void> {
  const sums = new RowsChecksum();
  for await (const batch of inBatches(archive.lines(tablePath(table.name)))) {
    for (const row of batch) sums.add(row);
    await restoreRows(client, table, batch);
  }
  if (sums.rows === table.rows && sums.checksum === table.checksum) return;
  throw failure(
    'validation_failed',
    `The archive is damaged: the rows of ${table.name} are not those that were written`,
  );
}
