import { sql, type Sql } from '../../../db/sql.ts';

/** Key of the advisory lock. Must differ from all other advisory locks. */
const firstStartLock = 7_261_014;

/** Takes the lock of the first start until the transaction ends. False when another process holds it. */
export async function tryLockFirstStart(reader: Sql): Promise<boolean> {
  const row = await reader.first<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(${firstStartLock}::bigint) as locked`,
  );
  return row?.locked ?? false;
}

/** Stores the secret of the installation unless one exists. Returns the stored one. */
export const ensureSecret = (reader: Sql, candidate: string) => ensureSetting(reader, 'secret', candidate);

/** Stores the key of the marker file in the file storage unless one exists. Returns the stored one. */
export const ensureStorageMarker = (reader: Sql, candidate: string) => ensureSetting(reader, storageMarker, candidate);

/** Reads the key of the marker file in the file storage; null before the first start. */
export const readStorageMarker = (reader: Sql) => readSetting(reader, storageMarker);

export const replaceStorageMarker = (reader: Sql, key: string) =>
  reader.rows(sql`insert into settings (key, value) values (${storageMarker}, ${key})
    on conflict (key) do update set value = excluded.value`);

/** Runs after a restore, because the files are then in another storage. The next start marks it. */
export const deleteStorageMarker = `delete from settings where key = 'storage_marker'`;

const storageMarker = 'storage_marker';

async function ensureSetting(reader: Sql, key: string, candidate: string): Promise<string> {
  await reader.rows(sql`insert into settings (key, value) values (${key}, ${candidate}) on conflict (key) do nothing`);
  const value = await readSetting(reader, key);
  if (value === null) throw new Error(`The setting ${key} cannot be read back`);
  return value;
}

async function readSetting(reader: Sql, key: string): Promise<string | null> {
  const row = await reader.first<{ value: string }>(sql`select value from settings where key = ${key}`);
  return row?.value ?? null;
}
