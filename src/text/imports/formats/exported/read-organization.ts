import { CollectionLine, OrganizationManifest, SpaceLine } from './organization-format.ts';
import { exportFiles, ExportManifest, organizationFiles } from './format.ts';
import type { ImportNote } from '../../import-tree.ts';
import { importRefused } from '../../refusal.ts';
import type { ArchiveEntry } from '../../unpack/zip.ts';
import { toJson, readLines } from './read-export.ts';

/** A space of an exported organization with its settings. */
export interface ExportedSpace extends SpaceLine {
  readonly settings: ExportManifest['space'];
}

/** The index of the export of an organization. */
export interface OrganizationIndex {
  readonly collections: readonly CollectionLine[];
  readonly spaces: readonly ExportedSpace[];
  /** Spaces whose folder is missing or damaged. */
  readonly skipped: readonly ImportNote[];
}

/** Reads the index of an archive that was exported from an organization. Throws import_refused for other archives. */
export function readOrganization(entries: readonly ArchiveEntry[]): OrganizationIndex {
  const byPath = new Map(entries.map((entry) => [entry.path, entry]));
  const findBody = (path: string) => byPath.get(path)?.body;
  const manifest = OrganizationManifest.safeParse(toJson(String(findBody(organizationFiles.manifest) ?? '')));
  const lines = readLines(findBody(organizationFiles.spaces), SpaceLine);
  const collections = readLines(findBody(organizationFiles.collections), CollectionLine);
  if (!manifest.success || lines === null || collections === null)
    throw importRefused('Expected the export of an organization, but the archive has no readable index of one');
  const skipped: ImportNote[] = [];
  const spaces = lines.flatMap((line): ExportedSpace[] => {
    const own = ExportManifest.safeParse(toJson(String(findBody(`${line.folder}${exportFiles.manifest}`) ?? '')));
    if (own.success) return [{ ...line, settings: own.data.space }];
    skipped.push({ key: line.folder, reason: 'Its index is missing or damaged' });
    return [];
  });
  return { collections, spaces, skipped };
}
