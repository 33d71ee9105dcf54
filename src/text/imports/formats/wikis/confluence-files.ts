import type { ImportNote } from '../../import-tree.ts';
import { entryAt, type ArchiveEntry } from '../../unpack/zip.ts';
import { isCurrent, type Entity } from './confluence-entities.ts';

/** The newest files of pages by their ids, at paths by their names. Those of pages in the trash are left out with them. */
export function listFiles(
  attachments: readonly Entity[],
  entries: readonly ArchiveEntry[],
  pages: ReadonlySet<string>,
) {
  const stored = new Map<string, { readonly version: number; readonly entry: ArchiveEntry }>();
  for (const entry of entries) {
    const [, owner, id, version = ''] = /^attachments\/(\d+)\/(\d+)\/(\d+)$/.exec(entry.path) ?? [];
    if (owner === undefined || id === undefined) continue;
    if ((stored.get(id)?.version ?? -1) < Number(version)) stored.set(id, { version: Number(version), entry });
  }
  const paths = new Map<string, Map<string, string>>();
  const files: ArchiveEntry[] = [];
  const notes: ImportNote[] = [];
  for (const { id, texts, references } of attachments.filter(isCurrent)) {
    const name = texts.get('title') ?? texts.get('fileName') ?? '';
    const owner = references.get('containerContent') ?? references.get('content') ?? '';
    const entry = stored.get(id)?.entry;
    if (name === '' || !pages.has(owner)) continue;
    const path = `files/${owner}/${name.replaceAll(/[/\\\p{Cc}]/gu, '-')}`;
    if (!entry) notes.push({ key: path, reason: 'The export has no bytes of this file' });
    else if (paths.get(owner)?.has(name) !== true) {
      paths.set(owner, (paths.get(owner) ?? new Map<string, string>()).set(name, path));
      files.push(entryAt(path, entry));
    }
  }
  return { paths, entries: files, notes };
}
