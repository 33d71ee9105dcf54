import { rmSync } from 'node:fs';
import { mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive, listen } from '../../db/embedded/liveness.ts';
import { keepTemporaryFoldersIn } from '../../infra/temporary-folder.ts';

/** Beginning of the names of the folders of processes. */
const prefix = 'octavo-process-';

/** Socket in the folder of a process on which the process listens as a sign of life. */
const socket = 'alive';

/**
 * Gives this process a folder of its own for temporary files, and removes those of processes that were killed. Returns a
 * function that removes the folder; the end of the process does so, too.
 */
export async function openTemporaryFiles(): Promise<() => Promise<void>> {
  const system = tmpdir();
  await removeAbandoned(system);
  const unnamed = await mkdtemp(join(system, 'octavo-starting-'));
  const life = await listen(unnamed, socket);
  // Named only now, because another process would take a folder without a sign of life for an abandoned one.
  const folder = unnamed.replace('octavo-starting-', prefix);
  await rename(unnamed, folder);
  keepTemporaryFoldersIn(folder);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  return async () => {
    process.off('exit', remove);
    keepTemporaryFoldersIn(null);
    await life.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

async function removeAbandoned(system: string): Promise<void> {
  const folders = (await readdir(system)).filter((name) => name.startsWith(prefix)).map((name) => join(system, name));
  await Promise.all(
    folders.map(async (folder) => {
      const isOurs = (await stat(folder).catch(() => null))?.uid === process.getuid?.();
      if (isOurs && !(await isAlive(folder, socket))) await rm(folder, { recursive: true, force: true });
    }),
  );
}
