import { listRemote } from '../../../infra/git/remote-tip.ts';
import { DomainError } from '../../../lib/errors.ts';
import type { GitConnectionRow } from '../../../loaders/git.ts';
import type { Context } from '../../core/context.ts';
import { transact } from '../../core/transact.ts';
import { remoteOf } from './connections.ts';
import { makeDue, noteRefusal, noteTip, takeLooks } from './queries/connections.ts';
import type { GitHost } from './connection-fields.ts';
import { findNews } from './pull-requests/find-news.ts';
import { patternsOf, pullRequestsAt } from './pull-requests/hosts.ts';
import { listPullRequests } from './pull-requests/queries.ts';
import { openPlace } from './read-folder.ts';
import { asConnection } from './sync/actor.ts';
import { SyncOperation } from './sync/operation.ts';

/** Number of branches that a process looks at together. */
const atOnce = 4;

/**
 * Looks at the branches that are due, for pushes of which no webhook has told: one question to the host each, without fetching anything.
 * Returns whether a sync is due.
 */
export async function lookAtBranches(ctx: Context): Promise<boolean> {
  let isDue = false;
  while (!ctx.signal.aborted) {
    const connections = await takeLooks(ctx.sql, atOnce);
    const found = await Promise.all(connections.map((connection) => lookAt(ctx, connection)));
    isDue ||= found.includes(true);
    if (connections.length < atOnce) break;
  }
  return isDue;
}

async function lookAt(ctx: Context, connection: GitConnectionRow): Promise<boolean> {
  try {
    const remote = remoteOf(ctx, connection);
    const host = connection.pullRequests === 'none' ? null : pullRequestsAt(connection.provider as GitHost);
    const names = [connection.ref, ...(host ? patternsOf(host) : [])];
    const refs = await openPlace(ctx, { remote }, (repository) => listRemote(repository, names));
    const hasNews = host !== null && (await hasPullRequestNews(ctx, connection, refs));
    if (hasNews) await makeDue(ctx.sql, [connection.id]);
    // A branch that has gone is a change as well, of which the sync tells.
    return (await noteTip(ctx.sql, connection, refs.get(connection.ref) ?? '')) || hasNews;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    // The next look may succeed; a token that was refused does not become valid.
    if (error.type === 'git_unauthenticated') await noteRefused(ctx, connection, error);
    return false;
  }
}

/** Ends the looks at a branch, and says why as a sync would. */
const noteRefused = (outer: Context, connection: GitConnectionRow, error: DomainError): Promise<void> =>
  transact(asConnection(outer, connection), async (ctx) => {
    if (await noteRefusal(ctx.sql, connection.id)) await new SyncOperation(connection, null).fail(ctx, error);
  });

const hasPullRequestNews = async (ctx: Context, { id, ref }: GitConnectionRow, refs: ReadonlyMap<string, string>) =>
  findNews(await listPullRequests(ctx.sql, id), refs, ref).length > 0;
