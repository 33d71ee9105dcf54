import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DomainError } from '../../../lib/errors.ts';
import type { ImportedFile, ImportNote, ImportTree } from '../import-tree.ts';

/**
 * Writes the files of a tree to a local folder, one at a time, so that they never share memory. Skips damaged files.
 */
export const spoolFiles = (tree: ImportTree, folder: string): ImportTree =>
  takeFiles(tree, (body, index) => {
    if (!Buffer.isBuffer(body)) return body;
    const path = join(folder, String(index));
    writeFileSync(path, body, { mode: 0o600 });
    return { path, length: body.length };
  });

/** Keeps the bytes of each file of a tree, which its archive holds. Skips damaged files. */
export function takeFiles(
  tree: ImportTree,
  keep: (body: ImportedFile['body'], index: number) => ImportedFile['body'],
): ImportTree {
  const damaged: ImportNote[] = [];
  const files = tree.files.flatMap((file, index): ImportedFile[] => {
    try {
      const { key, id, name, contentType, body } = file;
      return [{ key, ...(id !== undefined && { id }), name, contentType, body: keep(body, index) }];
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      damaged.push({ key: file.key, reason: error.message });
      return [];
    }
  });
  return { ...tree, files, skipped: [...tree.skipped, ...damaged] };
}
