import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ArchiveEntry } from '../../text/imports/unpack/zip.ts';
import { packageRoot } from '../../lib/program-files.ts';

/** The folder of the documents of this project. */
export const docsFolder: string = fileURLToPath(new URL('docs', packageRoot));

/** Reads all files below a folder, sorted by path. Their paths are relative to `base`. */
export async function filesUnder(directory: string, base = directory): Promise<ArchiveEntry[]> {
  const found = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(
    files.toSorted().map(async (file) => ({
      path: relative(base, file).split(sep).join('/'),
      body: await readFile(file),
    })),
  );
}
