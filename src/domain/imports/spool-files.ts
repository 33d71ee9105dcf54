import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DomainError } from '../../lib/errors.ts';
import type { ImportedFile, ImportNote, ImportTree } from './import-tree.ts';

/**
 * Moves the bytes of the files of a tree to a folder of this machine, one after the other, so that they are never in memory
 * together. A damaged one is skipped.
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
