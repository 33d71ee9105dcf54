import type { Context } from '../../core/context.ts';
import { ofMember } from '../members/events.ts';
import { logForAccount } from '../users/account-events.ts';
import { listOrganizationIdsOf } from '../passkeys/queries.ts';

/** Tells that a link was made for a person: in each of their organizations, for the audit log, and to the person. */
export async function emitOfLink(
  ctx: Context,
  { id: userId, displayName }: { readonly id: string; readonly displayName: string },
): Promise<void> {
  await logForAccount(ctx, { type: 'sign_in_link.created', userId, subjectId: userId, subjectLabel: displayName });
  for (const organizationId of await listOrganizationIdsOf(ctx.sql, userId))
    ctx.emit('sign_in_link.created', { ...ofMember({ organizationId, userId }), label: displayName }, { user: userId });
}

/** Tells that the organization has made links for those whom it has invited. */
export function emitOfInvitations(ctx: Context, organizationId: string, userIds: readonly string[]): void {
  for (const userId of userIds)
    ctx.emit('sign_in_link.created', ofMember({ organizationId, userId }), { user: userId });
}
