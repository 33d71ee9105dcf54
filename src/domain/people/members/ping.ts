import { requireScope } from '../../../access/policy.ts';
import type { Context } from '../../core/context.ts';
import { getOrganization } from '../organizations/organizations.ts';

const claimsTtlSeconds = 3_600;

/**
 * Records the time at which the caller was seen. Returns a JWT of the caller's claims when `CLAIMS_KEY` is set,
 * otherwise null. Throws not_found when the caller is not a member.
 */
export async function ping(ctx: Context, organizationId: string): Promise<string | null> {
  const { membership } = await getOrganization(ctx, organizationId);
  requireScope(ctx.actor, 'org:read');
  const { userId } = ctx.actor;
  const now = ctx.now();
  await ctx.db.member.update({
    where: { organizationId_userId: { organizationId, userId } },
    data: { lastSeenAt: now },
    select: { userId: true },
  });
  const key = ctx.config.CLAIMS_KEY;
  if (key === undefined) return null;
  const { SignJWT } = await import('jose');
  const issuedAt = Math.floor(now.getTime() / 1_000);
  return new SignJWT({ organization: organizationId, role: membership?.role ?? null })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(userId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + claimsTtlSeconds)
    .sign(new TextEncoder().encode(key));
}
