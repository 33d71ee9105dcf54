import type { Context } from '../../core/context.ts';
import { ofCollection, ofSpace } from '../../core/events/emit.ts';
import { listTold, type TreeContent } from './queries.ts';

/** Tells of collections and spaces that the caller is about to delete, the innermost first. */
export async function emitDeleted(ctx: Context, organizationId: string, content: TreeContent): Promise<void> {
  for (const { id, title, isSpace, within } of await listTold(ctx.sql, content))
    if (isSpace) ctx.emit('space.deleted', ofSpace({ id, organizationId, title }), { within });
    else ctx.emit('collection.deleted', ofCollection({ id, organizationId, title }), { within });
}

/** Tells two organizations of collections and spaces that are about to move from one to the other, the innermost first. */
export async function emitTransferred(
  ctx: Context,
  { from, to }: { readonly from: string; readonly to: string },
  content: TreeContent,
): Promise<void> {
  for (const { id, title, isSpace, within } of await listTold(ctx.sql, content))
    for (const [organizationId, data] of [
      [from, { organization: to, within }],
      [to, { organization: from }],
    ] as const)
      if (isSpace) ctx.emit('space.transferred', ofSpace({ id, organizationId, title }), data);
      else ctx.emit('collection.transferred', ofCollection({ id, organizationId, title }), data);
}

/** The collections that a space or collection is about to leave, whose admins are its admins, for the event of the move. */
export async function listLeft(ctx: Context, content: TreeContent): Promise<{ within: string[] }> {
  const [row] = await listTold(ctx.sql, content);
  return { within: row?.within ?? [] };
}
