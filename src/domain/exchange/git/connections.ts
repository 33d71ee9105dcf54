import type { GitConnectionRow } from '../../../loaders/git.ts';
import type { Remote } from '../../../infra/git/remote.ts';
import { decrypt } from '../../../lib/encryption.ts';
import { failure, notFound } from '../../../lib/errors.ts';
import { authorizedSpace, findSpace } from '../../authoring/spaces/spaces.ts';
import type { Context } from '../../core/context.ts';
import type { EventSubject } from '../../core/events/emit.ts';
import type {
  GitConflictRule,
  GitConnectionStatus,
  GitDirection,
  GitHost,
  GitPriority,
  GitPullRequests,
} from './connection-fields.ts';
import { tokenUserOf } from './host.ts';

/** The connection of a space, without its secrets. */
export interface GitConnection extends Omit<
  GitConnectionRow,
  | 'provider'
  | 'direction'
  | 'priority'
  | 'onConflict'
  | 'pullRequests'
  | 'status'
  | 'sealedCredential'
  | 'sealedHookSecret'
> {
  readonly provider: GitHost;
  readonly direction: GitDirection;
  readonly priority: GitPriority;
  readonly onConflict: GitConflictRule;
  readonly pullRequests: GitPullRequests;
  readonly status: GitConnectionStatus;
  readonly hasToken: boolean;
}

/** Gets the connection of a space for who may sync it. Throws not_found, also for a space without one. */
export async function getGitConnection(ctx: Context, spaceId: string): Promise<GitConnection> {
  await authorizedSpace(ctx, spaceId, 'viewGitConnection');
  return loadConnection(ctx, spaceId);
}

/** Finds the connection of a space; null without one, and for who may not sync it. */
export async function findGitConnection(ctx: Context, spaceId: string): Promise<GitConnection | null> {
  if ((await findSpace(ctx, spaceId, 'viewGitConnection')) === null) return null;
  const row = await ctx.loaders.gitConnection.load(spaceId);
  return row && withoutSecrets(row);
}

/** Gets a connection by its id. Throws not_found, also to who may not sync the space. */
export async function getConnectionById(ctx: Context, id: string): Promise<GitConnection> {
  const row = await ctx.db.gitConnection.findUnique({ where: { id }, select: { spaceId: true } });
  const connection = row && (await findGitConnection(ctx, row.spaceId));
  if (!connection) throw notFound('Git connection', id);
  return connection;
}

/** The connection of a space whose action the caller was authorized for. Throws not_found. */
export const loadConnection = async (ctx: Context, spaceId: string): Promise<GitConnection> =>
  withoutSecrets(await loadConnectionRow(ctx, spaceId));

/** As `loadConnection`, with the sealed secrets. */
export async function loadConnectionRow(ctx: Context, spaceId: string): Promise<GitConnectionRow> {
  const row = await ctx.loaders.gitConnection.load(spaceId);
  if (row === null) throw notFound('Git connection of the space', spaceId);
  return row;
}

function withoutSecrets(row: GitConnectionRow): GitConnection {
  const { sealedCredential, sealedHookSecret: _, ...shown } = row;
  return { ...(shown as Omit<GitConnection, 'hasToken'>), hasToken: sealedCredential !== null };
}

/** A connection as the subject of events, which belong to its space. */
export const ofConnection = ({
  id,
  organizationId,
  spaceId,
  url,
}: Pick<GitConnectionRow, 'id' | 'organizationId' | 'spaceId' | 'url'>): EventSubject => ({
  organizationId,
  id,
  label: new URL(url).host,
  spaceId,
});

/** Bind encrypted secrets to their connection. See lib/encryption.ts. */
export const tokenOwner = (connectionId: string) => `git:${connectionId}/token`;
export const hookSecretOwner = (connectionId: string) => `git:${connectionId}/hook`;

/**
 * The repository of a connection, with its credential. Throws git_unauthenticated for one that cannot be read, as after a restore without the
 * key of the secrets.
 */
export function remoteOf(
  { encryptionKey }: Pick<Context, 'encryptionKey'>,
  { id, url, provider, username, sealedCredential }: Omit<GitConnectionRow, 'changeRequestId'>,
): Remote {
  if (sealedCredential === null) return { url, credential: null };
  const password = unseal(encryptionKey, sealedCredential, tokenOwner(id));
  if (password === null)
    throw failure(
      'git_unauthenticated',
      'The token was stored with another SECRETS_KEY and cannot be read. Give the connection a token again',
    );
  return { url, credential: { username: username ?? tokenUserOf(provider as GitHost), password } };
}

/** Decrypts a secret of a connection; null for one that was encrypted with another key. */
export function unseal(...args: Parameters<typeof decrypt>): string | null {
  try {
    return decrypt(...args);
  } catch {
    return null;
  }
}
