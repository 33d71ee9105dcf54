import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { withTemporaryFolder } from '../../../infra/temporary-folder.ts';
import { readLimits } from '../../../text/imports/limits.ts';
import type { FileOnDisk, ImportTree } from '../../../text/imports/import-tree.ts';
import { createChangeRequest } from '../../authoring/change-requests/create.ts';
import type { ContentOwner } from '../../authoring/content/commit.ts';
import type { Revision } from '../../authoring/content/revisions.ts';
import type { Context } from '../../core/context.ts';
import { jobHandler, type JobKind, type JobRun } from '../../core/jobs/kind.ts';
import { commitTree, type ImportResult } from '../imports/commit/commit-tree.ts';
import { Changes, Notes, truncateNotes } from '../imports/import-job.ts';
import { parseInWorker } from '../imports/parse-in-worker.ts';
import { requirePages } from '../imports/pipeline.ts';
import { repositoryName } from './host.ts';
import type { ImportGitInput } from './inputs.ts';
import { noteCommit, noteRepository } from './note-repository.ts';
import { beginOperation, gitPayload, runGitJob, type GitOperation } from './operation.ts';
import { fetchFolder, type GitTip } from './read-folder.ts';

const Payload = z.object({ ...gitPayload, standalone: z.boolean() });

const Result = z.object({
  revision: z.string(),
  /** The change request with the revision; null for one of main content. */
  changeRequest: z.string().nullable(),
  /** Id of the commit that was imported. */
  commit: z.string(),
  importedResources: z.int(),
  totalResources: z.int(),
  skipped: Notes,
  warnings: Notes,
  changes: Changes,
});

/** Stored result of an import from a repository. */
export type GitImportResult = z.infer<typeof Result>;

export const gitImport: JobKind<z.infer<typeof Payload>, GitImportResult> = {
  name: 'git-import',
  payload: Payload,
  result: Result,
  countDone: ({ importedResources: done, totalResources: total }) => ({ done, total }),
};

/** Result of an import for the caller who waits for it. */
export interface GitImportOutcome extends Omit<GitImportResult, 'revision'> {
  readonly revision: Revision;
}

/**
 * Imports a folder of a branch in a background job and waits for its result: into the space, where it updates what an earlier import of the
 * repository has made, or into a new change request. Throws fetch_…, git_…, import_refused, space_locked, conflict, timeout.
 */
export async function importGitRepository(
  ctx: Context,
  { spaceId, ...input }: z.output<typeof ImportGitInput> & { readonly spaceId: string },
): Promise<GitImportOutcome> {
  const { standalone = false } = input;
  const { revision: id, ...counts } = await runGitJob(ctx, gitImport, { spaceId, input, own: { standalone } });
  const revision = await ctx.loaders.revision.load(id);
  if (revision === null) throw new Error(`The import of ${spaceId} has no revision ${id}`);
  return { ...counts, revision: { ...(revision as Revision), activeOf: counts.changeRequest ?? spaceId } };
}

/** Runs an import. The job completes in the transaction that writes the content, so a retry never imports twice. */
export const gitImportHandler = jobHandler(gitImport, async (outer, payload, run) => {
  const operation = await beginOperation(outer, payload);
  return withTemporaryFolder('git', async (folder) => {
    const path = join(folder, 'archive');
    const tip = await fetchFolder(operation.ctx, operation.place, {
      folder,
      path,
      progress: (step) => run.progress(step),
    });
    run.progress({ phase: 'Reading pages' });
    const tree = await parse(operation, { path, length: (await stat(path)).size }, { folder, tip });
    const owner = await ownerOf(operation, { tip, isStandalone: payload.standalone });
    run.progress({ phase: 'Writing' });
    const done = await commitTree(operation.ctx, owner, tree, {
      update: owner.changeRequestId === undefined,
      complete: (inner, result) => complete(inner, operation, { tip, root: tree.root ?? '', owner, result, run }),
    });
    return toJobResult(tip, done);
  });
});

async function parse(
  { ctx }: GitOperation,
  archive: FileOnDisk,
  { folder, tip: { leftOut } }: { readonly folder: string; readonly tip: GitTip },
): Promise<ImportTree> {
  const origin = { limits: readLimits(ctx.config) };
  const tree = requirePages(await parseInWorker(ctx, { source: 'zip', archive, folder, origin }));
  return {
    ...tree,
    skipped: [...tree.skipped, ...leftOut],
    totalResources: tree.totalResources + leftOut.length,
  };
}

async function ownerOf(
  { ctx, space, place }: GitOperation,
  { tip, isStandalone }: { readonly tip: GitTip; readonly isStandalone: boolean },
): Promise<ContentOwner> {
  if (!isStandalone) return { spaceId: space.id };
  const subject = `${repositoryName(place.remote.url)} at ${tip.commit.slice(0, shortIdLength)}`;
  const { id } = await createChangeRequest(ctx, { spaceId: space.id, subject: subject.slice(-maxSubject) });
  return { spaceId: space.id, changeRequestId: id };
}

const shortIdLength = 7;
const maxSubject = 200;

interface Done {
  readonly tip: GitTip;
  /** Folder of the pages. */
  readonly root: string;
  readonly owner: ContentOwner;
  readonly result: ImportResult;
  readonly run: JobRun<GitImportResult>;
}

async function complete(ctx: Context, { place, notes }: GitOperation, { tip, root, owner, result, run }: Done) {
  const { revision, importId } = result;
  const { commit, message, files } = tip;
  await noteCommit(ctx, { revisionId: revision.id, place, notes, oid: commit, message, createdByService: false });
  if (owner.changeRequestId === undefined)
    await noteRepository(ctx, { spaceId: owner.spaceId, place, notes, commit, files, revision, importId, root });
  await run.complete(ctx, toJobResult(tip, result));
}

const toJobResult = ({ commit }: GitTip, result: ImportResult): GitImportResult => ({
  revision: result.revision.id,
  changeRequest: result.owner.changeRequestId ?? null,
  commit,
  importedResources: result.importedResources,
  totalResources: result.totalResources,
  skipped: truncateNotes(result.skipped),
  warnings: truncateNotes(result.warnings),
  changes: result.changes,
});
