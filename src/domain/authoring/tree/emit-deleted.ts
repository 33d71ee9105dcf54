import type { Context } from '../../core/context.ts';
import { ofCollection, ofSpace } from '../../core/events/emit.ts';
import { listDeleted, type TreeContent } from './queries.ts';

/**
 * Tells of collections and spaces that the caller is about to delete, the innermost first. Spaces that are deleted already are
 * left out.
 */
export async function emitDeleted(ctx: Context, organizationId: string, content: TreeContent): Promise<void> {
  for (const { id, title, isSpace, within } of await listDeleted(ctx.sql, content))
    if (isSpace) ctx.emit('space.deleted', ofSpace({ id, organizationId, title }), { within });
    else ctx.emit('collection.deleted', ofCollection({ id, organizationId, title }), { within });
}
