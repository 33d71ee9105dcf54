import * as z from 'zod';
import { TipMoved } from '../../../infra/git/git-errors.ts';
import { push } from '../../../infra/git/objects.ts';
import type { Repository } from '../../../infra/git/repository.ts';
import { conflict } from '../../../lib/errors.ts';
import { getContent } from '../../authoring/content/revisions.ts';
import type { Context } from '../../core/context.ts';
import { jobHandler, type JobKind, type JobRun } from '../../core/jobs/kind.ts';
import { transact } from '../../core/transact.ts';
import { Notes, truncateNotes } from '../imports/import-job.ts';
import { commitFolder, noteWritten } from './commit-folder.ts';
import { changesFor, type Base } from './folder-changes.ts';
import type { ExportGitInput } from './inputs.ts';
import { beginOperation, gitPayload, runGitJob, type GitOperation } from './operation.ts';
import { loadFiles, openPlace, type GitTree } from './read-folder.ts';
import { compareToNoted, stateOf } from './tree-difference.ts';

const Payload = z.object({ ...gitPayload, message: z.string() });

const Result = z.object({
  /** Id of the newest commit of the branch after the export. */
  commit: z.string(),
  /** Number of files that the export has changed; no commit was made when there are none. */
  changedFiles: z.int(),
  skipped: Notes,
});

/** Stored result of an export to a repository. */
export type GitExportResult = z.infer<typeof Result>;

export const gitExport: JobKind<z.infer<typeof Payload>, GitExportResult> = {
  name: 'git-export',
  payload: Payload,
  result: Result,
};

/**
 * Exports a space to a folder of a branch in a background job and waits for its result. Only files of entries that have changed since both
 * were equal are written, in one commit. Throws conflict when the folder has changes that were not imported, fetch_…, git_…,
 * timeout.
 */
export const exportToGitRepository = (
  ctx: Context,
  { spaceId, ...input }: z.output<typeof ExportGitInput> & { readonly spaceId: string },
): Promise<GitExportResult> => runGitJob(ctx, gitExport, { spaceId, input, own: { message: input.commitMessage } });

/** How often a commit is made anew when others have pushed in the meantime. */
const tries = 5;

export const gitExportHandler = jobHandler(gitExport, async (outer, payload, run) => {
  const operation = await beginOperation(outer, payload);
  return openPlace(operation.ctx, operation.place, async (repository) => {
    for (let left = tries; ; left -= 1)
      try {
        return await exportOnce(operation, repository, payload.message, run);
      } catch (error) {
        if (!(error instanceof TipMoved)) throw error;
        if (left === 1) throw conflict('Others push to the branch all the time. Export again later');
      }
  });
});

async function exportOnce(
  operation: GitOperation,
  repository: Repository,
  message: string,
  run: JobRun<GitExportResult>,
): Promise<GitExportResult> {
  const { ctx, space, place } = operation;
  run.progress({ phase: 'Fetching' });
  const tip = await loadFiles(ctx, repository, place);
  const base = await findBase(operation, tip);
  run.progress({ phase: 'Comparing' });
  const revision = await getContent(ctx, space.id);
  const changes = await changesFor(ctx, { repository, tip, base, revision });
  const authorId = ctx.actor.userId;
  const written = { repository, place, tip, changes, message };
  const commit = await commitFolder(ctx, { ...written, authorId });
  if (commit !== null) {
    run.progress({ phase: 'Pushing' });
    await push(repository, commit, place.ref);
  }
  const note = await noteWritten({ ...written, spaceId: space.id, notes: operation.notes, base, revision, commit });
  const result = {
    commit: commit ?? tip.commit ?? '',
    changedFiles: commit === null ? 0 : changes.changes.length,
    skipped: truncateNotes(changes.skipped),
  };
  return transact(ctx, async (inner) => {
    await note(inner);
    await run.complete(inner, result);
    return result;
  });
}

/**
 * Finds the state in which both were equal: that of the last import or export, or an empty folder. Throws conflict for a folder
 * with other files than then.
 */
async function findBase({ ctx, space, place, last }: GitOperation, { files }: GitTree): Promise<Base> {
  const row = stateOf(last, place);
  if (row === null) {
    if (files.length > 0)
      throw conflict('The folder of the repository has files and was not imported. Import it first');
    return { importId: space.revisionId, root: '', updatedAt: null };
  }
  const { changed, added, removed } = await compareToNoted(ctx, space.id, files);
  const [first, ...others] = [...[...changed, ...added].map(({ path }) => path), ...removed].toSorted();
  if (first !== undefined)
    throw conflict(
      `The repository has changes that were not imported: ${first}${others.length > 0 ? ` and ${others.length} more files` : ''}. Import it first`,
    );
  return row;
}
