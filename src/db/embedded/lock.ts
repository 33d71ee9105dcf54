import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { DataDirLockedError, DataDirUnsupportedError } from './errors.ts';
import { isAlive, listen } from './liveness.ts';

/** An acquired lock on a data directory. */
export interface DataDirLock {
  release(): Promise<void>;
}

/** File systems that other machines may write to concurrently, by type number of Linux `statfs(2)`. */
const networkFileSystems: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB2'],
  [0x00c36400, 'Ceph'],
  [0x0bd00bd0, 'Lustre'],
  [0x5346414f, 'AFS'],
  [0x01161970, 'GFS2'],
  [0x7461636f, 'OCFS2'],
]);
const maxAttempts = 100;

const record = z.object({
  pid: z.number(),
  host: z.string(),
  startedAt: z.string(),
  bootId: z.string(),
  socket: z.string().regex(/^[0-9a-f]+\.sock$/),
});
type LockRecord = z.infer<typeof record>;

/**
 * Acquires an exclusive lock on a directory, which is created if needed (mode 0700).
 *
 * Each holder creates a numbered file in `<dataDir>/lock`; the highest number is the current holder. The file names a
 * socket on which the holder listens, so the kernel tells whether it is alive. When the holder is dead, its successor
 * creates the next number, which only one process can do. Numbers are never reused, and files of holders that may be
 * alive are never removed.
 *
 * Throws DataDirLockedError when a living process holds the lock, DataDirUnsupportedError on network file systems
 * (unless forced) and on file systems without sockets.
 */
export async function lockDataDir(
  dataDir: string,
  { force = false }: { readonly force?: boolean } = {},
): Promise<DataDirLock> {
  const directory = join(resolve(dataDir), 'lock');
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await chmod(dataDir, 0o700).catch((error: unknown) => {
    // A mounted volume may be owned by root and still be writable.
    if (!isCode(error, 'EPERM')) throw error;
  });
  if (!force) await refuseNetworkFileSystem(dataDir);

  const socket = `${randomBytes(6).toString('hex')}.sock`;
  const life = await listen(directory, socket).catch((error: unknown) => {
    throw new DataDirUnsupportedError(dataDir, 'its file system takes no unix sockets', {
      cause: error,
    });
  });
  try {
    await acquire(dataDir, directory, await describeSelf(socket));
  } catch (error) {
    await life.stop();
    throw error;
  }
  // The file is kept, because the next holder continues its number.
  return { release: () => life.stop() };
}

async function acquire(dataDir: string, directory: string, self: LockRecord): Promise<void> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const highest = await highestNumber(directory);
    const holder = await readRecord(directory, highest);
    if (holder && (await isAlive(directory, holder.socket))) {
      throw new DataDirLockedError(dataDir, holder);
    }
    const mine = highest + 1;
    if (!(await publish(directory, mine, self))) continue;
    // An old number can be created again after its file was cleaned up, so check that it is the highest.
    if ((await highestNumber(directory)) === mine) {
      await removeOldLocks(directory, mine);
      return;
    }
    await rm(fileOf(directory, mine), { force: true });
  }
  throw new Error(`The lock in ${directory} changed hands ${maxAttempts} times while being taken.`);
}

/** Creates the numbered file with its content atomically. False when another process was first. */
async function publish(directory: string, number: number, self: LockRecord): Promise<boolean> {
  const draft = join(directory, `${self.socket}.json`);
  await writeFile(draft, JSON.stringify(self), { mode: 0o600 });
  try {
    await link(draft, fileOf(directory, number));
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Removes the files of dead holders, whose numbers are lower than the one just acquired. */
async function removeOldLocks(directory: string, mine: number): Promise<void> {
  for (const number of await numbers(directory)) {
    if (number >= mine) continue;
    const dead = await readRecord(directory, number);
    if (dead) await rm(join(directory, dead.socket), { force: true });
    await rm(fileOf(directory, number), { force: true });
  }
}

async function numbers(directory: string): Promise<number[]> {
  const names = await readdir(directory);
  return names.filter((name) => /^\d+\.json$/.test(name)).map((name) => Number.parseInt(name, 10));
}

async function highestNumber(directory: string): Promise<number> {
  return Math.max(0, ...(await numbers(directory)));
}

/**
 * Reads a lock file; null when it no longer exists or was truncated by a power failure, in which case its holder is
 * dead.
 */
async function readRecord(directory: string, number: number): Promise<LockRecord | null> {
  let text: string;
  try {
    text = await readFile(fileOf(directory, number), 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  }
  try {
    return record.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

function fileOf(directory: string, number: number): string {
  return join(directory, `${number}.json`);
}

async function describeSelf(socket: string): Promise<LockRecord> {
  const bootId = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
  return {
    pid: process.pid,
    host: hostname(),
    startedAt: new Date(Date.now() - process.uptime() * 1000).toISOString(),
    bootId: bootId.trim(),
    socket,
  };
}

async function refuseNetworkFileSystem(dataDir: string): Promise<void> {
  const { type } = await statfs(dataDir);
  const name = networkFileSystems.get(type >>> 0);
  if (name) {
    throw new DataDirUnsupportedError(dataDir, `${name} lets other machines write to it too`);
  }
}
