import { DomainError } from '../../lib/errors.ts';
import { mediaTypeIn } from '../../lib/media-types.ts';
import { readOrganization, type OrganizationIndex } from './formats/exported/read-organization.ts';
import { describe, isZip, type ImportOrigin } from './formats/body.ts';
import { isArchiveSource, type ArchiveSource, type BodySource } from './fields.ts';
import { archiveFormats, bodyFormats } from './formats/formats.ts';
import type { CrawledSite } from './formats/website/crawled-site.ts';
import type { FileOnDisk, ImportNote, ImportTree } from './import-tree.ts';
import { importLimits, type ImportLimits } from './limits.ts';
import { arrangeTree } from './links/resolve-tree.ts';
import { importRefused } from './refusal.ts';
import { firstBytes, type ArchiveBytes } from './unpack/archive-bytes.ts';
import { spoolFiles, takeFiles } from './unpack/spool-files.ts';
import { DamagedEntry, entryAt, useArchive, type ArchiveEntry } from './unpack/zip.ts';

/** Sources that consist of a single response. */
export type ParsedSource = ArchiveSource | BodySource;

/** What was fetched for an import. */
export type ParseTask =
  | {
      readonly source: BodySource;
      readonly body: Uint8Array;
      readonly origin: Pick<ImportOrigin, 'url' | 'contentType' | 'name' | 'limits'>;
    }
  | {
      readonly source: ArchiveSource;
      readonly archive: FileOnDisk;
      /** Folder into which the files are written. */
      readonly folder: string;
      readonly origin: Pick<ImportOrigin, 'limits' | 'inside' | 'variant'>;
    }
  | { readonly source: 'website'; readonly site: CrawledSite };

/**
 * Parses what was fetched in this thread: unpack → read its format → plan the tree → resolve links. Throws
 * import_refused, with the expected format, for content that does not match its source.
 */
export async function parseTask(task: ParseTask): Promise<ImportTree> {
  // Loaded on demand: Readability and its DOM load slowly.
  if ('site' in task) return arrangeTree(await (await import('./formats/website/read-site.ts')).readSite(task.site));
  if ('archive' in task)
    return parseArchive(task.source, task.archive, task.origin, (tree) => spoolFiles(tree, task.folder));
  const { buffer, byteOffset, byteLength } = task.body;
  return parseBody(task.source, Buffer.from(buffer, byteOffset, byteLength), task.origin);
}

/**
 * Parses a fetched body into pages and files, as `parseTask`. Fetches nothing: `remoteImages` lists the images on other
 * servers.
 */
export const parseImport = (source: ParsedSource, body: Buffer, origin: ImportOrigin = {}): Promise<ImportTree> =>
  isArchiveSource(source) ? parseArchive(source, body, origin, loadFiles) : parseBody(source, body, origin);

async function parseBody(source: BodySource, body: Buffer, origin: ImportOrigin): Promise<ImportTree> {
  const { expected, read } = bodyFormats[source];
  if (body.length === 0) throw importRefused(`${expected}, but the response is empty`);
  return arrangeTree(await read(body, origin));
}

/** Parses an archive. Passes the tree to `use` while its files can still be read. */
async function parseArchive(
  source: ArchiveSource,
  archive: ArchiveBytes,
  origin: ImportOrigin,
  use: (tree: ImportTree) => ImportTree,
): Promise<ImportTree> {
  const { expected, read } = archiveFormats[source];
  if (archive.length === 0) throw importRefused(`${expected}, but the response is empty`);
  const start = firstBytes(archive);
  if (!isZip(start))
    throw importRefused(`${expected}, but this is ${describe(start, mediaTypeIn(origin.contentType))}`);
  return useArchive(archive, origin.limits ?? importLimits, async ({ entries, leftOut }) => {
    const { tree, damaged } = await withoutDamaged(entries, async (sound) =>
      arrangeTree(await read(within(origin.inside ?? '', sound), origin)),
    );
    const omitted = [...leftOut, ...damaged];
    return use({
      ...tree,
      skipped: [...tree.skipped, ...omitted],
      totalResources: tree.totalResources + omitted.length,
    });
  });
}

/**
 * Reads an archive, again without each damaged entry that its format needs as a whole, such as a configuration or a table of contents.
 * What is read entry by entry costs only itself anyway.
 */
async function withoutDamaged(
  entries: readonly ArchiveEntry[],
  read: (entries: readonly ArchiveEntry[]) => Promise<ImportTree>,
): Promise<{ tree: ImportTree; damaged: ImportNote[] }> {
  const damaged: ImportNote[] = [];
  for (let sound = entries; ;) {
    try {
      return { tree: await read(sound), damaged };
    } catch (error) {
      const cause = error instanceof DomainError ? error.cause : null;
      if (!(cause instanceof DamagedEntry) || damaged.length >= maxDamaged) throw error;
      const { path } = cause;
      damaged.push({ key: path, reason: cause.message });
      sound = sound.filter((entry) => entry.path !== path);
    }
  }
}

const maxDamaged = 20;

/** Selects the entries of a folder, with paths relative to it. */
const within = (folder: string, entries: readonly ArchiveEntry[]): readonly ArchiveEntry[] =>
  folder === ''
    ? entries
    : entries.flatMap((entry) =>
        entry.path.startsWith(folder) ? [entryAt(entry.path.slice(folder.length), entry)] : [],
      );

/** Copies the bytes of the files into memory, so that the archive is no longer needed. */
const loadFiles = (tree: ImportTree): ImportTree => takeFiles(tree, (body) => body);

/** Input of a task that reads the index of the export of an organization. */
export interface OrganizationTask {
  readonly archive: FileOnDisk;
  readonly limits: ImportLimits;
}

/** Reads the index of the export of an organization in this thread. Throws import_refused. */
export const organizationTask = ({ archive, limits }: OrganizationTask): Promise<OrganizationIndex> =>
  isZip(firstBytes(archive))
    ? useArchive(archive, limits, ({ entries }) => Promise.resolve(readOrganization(entries)))
    : Promise.reject(importRefused('Expected the export of an organization, but this is not a ZIP archive'));
