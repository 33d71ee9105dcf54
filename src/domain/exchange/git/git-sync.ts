import type { RevisionCommit } from '../../../db/generated/client.ts';
import { notFound } from '../../../lib/errors.ts';
import type { EntryFile } from '../../../loaders/git.ts';
import type { Revision } from '../../authoring/content/revisions.ts';
import { getSpace, type Space } from '../../authoring/spaces/spaces.ts';
import type { Context } from '../../core/context.ts';
import type { GitConnectionStatus } from './connection-fields.ts';
import type { GitProvider } from './fields.ts';
import { repositoryName } from './host.ts';
import { findLastOperation, type GitOperation } from './operations.ts';

/** What a space says of the repository that it was last equal to. */
export interface GitSync {
  readonly repositoryName: string;
  /** Null for a host other than these. */
  readonly provider: GitProvider | null;
  /** URL of the tree of files, for people; null when nobody has told it. */
  readonly treeUrl: string | null;
  readonly updatedAt: string;
  readonly spaceId: string;
}

/** The commit of a revision. */
export type GitCommit = RevisionCommit;

/**
 * Finds the repository of a space that the caller may read; null for one that was neither imported nor exported, and for visitors of a
 * site, since a repository may be private.
 */
export async function findGitSync(ctx: Context, { id }: Pick<Space, 'id'>): Promise<GitSync | null> {
  if (ctx.actor.visitor) return null;
  const row = await ctx.loaders.gitRepository.load(id);
  if (row === null) return null;
  const { url, provider, treeUrl, updatedAt } = row;
  return {
    repositoryName: repositoryName(url),
    provider: provider as GitProvider | null,
    treeUrl,
    updatedAt,
    spaceId: id,
  };
}

/** The state of the connection of a space whose repository the caller has read; null for a space that is not connected. */
export async function findSyncStatus(ctx: Context, { spaceId }: GitSync): Promise<GitConnectionStatus | null> {
  const connection = await ctx.loaders.gitConnection.load(spaceId);
  return connection && (connection.status as GitConnectionStatus);
}

/** The last sync of a space whose repository the caller has read; null before the first one, and for a space that is not connected. */
export async function findLastSync(ctx: Context, { spaceId }: GitSync): Promise<GitOperation | null> {
  const connection = await ctx.loaders.gitConnection.load(spaceId);
  return connection && findLastOperation(ctx, connection.id);
}

/** Gets the repository of a space. Throws not_found, also for a space without one. */
export async function getGitSync(ctx: Context, spaceId: string): Promise<GitSync> {
  const sync = await findGitSync(ctx, await getSpace(ctx, spaceId));
  if (sync === null) throw notFound('repository of the space', spaceId);
  return sync;
}

/**
 * Finds the commit of a revision that the caller may read; null for one without a commit, for visitors of a site, and where metadata is
 * left out.
 */
export const findCommit = async (ctx: Context, { id, skipsMetadata }: Revision): Promise<GitCommit | null> =>
  skipsMetadata === true || ctx.actor.visitor ? null : ctx.loaders.revisionCommit.load(id);

/** The file of something in main content. */
export type GitFile = Pick<EntryFile, 'oid' | 'path'>;

/**
 * Finds the file of a page, file or reusable content of the active revision of a space, in the state in which the repository and the space
 * were last equal; null for what has none, in other revisions, for visitors of a site, and where metadata is left out.
 */
export async function findGitFile(ctx: Context, { id, revision }: ContentEntry): Promise<GitFile | null> {
  const { spaceId, activeOf, skipsMetadata } = revision;
  if (activeOf !== spaceId || skipsMetadata === true || ctx.actor.visitor) return null;
  const space = await ctx.loaders.space.load(spaceId);
  if (space?.hasRepository === false) return null;
  return ctx.loaders.entryFile.load(`${spaceId} ${id}`);
}

interface ContentEntry {
  readonly id: string;
  readonly revision: Revision;
}
