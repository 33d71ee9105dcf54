import { requireScope } from '../access/policy.ts';
import type { Context } from '../context.ts';
import { getOrganization } from '../organizations/organizations.ts';

const claimsLifeSeconds = 3_600;

/**
 * Notes that the caller is here. Gives a token for the visitor's claims when the server has a key for
 * them, else null. Throws not_found when the caller is no member. Decisions, "Ping".
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
    .setExpirationTime(issuedAt + claimsLifeSeconds)
    .sign(new TextEncoder().encode(key));
}
