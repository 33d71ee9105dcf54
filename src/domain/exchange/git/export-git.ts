import * as z from 'zod';
import { TipMoved } from '../../../infra/git/git-errors.ts';
import { push, writeCommit, type Signature } from '../../../infra/git/objects.ts';
import type { Repository } from '../../../infra/git/repository.ts';
import { listTree } from '../../../infra/git/tree.ts';
import { conflict } from '../../../lib/errors.ts';
import type { FolderChanges } from '../../../text/git/folder.ts';
import type { ImportNote } from '../../../text/imports/import-tree.ts';
import { getContent, type Revision } from '../../authoring/content/revisions.ts';
import type { Context } from '../../core/context.ts';
import { jobHandler, type JobKind, type JobRun } from '../../core/jobs/kind.ts';
import { transact } from '../../core/transact.ts';
import { Notes, truncateNotes } from '../imports/import-job.ts';
import { changesFor, toTreeChanges, type Base } from './folder-changes.ts';
import type { ExportGitInput } from './inputs.ts';
import { noteCommit, noteRepository, replaceSources } from './note-repository.ts';
import { beginOperation, gitPayload, runGitJob, type GitOperation } from './operation.ts';
import { isNamed, loadFiles, openPlace, type GitTree } from './read-folder.ts';
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
  const changes = await changesFor(ctx, { repository, place, tip, base, revision });
  const commit = await commitChanges(operation, { repository, tip, changes, message });
  if (commit !== null) {
    run.progress({ phase: 'Pushing' });
    await push(repository, commit, place.ref);
  }
  return note(operation, { repository, tip, base, revision, changes, commit, message, run });
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

interface NewCommit {
  readonly repository: Repository;
  readonly tip: GitTree;
  readonly changes: FolderChanges;
  readonly message: string;
}

/** Makes a commit of the changes by the caller. Returns its id; null without changes. */
async function commitChanges(
  { ctx, place }: GitOperation,
  { repository, tip, changes, message }: NewCommit,
): Promise<string | null> {
  if (changes.changes.length === 0) return null;
  const at = ctx.now();
  return writeCommit(repository, {
    parent: tip.commit,
    changes: toTreeChanges(ctx, { changes: changes.changes, tip, directory: place.directory }),
    message,
    author: await authorOf(ctx, at),
    committer: { name: 'Octavo', email: addressOf(ctx, 'octavo'), at },
  });
}

async function authorOf(ctx: Context, at: Date): Promise<Signature> {
  const { userId } = ctx.actor;
  const user = await ctx.loaders.user.load(userId);
  return { name: user?.displayName ?? 'Octavo', email: addressOf(ctx, userId), at };
}

/** An address that belongs to nobody, so that no address of a person is published. */
const addressOf = ({ urls }: Context, name: string) => `${name}@users.noreply.${new URL(urls.base).hostname}`;

interface Exported extends NewCommit {
  readonly base: Base;
  readonly revision: Revision;
  readonly commit: string | null;
  readonly run: JobRun<GitExportResult>;
}

/** Notes that both are equal now, and completes the job. */
async function note(operation: GitOperation, exported: Exported): Promise<GitExportResult> {
  const { ctx: outer, space, place, notes } = operation;
  const { repository, tip, base, revision, changes, commit, message, run } = exported;
  const newest = commit ?? tip.commit;
  const skipped: readonly ImportNote[] = changes.skipped;
  const result = {
    commit: newest ?? '',
    changedFiles: commit === null ? 0 : changes.changes.length,
    skipped: truncateNotes(skipped),
  };
  const files = commit === null ? tip.files : (await listTree(repository, commit, place.directory)).filter(isNamed);
  return transact(outer, async (ctx) => {
    if (newest !== null) {
      const { importId, root } = base;
      await noteRepository(ctx, { spaceId: space.id, place, notes, commit: newest, files, revision, importId, root });
      await replaceSources(ctx, { spaceId: space.id, importId }, changes.sources);
    }
    if (commit !== null)
      await noteCommit(ctx, { revisionId: revision.id, place, notes, oid: commit, message, createdByService: true });
    await run.complete(ctx, result);
    return result;
  });
}
