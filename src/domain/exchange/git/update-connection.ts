import type * as z from 'zod';
import { changedValues } from '../../../lib/changed-values.ts';
import { encrypt } from '../../../lib/encryption.ts';
import { conflict, invalid } from '../../../lib/errors.ts';
import type { GitConnectionRow } from '../../../loaders/git.ts';
import { authorizedSpace } from '../../authoring/spaces/spaces.ts';
import type { Context } from '../../core/context.ts';
import { transact } from '../../core/transact.ts';
import { checkRemote } from './check-remote.ts';
import { lockConnecting } from './connect.ts';
import type { GitDirection, GitHost, GitPriority } from './connection-fields.ts';
import {
  loadConnection,
  loadConnectionRow,
  ofConnection,
  remoteOf,
  tokenOwner,
  type GitConnection,
} from './connections.ts';
import { plainDirectory } from './fields.ts';
import { requirePullRequests } from './pull-requests/hosts.ts';
import { releasePullRequests } from './pull-requests/queries.ts';
import { requireFreePlace } from './free-place.ts';
import { hostOf, urlKeyOf } from './host.ts';
import type { UpdateGitInput } from './inputs.ts';
import { beginAnew } from './schedule.ts';
import { readCredential } from './read-credential.ts';

type GitChanges = z.output<typeof UpdateGitInput>;

/**
 * Changes a connection. Another place or credential is looked at first, as `connectGit` does. A connection that waited for a credential
 * begins again with it. Requires `admin`. Throws as `connectGit`; validation_failed for another host without a token.
 */
export async function updateGit(
  outer: Context,
  { spaceId, ...input }: GitChanges & { readonly spaceId: string },
): Promise<GitConnection> {
  await authorizedSpace(outer, spaceId, 'connectGit');
  const before = await loadConnectionRow(outer, spaceId);
  const access = accessAfter(before, input);
  const isLookedAt = input.paused !== true && isElsewhere(before, access);
  if (isLookedAt) {
    const token = access.isOtherToken ? access.token : (remoteOf(outer, before).credential?.password ?? null);
    await checkRemote(outer, { ...access, token, priority: before.priority as GitPriority });
  }
  return transact(outer, async (ctx) => {
    const { organizationId } = await lockConnecting(ctx, spaceId);
    const row = await loadConnectionRow(ctx, spaceId);
    // Otherwise the token of one request could be sent to the host of another.
    if (row.updatedAt !== before.updatedAt) throw conflict('The connection was changed by another request');
    const { url, provider, username, ref, direction } = access;
    const directory = input.directory === undefined ? row.directory : plainDirectory(input.directory);
    const urlKey = urlKeyOf(url);
    const { onConflict, commitMessage, pollMinutes, editLinks, pullRequests } = input;
    requirePullRequests(provider, pullRequests ?? row.pullRequests);
    const values = {
      url,
      urlKey,
      provider,
      username,
      ref,
      direction,
      directory,
      onConflict,
      commitMessage,
      pollMinutes,
      editLinks,
      pullRequests,
    };
    const changes = changedValues({ ...values, ...statusAfter(row, input, isLookedAt) }, row);
    const changed = [...Object.keys(changes), ...(access.isOtherToken ? ['token'] : [])];
    if (changed.length === 0) return loadConnection(ctx, spaceId);
    if (['urlKey', 'ref', 'directory', 'status'].some((name) => name in changes))
      await requireFreePlace(ctx, { organizationId, spaceId, urlKey, ref, directory });
    // Numbers of another repository mean other pull requests, and those into another branch are not shown.
    if ('urlKey' in changes || 'ref' in changes) await releasePullRequests(ctx.sql, row.id);
    const sealed = access.isOtherToken
      ? {
          sealedCredential: access.token === null ? null : encrypt(ctx.encryptionKey, access.token, tokenOwner(row.id)),
        }
      : {};
    await ctx.db.gitConnection.update({ where: { spaceId }, data: { ...changes, ...sealed, updatedAt: ctx.now() } });
    await beginAnew(ctx, row.id);
    const updated = await loadConnection(ctx, spaceId);
    ctx.emit('git_connection.updated', ofConnection(updated), { changed: changed.filter((name) => name !== 'urlKey') });
    return updated;
  });
}

interface Access {
  readonly url: string;
  readonly provider: GitHost;
  readonly username: string | null;
  /** The token that is given; null for none, and where the stored one stays. */
  readonly token: string | null;
  readonly isOtherToken: boolean;
  readonly ref: string;
  readonly direction: GitDirection;
}

/** How the branch is reached after a change. Throws validation_failed when a token would be sent to another host than before. */
function accessAfter(row: GitConnectionRow, input: GitChanges): Access {
  const given = readCredential({ ...input, url: input.url ?? row.url });
  const { url } = given.remote;
  const isOtherToken = input.token === null || given.token !== null;
  if (!isOtherToken && row.sealedCredential !== null && new URL(url).origin !== new URL(row.url).origin)
    throw invalid('input.token', 'is needed for a repository on another host; null for none', 'requires');
  const isOtherHost = input.url !== undefined && hostOf(url) !== 'other';
  const hasUser = input.username === null || given.username !== null || isOtherToken;
  return {
    url,
    provider: input.provider ?? (isOtherHost ? hostOf(url) : (row.provider as GitHost)),
    username: hasUser ? given.username : row.username,
    token: given.token,
    isOtherToken,
    ref: input.ref ?? row.ref,
    direction: input.direction ?? (row.direction as GitDirection),
  };
}

const isElsewhere = (row: GitConnectionRow, { isOtherToken, ...access }: Access): boolean =>
  isOtherToken || (['url', 'ref', 'username', 'direction'] as const).some((name) => access[name] !== row[name]);

/** The state after a change: paused or not, and no longer waiting for a credential that works now. */
function statusAfter({ status }: GitConnectionRow, { paused }: GitChanges, isLookedAt: boolean) {
  if (paused === true) return { status: 'paused' };
  const begins = (paused === false && status === 'paused') || (status === 'unauthenticated' && isLookedAt);
  return begins ? { status: 'active', failures: 0 } : {};
}
