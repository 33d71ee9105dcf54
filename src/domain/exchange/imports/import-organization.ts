import { createHash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DomainError } from '../../../lib/errors.ts';
import type { IdPrefix } from '../../../lib/ids.ts';
import { actingAs } from '../../core/acting.ts';
import { createCollection } from '../../authoring/collections/create.ts';
import { maxTreeDepth } from '../../../text/content/edit-fields.ts';
import { treeTooDeep } from '../../authoring/content/tree-depth.ts';
import type { Context } from '../../core/context.ts';
import type { JobProgress } from '../../core/jobs/kind.ts';
import { createSpace } from '../../authoring/spaces/create.ts';
import { transact } from '../../core/transact.ts';
import { collectionValues, languageOfSpace, spaceValues, titleOfSpace } from './organization-values.ts';
import type { ExportedSpace } from '../../../text/imports/formats/exported/read-organization.ts';
import { commitTree, type ImportCounts } from './commit/commit-tree.ts';
import { treeDepth, type FileOnDisk, type ImportNote, type ImportTree } from '../../../text/imports/import-tree.ts';
import { readLimits } from '../../../text/imports/limits.ts';
import { listPlaces } from '../../../text/imports/tree/organization-tree.ts';
import { parseInWorker, parseOrganizationInWorker } from './parse-in-worker.ts';
import { importRefused } from '../../../text/imports/refusal.ts';

/** An archive of an organization on the local disk, and the target of its import. */
export interface OrganizationImport {
  readonly organizationId: string;
  readonly archive: FileOnDisk;
  /** Temporary folder for the files of a space. */
  readonly folder: string;
  /** Copies derive their ids from the job, so that a retry does not duplicate them. */
  readonly jobId: string;
  readonly signal: AbortSignal;
  readonly progress: (progress: JobProgress) => void;
}

export interface ImportedSpace extends Pick<
  ImportCounts,
  'importedResources' | 'totalResources' | 'skipped' | 'warnings'
> {
  readonly space: string;
  readonly title: string;
}

export interface OrganizationImportResult {
  readonly collections: number;
  readonly spaces: readonly ImportedSpace[];
  readonly skipped: readonly ImportNote[];
}

/**
 * Imports the collections and spaces of an exported organization into another one, after its own. Each space is
 * imported as a whole or skipped. Throws forbidden, insufficient_scope, import_refused.
 */
export async function importArchiveOfOrganization(
  ctx: Context,
  target: OrganizationImport,
): Promise<OrganizationImportResult> {
  const { archive, organizationId, jobId, signal, progress } = target;
  const index = await parseOrganizationInWorker(ctx, { archive, limits: readLimits(ctx.config) });
  const copyOf = (prefix: IdPrefix, id: string) =>
    `${prefix}_${createHash('sha256').update(`${jobId} ${id}`).digest('base64url').slice(0, 20)}`;
  const spaces: ImportedSpace[] = [];
  const skipped = [...index.skipped];
  for (const { kind, parent, line } of listPlaces(index)) {
    signal.throwIfAborted();
    // A separate context, because loaders keep what they have read.
    const own = actingAs(ctx, ctx.actor);
    const parentId = parent === null ? null : copyOf('col', parent);
    if (kind === 'collection') {
      // One after the other keeps their order.
      await copyCollection(own, { organizationId, parentId, id: copyOf('col', line.id) }, line);
      continue;
    }
    progress({ done: spaces.length, total: index.spaces.length, phase: titleOfSpace(line.settings) });
    const done = await copySpace(own, target, { organizationId, parentId, id: copyOf('spc', line.id) }, line);
    if ('reason' in done) skipped.push(done);
    else spaces.push(done);
  }
  return { collections: index.collections.length, spaces, skipped };
}

interface NewPlace {
  readonly id: string;
  readonly organizationId: string;
  readonly parentId: string | null;
}

async function copyCollection(ctx: Context, place: NewPlace, line: Parameters<typeof collectionValues>[0]) {
  if ((await ctx.loaders.collection.load(place.id)) !== null) return;
  const { title, ...values } = collectionValues(line);
  await transact(ctx, async (inner) => {
    await createCollection(inner, { ...place, title });
    await inner.db.collection.update({ where: { id: place.id }, data: values });
  });
}

async function copySpace(
  ctx: Context,
  target: OrganizationImport,
  place: NewPlace,
  line: ExportedSpace,
): Promise<ImportedSpace | ImportNote> {
  const title = titleOfSpace(line.settings);
  if ((await ctx.loaders.space.load(place.id)) !== null) return importedBefore(place.id, title, line);
  try {
    return await withTree(ctx, target, line, async (tree) => {
      const { importedResources, totalResources, skipped, warnings } = await commitTree(
        ctx,
        { spaceId: place.id },
        tree,
        {
          // One transaction, so that a space is created with all its content or not at all.
          begin: (inner) => createSpace(inner, { ...place, title, language: languageOfSpace(line.settings) }),
          // Settings are applied last, because a locked space accepts no import.
          complete: (inner) => settle(inner, place, line),
        },
      );
      return { space: place.id, title, importedResources, totalResources, skipped, warnings };
    });
  } catch (error) {
    if (error instanceof DomainError && error.type === 'import_refused')
      return { key: line.folder, reason: error.message };
    throw error;
  }
}

/** Reports a space that an earlier attempt of the job imported. */
function importedBefore(space: string, title: string, { folder }: ExportedSpace): ImportedSpace {
  const reason = 'It was imported before the job was interrupted; its report is lost';
  const warnings = [{ key: folder, reason }];
  return { space, title, importedResources: 0, totalResources: 0, skipped: [], warnings };
}

async function settle(ctx: Context, { id, parentId }: NewPlace, { settings }: ExportedSpace): Promise<void> {
  await ctx.db.space.update({ where: { id }, data: spaceValues(settings, parentId) });
}

/** Reads the archive of a space and calls `use` while its files are on the disk. Throws import_refused. */
async function withTree<Result>(
  ctx: Context,
  { archive, folder }: OrganizationImport,
  line: ExportedSpace,
  use: (tree: ImportTree) => Promise<Result>,
): Promise<Result> {
  const files = join(folder, line.id.replaceAll(/[^\w-]/g, '_'));
  await mkdir(files);
  try {
    const origin = { limits: readLimits(ctx.config), inside: line.folder };
    const tree = await parseInWorker(ctx, { source: 'zip', archive, folder: files, origin });
    if (treeDepth(tree.pages) > maxTreeDepth) throw importRefused(treeTooDeep);
    return await use(tree);
  } finally {
    await rm(files, { recursive: true, force: true });
  }
}
