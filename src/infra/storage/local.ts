import { randomUUID } from 'node:crypto';
import { constants, copyFile, mkdir, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { held } from '../../lib/held-stream.ts';
import { assertContent, digestOfKey } from './content-key.ts';
import { StorageMissing, storageUnavailable } from './storage-errors.ts';
import type { Storage } from './storage.ts';

/** Age in milliseconds after which an unfinished file belongs to a process that has died. */
const staleAfterMs = 3_600_000;

/** Creates a storage in a local directory. Files are complete on disk before they become visible. */
export function createLocalStorage(directory: string): Storage {
  const unfinished = join(directory, '.unfinished');
  const prepare = once(() => prepareDirectory(unfinished));

  const pathOf = (key: string): string => {
    digestOfKey(key);
    return join(directory, key);
  };

  /** Writes a file, unless it already exists with this size. */
  const store = (key: string, sizeBytes: number, write: (temporary: string) => Promise<void>): Promise<void> => {
    const path = pathOf(key);
    return orUnavailable(async () => {
      await prepare();
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      if ((await measureSize(path)) !== sizeBytes) {
        const temporary = join(unfinished, randomUUID());
        try {
          await write(temporary);
          await rename(temporary, path);
        } finally {
          await rm(temporary, { force: true });
        }
      }
      // Sync even if the file exists, because the process that renamed it may not have synced the directory yet.
      await syncDirectories(dirname(path), dirname(dirname(path)), directory);
    });
  };

  return {
    async put(key, body) {
      assertContent(key, body);
      await store(key, body.length, (temporary) => writeSynced(temporary, body));
    },
    async putFile(key, { path, sizeBytes }) {
      await store(key, sizeBytes, (temporary) => copySynced(path, temporary));
    },
    async get(key) {
      const path = pathOf(key);
      return orMissing(key, () => readFile(path));
    },
    async stream(key, range) {
      const path = pathOf(key);
      const file = await orMissing(key, () => open(path, 'r'));
      return held(file.createReadStream(range));
    },
    async exists(key) {
      const path = pathOf(key);
      return orUnavailable(async () => (await measureSize(path)) !== null);
    },
    async delete(key) {
      const path = pathOf(key);
      await orUnavailable(() => rm(path, { force: true }));
    },
    async healthy() {
      await orUnavailable(async () => {
        await prepare();
        const probe = join(unfinished, randomUUID());
        await writeSynced(probe, Buffer.from('probe'));
        await rm(probe);
      });
    },
  };
}

/** Creates the directory of unfinished files and deletes those that a crash has left. */
async function prepareDirectory(unfinished: string): Promise<void> {
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  const oldest = Date.now() - staleAfterMs;
  for (const name of await readdir(unfinished)) {
    const path = join(unfinished, name);
    const found = await orNull(stat(path));
    if (found !== null && found.mtimeMs < oldest) {
      await rm(path, { force: true });
    }
  }
}

async function writeSynced(path: string, body: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(body);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function copySynced(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_EXCL);
  const file = await open(to, 'r+');
  try {
    await file.chmod(0o600);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Syncs directories. A rename is durable only after its directory is synced. */
async function syncDirectories(...paths: readonly string[]): Promise<void> {
  await Promise.all(
    paths.map(async (path) => {
      const directory = await open(path, 'r');
      try {
        await directory.sync();
      } finally {
        await directory.close();
      }
    }),
  );
}

async function measureSize(path: string): Promise<number | null> {
  const found = await orNull(stat(path));
  return found?.isFile() === true ? found.size : null;
}

/** Converts "no such file" to null. */
async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (isAbsent(error)) {
      return null;
    }
    throw error;
  }
}

async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw storageUnavailable(error);
  }
}

async function orMissing<T>(key: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isAbsent(error) ? new StorageMissing(key) : storageUnavailable(error);
  }
}

const isAbsent = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Runs an action until it has succeeded once. */
function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null;
  return () => {
    done ??= work().catch((error: unknown) => {
      done = null;
      throw error;
    });
    return done;
  };
}
