import { getChangeRequest } from '../../../authoring/change-requests/change-requests.ts';
import { isClosed } from '../../../authoring/change-requests/fields.ts';
import { updateChangeRequest } from '../../../authoring/change-requests/update.ts';
import { transact } from '../../../core/transact.ts';
import type { Sync } from '../sync/sync.ts';
import { dropSources, noteGone, type PullRequestRow } from './queries.ts';

/** Archives the change request of a pull request that is closed or is not to be shown. */
export async function closePullRequest({ ctx: outer, connection, spaceId }: Sync, row: PullRequestRow): Promise<null> {
  const id = row.changeRequestId ?? '';
  return transact(outer, async (ctx) => {
    const { status } = await getChangeRequest(ctx, { id });
    if (!isClosed(status)) await updateChangeRequest(ctx, { id }, { status: 'archived' });
    await dropSources(ctx.sql, { spaceId, changeRequestId: id });
    await noteGone(ctx.sql, connection.id, row.number);
    return null;
  });
}
