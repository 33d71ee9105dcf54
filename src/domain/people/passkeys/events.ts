import type { Context } from '../../core/context.ts';
import { logForAccount } from '../users/account-events.ts';
import { notifyOfAccount } from '../users/notify-account.ts';
import { listOrganizationIdsOf } from './queries.ts';

/**
 * Tells that a passkey was added or removed: in each organization of its owner, for the audit log, and to the owner, also of what they
 * did themselves, because it may have been done by who has their session.
 */
export async function emitOfPasskey(
  ctx: Context,
  type: 'passkey.added' | 'passkey.removed',
  { id, name, userId }: { readonly id: string; readonly name: string; readonly userId: string },
): Promise<void> {
  await logForAccount(ctx, { type, userId, subjectId: id, subjectLabel: name, actorId: userId });
  await notifyOfAccount(ctx, type, { userId, subjectId: id, subjectLabel: name });
  for (const organizationId of await listOrganizationIdsOf(ctx.sql, userId))
    ctx.emit(type, { organizationId, id, label: name, actorId: userId }, { user: userId });
}
