import type { Context } from '../../core/context.ts';
import { ofMember } from '../members/events.ts';
import { listOrganizationIdsOf } from '../passkeys/queries.ts';

/** Emits that a link was made for a person, in each of their organizations, for the audit log. */
export async function emitOfLink(
  ctx: Context,
  { id: userId, displayName }: { readonly id: string; readonly displayName: string },
): Promise<void> {
  for (const organizationId of await listOrganizationIdsOf(ctx.sql, userId))
    ctx.emit('sign_in_link.created', { ...ofMember({ organizationId, userId }), label: displayName }, { user: userId });
}
