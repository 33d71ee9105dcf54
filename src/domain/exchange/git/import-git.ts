import * as z from 'zod';
import type { GitRepository } from '../../../db/generated/client.ts';
import { createChangeRequest } from '../../authoring/change-requests/create.ts';
import { getContent, type Revision } from '../../authoring/content/revisions.ts';
import type { Context } from '../../core/context.ts';
import { jobHandler, type JobKind, type JobRun } from '../../core/jobs/kind.ts';
import { transact } from '../../core/transact.ts';
import type { ImportResult } from '../imports/commit/commit-tree.ts';
import { Changes, Notes, truncateNotes } from '../imports/import-job.ts';
import { countSources } from '../imports/queries.ts';
import { repositoryName } from './host.ts';
import type { ImportGitInput } from './inputs.ts';
import { noteCommit, noteRepository } from './note-repository.ts';
import { beginOperation, gitPayload, runGitJob, type GitOperation } from './operation.ts';
import { loadTip, openPlace, type GitTip } from './read-folder.ts';
import { takeTip, type TakenTip } from './take-tip.ts';
import { compareToNoted, isSameTree, stateOf } from './tree-difference.ts';

const Payload = z.object({ ...gitPayload, standalone: z.boolean(), allowPartial: z.boolean().optional() });

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
 * repository has made, or into a new change request. Throws fetch_…, git_…, import_refused, import_partial, space_locked, conflict, timeout.
 */
export async function importGitRepository(
  ctx: Context,
  { spaceId, ...input }: z.output<typeof ImportGitInput> & { readonly spaceId: string },
): Promise<GitImportOutcome> {
  const { standalone = false, allowPartial = false } = input;
  const { revision: id, ...counts } = await runGitJob(ctx, gitImport, {
    spaceId,
    input,
    own: { standalone, allowPartial },
  });
  const revision = await ctx.loaders.revision.load(id);
  if (revision === null) throw new Error(`The import of ${spaceId} has no revision ${id}`);
  return { ...counts, revision: { ...(revision as Revision), activeOf: counts.changeRequest ?? spaceId } };
}

/** Runs an import. The job completes in the transaction that writes the content, so a retry never imports twice. */
export const gitImportHandler = jobHandler(gitImport, async (outer, payload, run) => {
  const operation = await beginOperation(outer, payload);
  const { ctx, space, place } = operation;
  return openPlace(ctx, place, async (repository, folder) => {
    run.progress({ phase: 'Fetching' });
    const base = stateOf(operation.last, place);
    const tip = await loadTip(ctx, repository, place, { isReadWhole: base === null });
    const difference = base && (await compareToNoted(ctx, space.id, tip.files));
    const isKnown = base !== null && difference !== null && isSameTree(difference);
    if (isKnown && !payload.standalone) return completeSame(operation, { tip, base, run });
    run.progress({ phase: 'Reading pages' });
    const into = payload.standalone ? await newRequest(operation, tip) : { owner: { spaceId: space.id } };
    const done = await takeTip(
      ctx,
      into.owner,
      { repository, folder, tip, base, difference },
      {
        ...into,
        findsEarlier: !payload.standalone,
        allowPartial: payload.allowPartial ?? false,
        progress: (phase) => run.progress({ phase }),
        complete: (inner, taken) => complete(inner, operation, { tip, taken, run }),
      },
    );
    return toJobResult(tip, done);
  });
});

/** Notes that the tip has nothing new. */
async function completeSame(
  { ctx: outer, space, place, notes }: GitOperation,
  { tip, base, run }: { readonly tip: GitTip; readonly base: GitRepository; readonly run: JobRun<GitImportResult> },
): Promise<GitImportResult> {
  const head = await getContent(outer, space.id);
  return transact(outer, async (ctx) => {
    const { importId, root, revisionId: id } = base;
    const state = { spaceId: space.id, place, notes, importId, root, revision: { id } };
    await noteRepository(ctx, { ...state, commit: tip.commit, files: tip.files, changed: [] });
    const unchanged = await countSources(ctx.sql, head, importId);
    const counts = { importedResources: 0, totalResources: 0, skipped: [...tip.leftOut], warnings: [] };
    const changes = { added: 0, updated: 0, removed: 0, unchanged };
    const result = { revision: head.id, changeRequest: null, commit: tip.commit, ...counts, changes };
    await run.complete(ctx, result);
    return result;
  });
}

/** A change request for a standalone import, which exists once the import is written. */
async function newRequest({ ctx, space, place }: GitOperation, { commit }: GitTip) {
  const subject = `${repositoryName(place.remote.url)} at ${commit.slice(0, shortIdLength)}`.slice(-maxSubject);
  const id = ctx.newId('cr');
  return {
    owner: { spaceId: space.id, changeRequestId: id },
    head: await getContent(ctx, space.id),
    begin: (inner: Context) => createChangeRequest(inner, { spaceId: space.id, subject }, { id }),
  };
}

const shortIdLength = 7;
const maxSubject = 200;

interface Done {
  readonly tip: GitTip;
  readonly taken: TakenTip;
  readonly run: JobRun<GitImportResult>;
}

async function complete(ctx: Context, { place, notes }: GitOperation, { tip, taken, run }: Done) {
  const { result, root, changed } = taken;
  const { revision, importId, owner } = result;
  const { commit, message, files } = tip;
  await noteCommit(ctx, { revisionId: revision.id, place, notes, oid: commit, message, createdByService: false });
  if (owner.changeRequestId === undefined) {
    const state = { spaceId: owner.spaceId, place, notes, commit, files, changed, revision, importId, root };
    await noteRepository(ctx, state);
  }
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
