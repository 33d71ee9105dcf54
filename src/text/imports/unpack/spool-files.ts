import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DomainError } from '../../../lib/errors.ts';
import type { ImportedFile, ImportNote, ImportTree } from '../import-tree.ts';

/**
 * Writes the files of a tree to a local folder, one at a time, so that they never share memory. Skips damaged files.
 */
export function spoolFiles(tree: ImportTree, folder: string): ImportTree {
  const damaged: ImportNote[] = [];
  const files = tree.files.flatMap((file, index): ImportedFile[] => {
    try {
      const { key, id, name, contentType, body } = file;
      const path = join(folder, String(index));
      if (Buffer.isBuffer(body)) writeFileSync(path, body, { mode: 0o600 });
      const kept = Buffer.isBuffer(body) ? { path, length: body.length } : body;
      return [{ key, ...(id !== undefined && { id }), name, contentType, body: kept }];
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      damaged.push({ key: file.key, reason: error.message });
      return [];
    }
  });
  return { ...tree, files, skipped: [...tree.skipped, ...damaged] };
}
