import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { GitRepository } from '../../../db/generated/client.ts';
import type { Repository } from '../../../infra/git/repository.ts';
import { mostLeftOut, type ImportTree } from '../../../text/imports/import-tree.ts';
import { readLimits } from '../../../text/imports/limits.ts';
import { importPartial, isWithoutPages } from '../../../text/imports/refusal.ts';
import { isSystemFile } from '../../../text/imports/unpack/archive-layout.ts';
import { isPagePath, relativePath } from '../../../text/imports/unpack/source-path.ts';
import type { ContentOwner } from '../../authoring/content/commit.ts';
import type { Context } from '../../core/context.ts';
import { commitTree, type CommitTreeOptions, type ImportResult } from '../imports/commit/commit-tree.ts';
import type { KnownImport } from '../imports/commit/earlier-import.ts';
import { updateChanged } from '../imports/commit/update-changed.ts';
import { parseInWorker } from '../imports/parse-in-worker.ts';
import { requirePages } from '../imports/pipeline.ts';
import { archiveTip, isPointer, isReadable, loadBodies, type GitTip } from './read-folder.ts';
import type { TreeDifference } from './tree-difference.ts';

/** The tip of a branch, to be taken into a space. */
export interface TipToTake {
  readonly repository: Repository;
  /** A temporary folder, which stays until the tip has been taken. */
  readonly folder: string;
  readonly tip: GitTip;
  /** The state in which both were equal; null for a folder that is imported for the first time. */
  readonly base: GitRepository | null;
  /** How the tip differs from that state; null without one. */
  readonly difference: TreeDifference | null;
  /** The line of history whose sources are those of that state; those of all imports of the space when omitted. */
  readonly line?: string | undefined;
}

/** A tip that has been taken, before its transaction commits. */
export interface TakenTip {
  readonly result: ImportResult;
  /** Folder of the pages, as `ImportTree.root`. */
  readonly root: string;
  /** The changed files when no other was read. */
  readonly changed?: TreeDifference['changed'] | undefined;
}

export interface TakeOptions extends Pick<CommitTreeOptions, 'head' | 'begin' | 'replacesAll'> {
  /** Whether entries of an import of the same files are updated although nothing was noted. */
  readonly findsEarlier: boolean;
  /** Whether it may leave out most pages of a folder that is imported for the first time. */
  readonly allowPartial: boolean;
  /** Whether it may leave nothing, because somebody looks at it before it counts. */
  readonly mayBeEmpty?: boolean;
  readonly progress: (phase: string) => void;
  /** Called in the transaction that writes the content. */
  readonly complete: (ctx: Context, taken: TakenTip) => Promise<void>;
}

/**
 * Imports a tip into a space or change request, in one revision. Of a folder that is known, the changed files are read alone where that is
 * enough. Files that were renamed keep their entries. Throws as `commitTree`, import_partial, fetch_….
 */
export async function takeTip(
  ctx: Context,
  owner: ContentOwner,
  taking: TipToTake,
  options: TakeOptions,
): Promise<ImportResult> {
  return (await takeChanged(ctx, owner, taking, options)) ?? takeWhole(ctx, owner, taking, options);
}

/** Number of changed files from which a worker reads the whole folder, so that this thread answers meanwhile. */
const maxChangedFiles = 100;
const maxChangedText = 1_048_576;

async function takeChanged(
  ctx: Context,
  owner: ContentOwner,
  { repository, tip, base, difference, line }: TipToTake,
  { head, begin, complete }: TakeOptions,
): Promise<ImportResult | null> {
  if (!base || !difference || difference.added.length > 0 || difference.removed.length > 0) return null;
  const { changed } = difference;
  const isHere = (file: GitTip['files'][number]) => isReadable(file) && !isSystemFile(file.path);
  if (changed.length > maxChangedFiles || !changed.every(isHere)) return null;
  const bodies = await loadBodies(ctx, repository, tip.commit, changed);
  const texts = [...bodies].filter(([path]) => isPagePath(path));
  const length = texts.reduce((sum, [, body]) => sum + body.length, 0);
  if (bodies.size < changed.length || length > maxChangedText || [...bodies.values()].some(isPointer)) return null;
  const { importId, root } = base;
  const folder = {
    importId,
    root,
    line,
    paths: tip.files.filter(isHere).map(({ path }) => path),
    changed: new Map([...bodies].map(([path, bytes]) => [path, { bytes }])),
  };
  return updateChanged(ctx, owner, folder, {
    head,
    begin,
    complete: (inner, result) => complete(inner, { result, root, changed }),
  });
}

async function takeWhole(
  ctx: Context,
  owner: ContentOwner,
  taking: TipToTake,
  options: TakeOptions,
): Promise<ImportResult> {
  const { base, difference, line } = taking;
  const { head, begin, replacesAll, findsEarlier, allowPartial, mayBeEmpty = false, progress, complete } = options;
  const tree = await parsePages(ctx, taking, mayBeEmpty);
  const most = allowPartial || base !== null ? null : mostLeftOut(tree);
  if (most) throw importPartial(most);
  progress('Writing');
  const root = tree.root ?? '';
  return commitTree(ctx, owner, tree, {
    head,
    begin,
    replacesAll,
    update: base && difference ? { ...knownImport(base, root, difference), line } : findsEarlier,
    complete: (inner, result) => complete(inner, { result, root }),
  });
}

/** The content of a tip. One without pages has none where that is allowed: others may be left, such as a table of contents. */
async function parsePages(ctx: Context, taking: TipToTake, mayBeEmpty: boolean): Promise<ImportTree> {
  if (mayBeEmpty && !taking.tip.files.some(({ path }) => isPagePath(path))) return noPages;
  try {
    return requirePages(await parseTip(ctx, taking));
  } catch (error) {
    if (mayBeEmpty && isWithoutPages(error)) return noPages;
    throw error;
  }
}

/** A folder without any content. */
export const noPages: ImportTree = { pages: [], files: [], skipped: [], warnings: [], totalResources: 0 };

/** Reads all files of a tip. Throws fetch_…, import_refused. */
export async function parseTip(ctx: Context, { repository, folder, tip }: TipToTake): Promise<ImportTree> {
  const path = join(folder, 'archive');
  const leftOut = await archiveTip(ctx, repository, tip, path);
  const archive = { path, length: (await stat(path)).size };
  const tree = await parseInWorker(ctx, {
    source: 'zip',
    archive,
    folder,
    origin: { limits: readLimits(ctx.config) },
  });
  return {
    ...tree,
    skipped: [...tree.skipped, ...leftOut],
    totalResources: tree.totalResources + leftOut.length,
  };
}

/** The import of a folder that is known, with the files that have other paths now. */
export function knownImport(base: GitRepository, root: string, { moved }: TreeDifference): KnownImport {
  // Reusable contents have their path from the directory as key, all others that from the folder of the pages.
  const renames = [...moved].flatMap(([path, former]): [string, string][] => [
    [path, former],
    [relativePath(root, path), relativePath(base.root, former)],
  ]);
  return { importId: base.importId, renames: new Map(renames) };
}
