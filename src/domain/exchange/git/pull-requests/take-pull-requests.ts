import { DomainError } from '../../../../lib/errors.ts';
import { listRemote } from '../../../../infra/git/remote-tip.ts';
import type { ImportNote } from '../../../../text/imports/import-tree.ts';
import type { GitHost, GitPullRequests } from '../connection-fields.ts';
import type { Sync } from '../sync/sync.ts';
import { findNoted, stateOf } from '../tree-difference.ts';
import { closePullRequest } from './close-pull-request.ts';
import { findNews } from './find-news.ts';
import { patternsOf, pullRequestsAt, type PullRequestHost } from './hosts.ts';
import { listPullRequests, notePullRequest, noteTaken, type PullRequestRow } from './queries.ts';
import { takePullRequest } from './take-pull-request.ts';

/** Most pull requests of a connection that are shown at once. */
const maxShown = 20;

/**
 * Shows the open pull requests of a repository as change requests, after a sync has made both sides equal: those that are new or have new
 * commits are taken, those that are closed are archived. What fails is noted in the operation, and never fails the sync.
 */
export async function takePullRequests(sync: Sync): Promise<void> {
  const { ctx, connection } = sync;
  const host = pullRequestsAt(connection.provider as GitHost);
  const rule = connection.pullRequests as GitPullRequests;
  const notes: ImportNote[] = [];
  const attempt = async (key: string, act: () => Promise<string | null>) => {
    const reason = await reasonOf(sync, act);
    if (reason !== null) notes.push({ key, reason });
  };
  if (host && rule !== 'none') await attempt('pull requests', () => look(sync, host));
  const rows = await listPullRequests(ctx.sql, connection.id);
  const isShown = ({ state, isFork }: PullRequestRow) =>
    host !== null && state === 'open' && (rule === 'all' || (rule === 'same-repository' && !isFork));
  for (const row of rows)
    if (!isShown(row) && row.changeRequestId !== null) await attempt(nameOf(row), () => closePullRequest(sync, row));
  // A space that waits for somebody is not equal to the branch into which they are to be merged.
  const base = (await isWaiting(sync)) ? null : stateOf(await findNoted(ctx, sync.spaceId), sync.place);
  if (host && base) {
    const shown = rows.filter(isShown).toSorted((one, other) => rankOf(one) - rankOf(other));
    for (const [at, row] of shown.entries()) {
      if (at < maxShown) await attempt(nameOf(row), () => takePullRequest(sync, { row, host, base }));
      else if (row.takenCommit !== row.head) await attempt(nameOf(row), () => refuse(sync, row));
    }
  }
  await sync.operation.remark(ctx, notes);
}

const nameOf = ({ number }: PullRequestRow) => `#${number}`;

/** Those that are shown stay so; among the others the oldest come first. */
const rankOf = ({ number, changeRequestId }: PullRequestRow) => (changeRequestId === null ? 1e9 : 0) + number;

/** Runs a step. Returns why it has failed; null when it has not. */
async function reasonOf({ ctx }: Sync, act: () => Promise<string | null>): Promise<string | null> {
  try {
    return await act();
  } catch (error) {
    if (ctx.signal.aborted) throw error;
    if (error instanceof DomainError) return error.message;
    ctx.log.warn({ err: error }, 'a pull request could not be shown');
    return 'Internal error';
  }
}

/** Notes what the references of the repository tell of pull requests. */
async function look({ ctx, connection, repository }: Sync, host: PullRequestHost): Promise<null> {
  const known = await listPullRequests(ctx.sql, connection.id);
  if (host.pattern === null && known.length === 0) return null;
  const refs = await listRemote(repository, patternsOf(host));
  const isFork = new Map(known.map((row) => [row.number, row.isFork]));
  for (const news of findNews(known, refs, connection.ref))
    await notePullRequest(ctx.sql, connection.id, { ...news, isFork: isFork.get(news.number) ?? false, title: null });
  return null;
}

async function isWaiting({ ctx, connection: { id } }: Sync): Promise<boolean> {
  const row = await ctx.db.gitConnection.findUnique({ where: { id }, select: { changeRequestId: true } });
  return row === null || row.changeRequestId !== null;
}

async function refuse({ ctx, connection }: Sync, { number, head }: PullRequestRow): Promise<string> {
  const problem = `${maxShown} pull requests are shown at once, and this is another one`;
  const taken = { connectionId: connection.id, number, changeRequestId: null, takenCommit: head, problem };
  await noteTaken(ctx.sql, taken);
  return problem;
}
