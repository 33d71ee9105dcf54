import { randomBytes } from 'node:crypto';
import type { Sql } from '../../../db/sql.ts';
import { contentKey } from '../../../infra/storage/content-key.ts';
import type { Storage } from '../../../infra/storage/storage.ts';
import { failure } from '../../../lib/errors.ts';
import { ensureStorageMarker, readStorageMarker, replaceStorageMarker } from './queries.ts';

interface Parts {
  readonly sql: Sql;
  readonly storage: Storage;
}

/**
 * Requires that the file storage belongs to this database. The first start stores a file with random content and writes
 * its key to the database. A storage without this file belongs to another database or has lost its files.
 *
 * Throws invalid_state for another storage, and storage_unavailable.
 */
export async function assertStorageMarker({ sql, storage }: Parts): Promise<void> {
  const known = await readStorageMarker(sql);
  await requireMarker(storage, known ?? (await ensureStorageMarker(sql, await storeMarker(storage))));
}

/** Like `assertStorageMarker`, without marking the storage of a database that was never started. */
export async function requireOwnStorage({ sql, storage }: Parts): Promise<void> {
  const key = await readStorageMarker(sql);
  if (key !== null) await requireMarker(storage, key);
}

async function requireMarker(storage: Storage, key: string): Promise<void> {
  if (await storage.exists(key)) return;
  const message = `The file storage is not the one of this database, because it lacks the file ${key}. Check DATA_DIR or S3_BUCKET, or copy the files. If the files are lost for good, start once with --adopt-storage.`;
  throw failure('invalid_state', message);
}

/** Marks the file storage as that of this database, replacing any earlier mark. */
export async function adoptStorage({ sql, storage }: Parts): Promise<void> {
  await replaceStorageMarker(sql, await storeMarker(storage));
}

/** Whether the file storage belongs to this database. Throws storage_unavailable. */
export async function hasStorageMarker({ sql, storage }: Parts): Promise<boolean> {
  const key = await readStorageMarker(sql);
  return key === null || storage.exists(key);
}

async function storeMarker(storage: Storage): Promise<string> {
  const body = Buffer.from(`File storage of an Octavo installation: ${randomBytes(16).toString('hex')}\n`);
  const key = contentKey(body);
  await storage.put(key, body, { contentType: 'text/plain' });
  return key;
}
