import type { GitRepository } from '../../../../db/generated/client.ts';
import { readMessage, writeCommit } from '../../../../infra/git/objects.ts';
import { fetchBeside, listChanges } from '../../../../infra/git/tree.ts';
import { DomainError } from '../../../../lib/errors.ts';
import { createChangeRequest } from '../../../authoring/change-requests/create.ts';
import { getChangeRequest, isOutdated } from '../../../authoring/change-requests/change-requests.ts';
import { updateChangeRequest } from '../../../authoring/change-requests/update.ts';
import { ChangeRequestSubject } from '../../../authoring/change-requests/fields.ts';
import { contentOfChangeRequest, getContent, type Revision } from '../../../authoring/content/revisions.ts';
import { updateFromMain } from '../../../authoring/merging/update-from-main.ts';
import type { Context } from '../../../core/context.ts';
import { signatureOf } from '../commit-folder.ts';
import { noteCommit } from '../note-repository.ts';
import { loadCommit, type GitTip } from '../read-folder.ts';
import { copySources } from '../sync/queries.ts';
import type { Sync } from '../sync/sync.ts';
import { toTake } from '../sync/taking.ts';
import { takeTip, type TakeOptions } from '../take-tip.ts';
import { compareToNoted, isSameTree, type TreeDifference } from '../tree-difference.ts';
import { closePullRequest } from './close-pull-request.ts';
import { pullRequestUrl, type PullRequestHost } from './hosts.ts';
import { notePullRequest, noteTaken, refreshSources, type PullRequestRow } from './queries.ts';
import { writeStatus } from './write-status.ts';

export interface PullRequestToTake {
  readonly row: PullRequestRow;
  readonly host: PullRequestHost;
  /** The state in which the space and the branch are equal. */
  readonly base: GitRepository;
}

/**
 * Brings the commits of a pull request into its change request, which is made for the first of them. Does nothing for one without new commits.
 * Returns why it cannot be shown; null when it can.
 */
export async function takePullRequest(sync: Sync, taking: PullRequestToTake): Promise<string | null> {
  const { ctx, connection, place, repository } = sync;
  const { row } = taking;
  if (row.takenCommit !== null && row.takenCommit.startsWith(row.head)) return null;
  sync.progress('Pull requests');
  const found = await fetchBeside(repository, { ref: place.ref, tip: taking.base.commit, other: row.ref });
  if (found === null) return noteClosed(sync, row);
  const { head, ancestor } = found;
  // All of its commits have arrived in the branch.
  if (ancestor === head) return noteClosed(sync, row);
  const end = await takeFound(sync, taking, found);
  const isNew = end.changeRequestId !== row.changeRequestId || end.problem !== row.problem || head !== row.takenCommit;
  await noteTaken(ctx.sql, { connectionId: connection.id, number: row.number, takenCommit: head, ...end });
  const isTold = isNew && (end.changeRequestId !== null || end.problem !== null);
  return (isTold ? await writeStatus(sync, { commit: head, ...end }) : null) ?? end.problem;
}

async function noteClosed(sync: Sync, row: PullRequestRow): Promise<null> {
  const { number, ref, head, isFork, changeRequestId } = row;
  const closed = { number, ref, head, isFork, state: 'closed', title: null };
  await notePullRequest(sync.ctx.sql, sync.connection.id, closed);
  return changeRequestId === null ? null : closePullRequest(sync, row);
}

/** What has become of a pull request. */
interface TakenEnd {
  readonly changeRequestId: string | null;
  readonly problem: string | null;
}

async function takeFound(
  sync: Sync,
  taking: PullRequestToTake,
  { head, ancestor }: { readonly head: string; readonly ancestor: string | null },
): Promise<TakenEnd> {
  const { row } = taking;
  const end = (problem: string | null, changeRequestId = row.changeRequestId) => ({ changeRequestId, problem });
  if (ancestor === null) return end('It has begun more than a hundred commits ago. Bring the branch into it');
  try {
    const tip = await mergedTip(sync, taking, { head, ancestor });
    if (row.changeRequestId !== null) return end(null, await takeIntoShown(sync, taking, { tip, head }));
    const difference = await compareToNoted(sync.ctx, sync.spaceId, tip.files);
    // It is about other folders of the repository.
    if (isSameTree(difference)) return end(null);
    return end(null, await takeIntoAnother(sync, taking, { tip, head, difference }));
  } catch (error) {
    // The same commit would fail again.
    if (error instanceof DomainError && error.status < 500 && error.type !== 'conflict') return end(error.message);
    throw error;
  }
}

/** The files of the branch with the changes of a pull request, as a commit that nobody gets. */
async function mergedTip(
  { ctx, repository, place }: Sync,
  { base }: PullRequestToTake,
  { head, ancestor }: { readonly head: string; readonly ancestor: string },
): Promise<GitTip> {
  const service = await signatureOf(ctx, null);
  const commit = await writeCommit(repository, {
    parent: base.commit,
    changes: await listChanges(repository, { from: ancestor, to: head, folder: place.directory }),
    message: await readMessage(repository, head),
    author: service,
    committer: service,
  });
  return loadCommit(ctx, repository, place, commit ?? base.commit);
}

interface Taken {
  readonly tip: GitTip;
  /** The newest commit of the pull request. */
  readonly head: string;
}

/** Makes the change request of a pull request. Returns its id. */
async function takeIntoAnother(
  sync: Sync,
  { row, host, base }: PullRequestToTake,
  { tip, head, difference }: Taken & { readonly difference: TreeDifference },
): Promise<string> {
  const { ctx, connection, spaceId } = sync;
  const id = ctx.newId('cr');
  const noted = (await ctx.loaders.revision.load(base.revisionId)) as Revision | null;
  const start = noted?.line === spaceId ? noted : await getContent(ctx, spaceId);
  const pullRequest = pullRequestUrl(connection.url, host, row.number);
  const taken = { ...toTake(sync, { tip, base, difference, head: start }), line: spaceId };
  const first = { id, revisionId: start.id, description: descriptionOf(pullRequest), pullRequestUrl: pullRequest };
  const options = optionsOf(sync, row, { id, head });
  await takeTip(ctx, { spaceId, changeRequestId: id }, taken, {
    ...options,
    head: start,
    begin: async (inner) => {
      await createChangeRequest(inner, { spaceId, subject: subjectOf(row) }, first);
      await copySources(inner.sql, { spaceId, importId: base.importId, changeRequestId: id });
    },
    complete: async (inner, end) => {
      await options.complete(inner, end);
      await updateChangeRequest(inner, { id }, { status: 'open' });
    },
  });
  return id;
}

/** Brings new commits into the change request of a pull request, after what main content has got since. Returns its id. */
async function takeIntoShown(sync: Sync, { row, base }: PullRequestToTake, { tip, head }: Taken): Promise<string> {
  const { ctx, spaceId } = sync;
  const id = row.changeRequestId ?? '';
  if (isOutdated(await getChangeRequest(ctx, { id }))) await updateFromMain(ctx, { id });
  await refreshSources(ctx.sql, { spaceId, importId: base.importId, changeRequestId: id });
  await updateChangeRequest(ctx, { id }, { subject: subjectOf(row), status: 'open' });
  const content = await contentOfChangeRequest(ctx, { id });
  // What it had before is known by its sources alone, so all files are read.
  const difference = { changed: [], added: tip.files, removed: [], moved: new Map<string, string>() };
  const taken = { ...toTake(sync, { tip, base, difference, head: content }), line: id };
  await takeTip(ctx, { spaceId, changeRequestId: id }, taken, {
    ...optionsOf(sync, row, { id, head }),
    head: content,
  });
  return id;
}

const optionsOf = (
  { connection, place, notes, progress }: Sync,
  { number }: PullRequestRow,
  { id, head }: { readonly id: string; readonly head: string },
): Omit<TakeOptions, 'head'> => ({
  findsEarlier: true,
  allowPartial: true,
  mayBeEmpty: true,
  progress,
  complete: async (ctx: Context, { result: { revision } }) => {
    const ofRevision = { revisionId: revision.id, place, notes, oid: head, createdByService: false };
    await noteCommit(ctx, { ...ofRevision, message: '' });
    const taken = { connectionId: connection.id, number, changeRequestId: id, takenCommit: head, problem: null };
    await noteTaken(ctx.sql, taken);
  },
});

/** Its title with its number. */
function subjectOf({ number, title }: PullRequestRow): string {
  const plain = title.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();
  const { maxLength } = ChangeRequestSubject;
  return `#${number} ${plain === '' ? 'Pull request' : plain}`.slice(0, maxLength ?? undefined).toWellFormed();
}

const descriptionOf = (url: string) =>
  `This shows <${url}>. It is edited, merged and closed there; here it can be read and commented on.`;
