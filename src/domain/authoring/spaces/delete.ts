import { failure } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import type { VersionedReference } from '../../core/locks.ts';
import { transact } from '../../core/transact.ts';
import { lockSpace } from './lock.ts';
import { emitDeleted } from '../tree/emit.ts';
import { isInSite, pauseConnections } from '../tree/queries.ts';
import { markDeleted } from './queries.ts';
import { readSpace, type Space } from './spaces.ts';

/**
 * Deletes a space. It can be restored for 168 hours, by the clock of the database. Throws not_found, forbidden,
 * precondition_failed; invalid_state for a space on a site.
 */
export async function deleteSpace(outer: Context, reference: VersionedReference): Promise<Space> {
  return transact(outer, async (ctx) => {
    const { id, organizationId } = await lockSpace(ctx, reference, 'admin');
    if (await isInSite(ctx.sql, [id]))
      throw failure('invalid_state', 'The space is in a site; remove it from the site before deleting it');
    await emitDeleted(ctx, organizationId, { collectionIds: [], spaceIds: [id] });
    await markDeleted(ctx.sql, id);
    await pauseConnections(ctx.sql, [id]);
    return readSpace(ctx, id);
  });
}
