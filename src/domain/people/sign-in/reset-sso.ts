import { ofOrganization } from '../../core/events/emit.ts';
import { notFound } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { lockTree } from '../../core/locks.ts';
import { findFirstAdmin } from '../members/queries.ts';
import { findOrganizationName, hasAdminWhoCanSignIn } from '../organizations/queries.ts';
import { transact } from '../../core/transact.ts';

interface ResetSso {
  readonly title: string;
  readonly members: number;
  /** An admin of an organization whose admins have no token; null when one can sign in. */
  readonly lockedOut: { readonly userId: string } | null;
}

/**
 * Lifts the SSO requirement of an organization and of its members, for operators whose identity provider is lost.
 * Providers and identities are kept. Returns the number of members who were required to use SSO, and an admin who needs
 * a token when no admin has one. Throws not_found for an unknown id or hostname.
 */
export async function resetSso(outer: Context, idOrHostname: string): Promise<ResetSso> {
  const reset = await transact(outer, async (ctx) => {
    const organization = await findOrganizationName(ctx.sql, idOrHostname);
    if (organization === null) throw notFound('organization', idOrHostname);
    const { id, title } = organization;
    await lockTree(ctx, id);
    await ctx.db.organization.updateMany({
      where: { id, sso: true },
      data: { sso: false, version: { increment: 1 }, updatedAt: ctx.now() },
    });
    const { count } = await ctx.db.member.updateMany({
      where: { organizationId: id, sso: true },
      data: { sso: false },
    });
    ctx.emit('organization.updated', ofOrganization(organization), { changed: ['sso'], previous: {} });
    const isOpen = await hasAdminWhoCanSignIn(ctx.sql, id, ctx.now());
    return { title, members: count, lockedOut: isOpen ? null : await findFirstAdmin(ctx.sql, id) };
  });
  outer.forgetTokens();
  return reset;
}
