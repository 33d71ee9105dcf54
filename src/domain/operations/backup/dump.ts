import { rename, rm } from 'node:fs/promises';
import type { ClientBase } from 'pg';
import { ZipFile } from 'yazl';
import { readRows } from '../../../db/backup/rows.ts';
import { listTables, type Table } from '../../../db/backup/tables.ts';
import { readHistory } from '../../../db/migration-history.ts';
import { storageKey } from '../../../infra/storage/content-key.ts';
import { StorageMissing } from '../../../infra/storage/storage-errors.ts';
import type { Storage } from '../../../infra/storage/storage.ts';
import { addEntry, writeZip } from '../../../infra/write-zip.ts';
import { archiveVersion, filePath, manifestName, RowsChecksum, tablePath, type Manifest } from './manifest.ts';
import { listFileHashes } from './queries.ts';
import { withClient, type Store } from './store.ts';

export interface BackupProgress {
  readonly progress: (step: { done?: number; total?: number; phase?: string }) => void;
}

/**
 * Writes the database and all files into one ZIP archive. Reads the database in one transaction, so the archive is a
 * consistent snapshot while the service runs. The file gets its name only when it is complete.
 */
export async function dump(
  { pool, storage }: Store,
  path: string,
  { program, now, progress }: { program: string; now: Date } & BackupProgress,
): Promise<Manifest> {
  return withClient(pool, 'begin isolation level repeatable read read only', async (client) => {
    const zip = new ZipFile();
    const tables = await listTables(client);
    const migrations = ((await readHistory(client)) ?? []).map(({ name, checksum }) => ({ name, checksum }));
    const written: Manifest['tables'] = [];
    progress({ phase: 'Tables', done: 0, total: tables.length });
    for (const table of tables) {
      const bytes = () => {
        progress({ done: written.length });
        return rowsOf(client, table, (sums) => written.push({ ...table, columns: [...table.columns], ...sums }));
      };
      addEntry(zip, { path: tablePath(table.name), bytes });
    }
    const files: Manifest['files'] = { count: 0, bytes: 0, missing: [] };
    const hashes = await listFileHashes(client);
    for (const hash of hashes) {
      const key = storageKey(hash);
      const bytes = () => {
        if (files.count === 0) progress({ phase: 'Files', total: hashes.length });
        progress({ done: (files.count += 1) });
        return bytesOf(storage, key, files, hash);
      };
      addEntry(zip, { path: filePath(key), options: { compress: false }, bytes });
    }
    const manifest = (): Manifest => ({
      format: 'octavo-dump',
      version: archiveVersion,
      program,
      createdAt: now.toISOString(),
      migrations,
      tables: written,
      files: { ...files, count: files.count - files.missing.length },
    });
    addEntry(zip, { path: manifestName, bytes: () => [JSON.stringify(manifest(), null, 2)] });
    await writeUnderName(zip, path);
    return manifest();
  });
}

/** Yields the rows as JSON lines; returns their number and checksum. */
async function* rowsOf(
  client: ClientBase,
  table: Table,
  onEnd: (sums: { rows: number; checksum: string }) => void,
): AsyncGenerator<string> {
  const sums = new RowsChecksum();
  for await (const batch of readRows(client, table)) {
    for (const row of batch) sums.add(row);
    yield `${batch.join('\n')}\n`;
  }
  onEnd({ rows: sums.rows, checksum: sums.checksum });
}

/** Yields the bytes of a file. A file that the storage has lost yields none and is recorded in the manifest. */
async function* bytesOf(
  storage: Storage,
  key: string,
  files: Manifest['files'],
  hash: string,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of await storage.stream(key)) {
      files.bytes += (chunk as Uint8Array).length;
      yield chunk as Uint8Array;
    }
  } catch (error) {
    if (!(error instanceof StorageMissing)) throw error;
    files.missing.push(hash);
  }
}

async function writeUnderName(zip: ZipFile, path: string): Promise<void> {
  const unfinished = `${path}.unfinished`;
  try {
    await writeZip(zip, unfinished);
    await rename(unfinished, path);
  } finally {
    await rm(unfinished, { force: true });
  }
}
