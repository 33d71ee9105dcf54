import { findLayout, isHiddenPath, type ArchiveLayout } from '../imports/unpack/archive-layout.ts';
import { readFolder, readName } from '../imports/unpack/source-path.ts';
import type { FolderReaders } from './folder.ts';

/** Finds where the pages of a folder are, from its paths and `.gitbook.yaml` alone. Other entries have no bytes. */
export async function readLayout(paths: readonly string[], { blobs }: FolderReaders): Promise<ArchiveLayout> {
  const configs = paths.filter((path) => readName(path) === '.gitbook.yaml' && !isHiddenPath(readFolder(path)));
  const bodies = configs.length === 0 ? new Map<string, Buffer>() : await blobs(configs);
  return findLayout(paths.map((path) => ({ path, body: bodies.get(path) ?? Buffer.alloc(0) })));
}
