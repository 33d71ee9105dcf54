import { maxTreeDepth } from '../../../text/content/edit-fields.ts';
import {
  mostLeftOut,
  treeDepth,
  type ImportedFile,
  type ImportedPage,
  type ImportedVariant,
  type ImportTree,
} from '../../../text/imports/import-tree.ts';
import { importPartial, importRefused } from '../../../text/imports/refusal.ts';
import type { ContentOwner } from '../../authoring/content/commit.ts';
import { treeTooDeep } from '../../authoring/content/tree-depth.ts';
import type { Context } from '../../core/context.ts';
import { authorizeImport } from './authorize-import.ts';
import { commitTree, countAll, type ImportCounts, type ImportResult } from './commit/commit-tree.ts';
import { previewUpdate } from './commit/preview-tree.ts';
import type { ImportChanges } from './commit/update-entries.ts';
import { withFetched, type ImportProgress, type ImportSourceAt } from './fetch/fetch-source.ts';
import { fetchImages, hasRemoteImages, noImages, type FetchedImages } from './fetch/remote-images.ts';
import { parseInWorker } from './parse-in-worker.ts';

/*
 * An import goes through six stages, each in a folder of its own:
 *
 * 1. fetch          ./fetch                      a website, an archive on the disk or a single body
 * 2. unpack         text/imports/unpack          the names and bytes of its files, checked
 * 3. read a format  text/imports/formats         `SourceContent`: pages as Markdown with their links, and files
 * 4. plan the tree  text/imports/tree            `TreePlan`: the position of each page
 * 5. resolve links  text/imports/links           `ImportTree`: pages and files whose links name each other
 * 6. commit         ./commit                     files, texts and one revision
 *
 * Stages 2 to 5 know neither a caller nor a database. text/imports/parse.ts runs them, in a worker.
 */

export interface ImportRequest extends ContentOwner, ImportSourceAt {
  /** Whether an earlier import of the same source is updated. */
  readonly update?: boolean | undefined;
  /** Whether it may leave out most pages of the source. */
  readonly allowPartial?: boolean | undefined;
}

/** Callbacks of an import. */
export interface ImportRun extends ImportProgress {
  /** Called in the transaction that writes the import. An error rolls the import back. */
  readonly complete?: ((ctx: Context, result: ImportResult) => Promise<void>) | undefined;
}

/**
 * Imports pages and files from a URL after the existing pages of a space or change request, or into those of an earlier
 * import, in one revision, all or nothing. Throws not_found, forbidden, space_locked, invalid_state, fetch_…, import_refused, import_partial, storage_unavailable.
 */
export async function importContent(ctx: Context, request: ImportRequest, run: ImportRun = {}): Promise<ImportResult> {
  const owner = await authorizeImport(ctx, request);
  return withTree(ctx, request, run, (tree, images) => {
    const most = request.allowPartial === true ? null : mostLeftOut(tree);
    if (most) throw importPartial(most);
    run.progress?.({ phase: 'Writing' });
    return commitTree(ctx, owner, tree, { images, update: request.update, complete: run.complete });
  });
}

/** Preview of an import: what it would add and skip. */
export interface ImportPreview extends ImportCounts {
  readonly pages: readonly ImportedPage[];
  readonly files: readonly ImportedFile[];
  /** What an update would change; null for an import that finds nothing to update or only adds. */
  readonly changes: ImportChanges | null;
  /** Whether it would leave out most pages of the source. */
  readonly isPartial: boolean;
  /** The versions and languages of the source, the first one first; empty for a single one. */
  readonly variants: readonly ImportedVariant[];
}

/** Runs an import up to its last stage. Throws as `importContent`, except for import_partial and storage_unavailable. */
export async function previewImport(
  ctx: Context,
  request: ImportRequest,
  run: ImportProgress = {},
): Promise<ImportPreview> {
  const owner = await authorizeImport(ctx, request);
  return withTree(ctx, request, run, async (tree, images) => {
    const updated = request.update === true ? await previewUpdate(ctx, owner, tree, images) : null;
    const { warnings, ...counts } = countAll(tree, images);
    return {
      pages: tree.pages,
      files: [...tree.files, ...images.files],
      ...counts,
      warnings: [...warnings, ...(updated?.warnings ?? [])],
      changes: updated?.counts ?? null,
      isPartial: mostLeftOut(tree) !== null,
      variants: tree.variants ?? [],
    };
  });
}

/** Runs the stages before the last one, and passes the tree to `use`. Files of an archive are then on the disk. */
const withTree = <Result>(
  ctx: Context,
  request: ImportRequest,
  run: ImportProgress,
  use: (tree: ImportTree, images: FetchedImages) => Promise<Result>,
): Promise<Result> =>
  withFetched(ctx, request, run, async (fetched) => {
    const tree = requirePages(await parseInWorker(ctx, fetched));
    if (!hasRemoteImages(request.source)) return use(tree, noImages);
    run.progress?.({ phase: 'Fetching images' });
    return use(tree, await fetchImages(ctx, tree));
  });

/** Returns a tree that can be committed. Throws import_refused for one without pages, and for one that is too deep. */
export function requirePages(tree: ImportTree): ImportTree {
  if (tree.pages.length === 0) throw importRefused('There is no page to import');
  if (treeDepth(tree.pages) > maxTreeDepth) throw importRefused(treeTooDeep);
  return tree;
}
