import type { ImportedFile } from '../import-tree.ts';
import type { ArchiveEntry } from './zip.ts';

/** Creates a file of an import whose bytes stay in the archive until they are read. */
export const fileOf = (entry: ArchiveEntry, fields: Omit<ImportedFile, 'body'>): ImportedFile => ({
  ...fields,
  get body() {
    return entry.body;
  },
});

/** The file under other names. Its bytes stay where they are. */
export const renamed = (file: ImportedFile, names: Pick<ImportedFile, 'key' | 'name'>): ImportedFile => ({
  contentType: file.contentType,
  ...(file.id !== undefined && { id: file.id }),
  ...names,
  get body() {
    return file.body;
  },
});
