import type { Context } from '../../core/context.ts';
import { listOrganizationIdsOf } from './queries.ts';

/** Emits that a passkey was added or removed in each organization of its owner, for the audit log. */
export async function emitOfPasskey(
  ctx: Context,
  type: 'passkey.added' | 'passkey.removed',
  { id, name, userId }: { readonly id: string; readonly name: string; readonly userId: string },
): Promise<void> {
  for (const organizationId of await listOrganizationIdsOf(ctx.sql, userId))
    ctx.emit(type, { organizationId, id, label: name, actorId: userId }, { user: userId });
}
