import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let parent: string | null = null;

/** Makes `withTemporaryFolder` use a folder of this process; null restores that of the system. */
export function keepTemporaryFoldersIn(folder: string | null): void {
  parent = folder;
}

/**
 * Calls a function with the path of a new, empty folder on the local disk, and deletes the folder afterwards.
 *
 * A server that was killed cannot do so; its next start does (see app/process/temporary-files.ts).
 */
export async function withTemporaryFolder<Result>(
  purpose: string,
  use: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(parent ?? tmpdir(), `octavo-${purpose}-`));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
