import { type OrganizationIndex, readOrganization } from './formats/exported/read-organization.ts';
import type { FileOnDisk, ImportTree } from './import-tree.ts';
import type { ImportLimits } from './limits.ts';
import {
  isArchive,
  parseArchive,
  parseImport,
  type ArchiveSource,
  type ImportOrigin,
  type ParsedSource,
} from './parse.ts';
import { importRefused } from './refusal.ts';
import { spoolFiles } from './unpack/spool-files.ts';
import type { CrawledSite } from './formats/website/crawled-site.ts';
import { useArchive } from './unpack/zip.ts';

/** Input of a parsing task. */
export type ParseTask =
  | {
      readonly source: ParsedSource;
      readonly body: Uint8Array;
      readonly origin: Pick<ImportOrigin, 'url' | 'contentType' | 'name' | 'limits'>;
    }
  | {
      readonly source: ArchiveSource;
      readonly archive: FileOnDisk;
      /** Folder into which the files are written. */
      readonly folder: string;
      readonly origin: Pick<ImportOrigin, 'limits' | 'inside'>;
    }
  | { readonly source: 'website'; readonly site: CrawledSite };

/** Parses in this thread. Throws import_refused. */
export async function parseTask(task: ParseTask): Promise<ImportTree> {
  // Loaded on demand: the parsers load slowly and mostly run in workers.
  if (task.source === 'website') return (await import('./formats/website/site-tree.ts')).buildSiteTree(task.site);
  if ('archive' in task)
    return parseArchive(task.source, task.archive, task.origin, (tree) => spoolFiles(tree, task.folder));
  const { buffer, byteOffset, byteLength } = task.body;
  return parseImport(task.source, Buffer.from(buffer, byteOffset, byteLength), task.origin);
}

/** Input of a task that reads the index of the export of an organization. */
export interface OrganizationTask {
  readonly archive: FileOnDisk;
  readonly limits: ImportLimits;
}

/** Reads the index of the export of an organization in this thread. Throws import_refused. */
export const organizationTask = ({ archive, limits }: OrganizationTask): Promise<OrganizationIndex> =>
  isArchive(archive)
    ? useArchive(archive, limits, ({ entries }) => Promise.resolve(readOrganization(entries)))
    : Promise.reject(importRefused('Expected the export of an organization, but this is not a ZIP archive'));
