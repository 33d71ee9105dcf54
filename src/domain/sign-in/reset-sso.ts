import { notFound } from '../../lib/errors.ts';
import type { Context } from '../context.ts';
import { lockTree } from '../locks.ts';
import { transact } from '../transact.ts';

/**
 * Lifts the SSO requirement of an organization and of its members, for operators whose identity provider is lost.
 * Providers are kept. Returns the number of members who were required to use SSO. Throws not_found for an unknown id or
 * hostname.
 */
export async function resetSso(outer: Context, idOrHostname: string): Promise<{ title: string; members: number }> {
  const reset = await transact(outer, async (ctx) => {
    const where = { OR: [{ id: idOrHostname }, { hostname: idOrHostname.toLowerCase() }] };
    const organization = await ctx.db.organization.findFirst({ where, select: { id: true, title: true } });
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
    return { title, members: count };
  });
  outer.forgetTokens();
  return reset;
}
