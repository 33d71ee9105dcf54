import type * as z from 'zod';
import { encrypt } from '../../../lib/encryption.ts';
import { failure } from '../../../lib/errors.ts';
import { authorizedSpace, type Space } from '../../authoring/spaces/spaces.ts';
import { lockSpace } from '../../authoring/spaces/lock.ts';
import type { Context, TransactionContext } from '../../core/context.ts';
import { lockTree } from '../../core/locks.ts';
import { transact } from '../../core/transact.ts';
import { newWebhookSecret } from '../webhooks/sign.ts';
import { checkRemote } from './check-remote.ts';
import { defaultPollMinutes } from './connection-fields.ts';
import {
  hookSecretOwner,
  loadConnection,
  loadConnectionRow,
  ofConnection,
  tokenOwner,
  type GitConnection,
} from './connections.ts';
import { plainDirectory } from './fields.ts';
import { hostOf, urlKeyOf } from './host.ts';
import type { ConnectGitInput } from './inputs.ts';
import { requirePullRequests } from './pull-requests/hosts.ts';
import { releasePullRequests } from './pull-requests/queries.ts';
import { requireFreePlace } from './free-place.ts';
import { beginAnew } from './schedule.ts';
import { readCredential } from './read-credential.ts';

/** A connection with the secret of its webhook, which is shown once. */
export interface ConnectionWithSecret {
  readonly connection: GitConnection;
  readonly secret: string;
}

/**
 * Connects a space with a branch after it was looked at with the credential. Requires `admin`. Throws already_exists for a space that
 * is connected, conflict for a folder that another space of the organization writes, fetch_…, git_…; reference_not_found for a branch
 * that is missing.
 */
export async function connectGit(
  outer: Context,
  { spaceId, ...input }: z.output<typeof ConnectGitInput> & { readonly spaceId: string },
): Promise<ConnectionWithSecret> {
  await authorizedSpace(outer, spaceId, 'connectGit');
  await requireUnconnected(outer, spaceId);
  const { remote, token, username } = readCredential(input);
  const { ref, direction = 'both', priority = 'git', onConflict = 'merge' } = input;
  const provider = input.provider ?? hostOf(remote.url);
  requirePullRequests(provider, input.pullRequests);
  await checkRemote(outer, { url: remote.url, provider, username, token, ref, direction, priority });
  const secret = newWebhookSecret();
  const connection = await transact(outer, async (ctx) => {
    const { organizationId, title } = await lockConnecting(ctx, spaceId);
    await requireUnconnected(ctx, spaceId);
    const place = {
      organizationId,
      urlKey: urlKeyOf(remote.url),
      ref,
      directory: plainDirectory(input.directory ?? ''),
    };
    await requireFreePlace(ctx, { ...place, spaceId });
    const id = ctx.newId('git');
    const now = ctx.now();
    await ctx.db.gitConnection.create({
      data: {
        ...place,
        id,
        spaceId,
        userId: await createServiceUser(ctx, title),
        provider,
        url: remote.url,
        direction,
        priority,
        onConflict,
        commitMessage: input.commitMessage ?? null,
        username,
        sealedCredential: token === null ? null : encrypt(ctx.encryptionKey, token, tokenOwner(id)),
        sealedHookSecret: encrypt(ctx.encryptionKey, secret, hookSecretOwner(id)),
        pollMinutes: input.pollMinutes ?? defaultPollMinutes,
        editLinks: input.editLinks ?? false,
        pullRequests: input.pullRequests ?? 'none',
        status: input.paused === true ? 'paused' : 'active',
        createdAt: now,
        updatedAt: now,
      },
    });
    await beginAnew(ctx, id);
    const made = await loadConnection(ctx, spaceId);
    ctx.emit('git_connection.created', ofConnection(made));
    return made;
  });
  return { connection, secret };
}

async function requireUnconnected(ctx: Context, spaceId: string): Promise<void> {
  if ((await ctx.loaders.gitConnection.load(spaceId)) === null) return;
  throw failure('already_exists', 'The space is connected. Change the connection, or disconnect it first');
}

/** Locks the space, and the organization, in which two connections must not write the same files. */
export async function lockConnecting(ctx: TransactionContext, spaceId: string): Promise<Space> {
  const { organizationId } = await authorizedSpace(ctx, spaceId, 'connectGit');
  await lockTree(ctx, organizationId);
  return lockSpace(ctx, { id: spaceId }, 'connectGit');
}

/** The user that revisions and commits of the sync name. It is a member of nothing. */
async function createServiceUser(ctx: TransactionContext, title: string): Promise<string> {
  const id = ctx.newId('usr');
  await ctx.db.user.create({ data: { id, displayName: `Git sync of ${title}`, createdAt: ctx.now() } });
  return id;
}

/** Ends a connection, and returns its id. The content stays, and so does the repository. Requires `admin`. */
export function disconnectGit(outer: Context, spaceId: string): Promise<string> {
  return transact(outer, async (ctx) => {
    await lockConnecting(ctx, spaceId);
    const row = await loadConnectionRow(ctx, spaceId);
    await releasePullRequests(ctx.sql, row.id);
    await ctx.db.gitConnection.delete({ where: { spaceId } });
    ctx.emit('git_connection.deleted', ofConnection(row));
    return row.id;
  });
}

/** Gives the webhook of a connection a new secret, which is shown once. Requires `admin`. */
export function rotateGitHookSecret(outer: Context, spaceId: string): Promise<ConnectionWithSecret> {
  return transact(outer, async (ctx) => {
    await lockConnecting(ctx, spaceId);
    const { id } = await loadConnectionRow(ctx, spaceId);
    const secret = newWebhookSecret();
    await ctx.db.gitConnection.update({
      where: { id },
      data: {
        sealedHookSecret: encrypt(ctx.encryptionKey, secret, hookSecretOwner(id)),
        updatedAt: ctx.now(),
      },
    });
    const connection = await loadConnection(ctx, spaceId);
    ctx.emit('git_connection.updated', ofConnection(connection), { changed: ['hookSecret'] });
    return { connection, secret };
  });
}
