import type { ImportedFile } from '../import-tree.ts';
import type { ArchiveEntry } from './zip.ts';

/** Creates a file of an import whose bytes stay in the archive until they are read. */
export const fileOf = (entry: ArchiveEntry, fields: Omit<ImportedFile, 'body'>): ImportedFile => ({
  ...fields,
  get body() {
    return entry.body;
  },
});
