import type { Context } from '../../core/context.ts';
import { ofCollection, ofSpace } from '../../core/events/emit.ts';
import { listTold, type TreeContent } from './queries.ts';

/** Tells of collections and spaces that the caller is about to delete, the innermost first. */
export async function emitDeleted(ctx: Context, organizationId: string, content: TreeContent): Promise<void> {
  for (const { id, title, isSpace, within } of await listTold(ctx.sql, content))
    if (isSpace) ctx.emit('space.deleted', ofSpace({ id, organizationId, title }), { within });
    else ctx.emit('collection.deleted', ofCollection({ id, organizationId, title }), { within });
}

/** Tells two organizations of collections and spaces that move from one to the other, the innermost first. */
export async function emitTransferred(
  ctx: Context,
  { from, to }: { readonly from: string; readonly to: string },
  content: TreeContent,
): Promise<void> {
  for (const { id, title, isSpace } of await listTold(ctx.sql, content))
    for (const [organizationId, organization] of [
      [from, to],
      [to, from],
    ] as const)
      if (isSpace) ctx.emit('space.transferred', ofSpace({ id, organizationId, title }), { organization });
      else ctx.emit('collection.transferred', ofCollection({ id, organizationId, title }), { organization });
}
