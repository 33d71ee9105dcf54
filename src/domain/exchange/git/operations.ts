import * as z from 'zod';
import { paginate } from '../../../db/keyset.ts';
import { notFound } from '../../../lib/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../../lib/page.ts';
import type { GitOperationRow } from '../../../loaders/git.ts';
import type { Context } from '../../core/context.ts';
import type { GitDirection, GitOperationState, GitStage } from './connection-fields.ts';
import { getConnectionById, type GitConnection } from './connections.ts';
import { operationsList } from './queries/connections.ts';

const Counts = z.object({ added: z.int().default(0), updated: z.int().default(0), removed: z.int().default(0) });
const Failure = z.object({ type: z.string(), message: z.string() });
const Skipped = z.array(z.object({ key: z.string(), reason: z.string() }));

/** A sync of a space with its repository. */
export interface GitOperation extends Omit<
  GitOperationRow,
  'direction' | 'stage' | 'state' | 'counts' | 'error' | 'skipped'
> {
  readonly direction: GitDirection;
  readonly stage: GitStage;
  readonly state: GitOperationState;
  /** Numbers of pages and files that have changed, on one side or the other. */
  readonly counts: z.output<typeof Counts>;
  readonly error: z.output<typeof Failure> | null;
  readonly skipped: z.output<typeof Skipped>;
}

/** Lists the syncs of a connection that the caller may see, newest first. */
export async function listOperations(
  ctx: Context,
  { id }: Pick<GitConnection, 'id'>,
  page: PageRequest,
): Promise<Page<GitOperation>> {
  return mapPage(await paginate<GitOperationRow>(ctx, operationsList(id), page), toOperation);
}

/** Gets a sync by its id. Throws not_found, also to who may not sync the space. */
export async function getOperation(ctx: Context, id: string): Promise<GitOperation> {
  const row = await ctx.loaders.gitOperation.load(id);
  if (row === null) throw notFound('Git operation', id);
  await getConnectionById(ctx, row.connectionId);
  return toOperation(row);
}

/** The last sync of the connection of a space; null before the first one. */
export async function findLastOperation(ctx: Context, connectionId: string): Promise<GitOperation | null> {
  const row = await ctx.loaders.lastGitOperation.load(connectionId);
  return row && toOperation(row);
}

const toOperation = (row: GitOperationRow): GitOperation => ({
  ...(row as Omit<GitOperationRow, 'direction' | 'stage' | 'state'> &
    Pick<GitOperation, 'direction' | 'stage' | 'state'>),
  counts: Counts.parse(row.counts ?? {}),
  error: row.error === null ? null : Failure.parse(row.error),
  skipped: Skipped.parse(row.skipped ?? []),
});
