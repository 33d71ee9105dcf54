import { sql, type Sql } from '../../db/sql.ts';

/** Any number that no other advisory lock uses. */
const firstStartLock = 7_261_014;

/** Takes the lock of the first start until the transaction ends. False when another process holds it. */
export async function tryLockFirstStart(reader: Sql): Promise<boolean> {
  const row = await reader.first<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(${firstStartLock}::bigint) as locked`,
  );
  return row?.locked ?? false;
}

/** Stores the secret of the installation unless it has one. Returns the one that is stored. */
export const ensureSecret = (reader: Sql, candidate: string) => ensureSetting(reader, 'secret', candidate);

/** Stores the key of the file that marks the file storage unless there is one. Returns the one that is stored. */
export const ensureStorageMarker = (reader: Sql, candidate: string) => ensureSetting(reader, storageMarker, candidate);

/** The key of the file that marks the file storage; null before the first start with it. */
export const readStorageMarker = (reader: Sql) => readSetting(reader, storageMarker);

export const replaceStorageMarker = (reader: Sql, key: string) =>
  reader.rows(sql`insert into settings (key, value) values (${storageMarker}, ${key})
    on conflict (key) do update set value = excluded.value`);

/** Run after a restore, because the files are in another storage now. The next start marks it. */
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
