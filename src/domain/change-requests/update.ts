import { sql } from '../../db/sql.ts';
import { failure } from '../../lib/errors.ts';
import type { Context } from '../context.ts';
import { refuseNull } from '../given.ts';
import { transact } from '../transact.ts';
import { lockRow, requireVersion } from '../versions.ts';
import {
  enterChangeRequest,
  getChangeRequest,
  type ChangeRequest,
  type ChangeRequestPlace,
} from './change-requests.ts';
import { countStatus } from './count-status.ts';
import { markdownOfDescription } from './description.ts';
import type { SettableStatus } from './fields.ts';

export interface ChangeRequestChange {
  readonly expectedVersion?: number | null | undefined;
  readonly subject?: string | null | undefined;
  /** In one of the forms of `GivenDescription`; null for none. */
  readonly description?: unknown;
  readonly status?: SettableStatus | null | undefined;
}

/**
 * Changes what is given. A merged one keeps its status. Throws not_found, forbidden, insufficient_scope,
 * validation_failed, invalid_state, precondition_failed.
 */
export async function updateChangeRequest(
  outer: Context,
  place: ChangeRequestPlace,
  change: ChangeRequestChange,
): Promise<ChangeRequest> {
  return transact(outer, async (ctx) => {
    const { id, spaceId } = await enterChangeRequest(ctx, place);
    // The space counts by status, and it is locked before what is in it.
    if (change.status !== undefined) await lockSpace(ctx, spaceId);
    const version = await lockRow(ctx, 'change_requests', { id });
    const changeRequest = await getChangeRequest(ctx, place, 'edit');
    refuseNull(change, ['subject', 'status']);
    requireVersion(version, change.expectedVersion);
    const changes = changesOf(changeRequest, change);
    if (Object.keys(changes).length > 0)
      await ctx.db.changeRequest.updateMany({
        where: { id },
        data: { ...changes, version: { increment: 1 }, updatedAt: ctx.now() },
      });
    if (changes.status) await countStatus(ctx, changeRequest, changes.status);
    ctx.loaders.clear();
    return getChangeRequest(ctx, { id }, 'edit');
  });
}

/** Locks the space, before what is in it, for a change of its counters. */
const lockSpace = (ctx: Context, spaceId: string) =>
  ctx.sql.rows(sql`select 1 from spaces where id = ${spaceId} for no key update`);

/** Decisions 3.2. */
function changesOf(now: ChangeRequest, { subject, status, description: given }: ChangeRequestChange) {
  if (typeof status === 'string' && now.status === 'merged')
    throw failure('invalid_state', 'The change request is merged: its status stays');
  const description = markdownOfDescription(given);
  return {
    ...(typeof subject === 'string' && subject !== now.subject ? { subject } : {}),
    ...(description !== undefined && description !== now.description ? { description } : {}),
    ...(typeof status === 'string' && status !== now.status ? { status } : {}),
  };
}
