import { notFound } from '../../../lib/errors.ts';
import { requireScope } from '../../../access/policy.ts';
import type { Context } from '../../core/context.ts';
import { transact } from '../../core/transact.ts';
import { authorizedOrganization } from '../organizations/organizations.ts';
import { emitOfSession } from './events.ts';
import { findSession, type SessionRow, type Whose } from './queries.ts';

/** Ends a session of the caller, at once in this process and within a second in all others. Throws not_found. */
export async function endSession(outer: Context, id: string): Promise<void> {
  await transact(outer, async (ctx) => {
    const session = await sessionOf(ctx, id, { actor: ctx.actor });
    requireScope(ctx.actor, 'user:write');
    await revoke(ctx, session);
  });
  outer.forgetTokens();
}

/**
 * Ends a session of a member of an organization, who then has to sign in again. Requires `admin`. Throws not_found.
 */
export async function endMemberSession(
  outer: Context,
  { organizationId, sessionId }: { readonly organizationId: string; readonly sessionId: string },
): Promise<void> {
  await transact(outer, async (ctx) => {
    await authorizedOrganization(ctx, organizationId, 'manageSessions');
    await revoke(ctx, await sessionOf(ctx, sessionId, { organizationId }));
  });
  outer.forgetTokens();
}

async function sessionOf(ctx: Context, id: string, whose: Whose): Promise<SessionRow> {
  const session = await findSession(ctx.sql, id, whose, ctx.now());
  if (session === null) throw notFound('session', id);
  return session;
}

async function revoke(ctx: Context, session: SessionRow): Promise<void> {
  await ctx.db.apiToken.update({ where: { id: session.id }, data: { revokedAt: ctx.now() }, select: { id: true } });
  await emitOfSession(ctx, session);
}

/** Ends all sessions of a user. Call `forgetTokens` after the commit. Performs no authorization. */
export async function endSessionsOf(ctx: Context, userId: string): Promise<void> {
  await ctx.db.apiToken.updateMany({
    where: { userId, kind: 'session', revokedAt: null },
    data: { revokedAt: ctx.now() },
  });
}
