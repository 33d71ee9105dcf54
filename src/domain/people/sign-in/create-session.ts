import { failure } from '../../../lib/errors.ts';
import { hashSecret } from '../../../lib/secret-token.ts';
import { scopes } from '../../../access/scopes.ts';
import type { Context } from '../../core/context.ts';
import { listOrganizationIdsOf } from '../passkeys/queries.ts';
import { storePlace } from '../sessions/places.ts';
import { isActiveMember } from '../members/queries.ts';
import { logForAccount } from '../users/account-events.ts';
import { issueToken } from '../tokens/issue.ts';
import { transact } from '../../core/transact.ts';
import { maxSessions, sessionHours } from './fields.ts';
import { endOldSessions, lockCode } from './queries.ts';
import { noteRefusal } from './refusals.ts';
import { isVerifierOf } from './verifier.ts';

/** A session with its token, which is not stored. */
export interface Session {
  readonly token: string;
  readonly tokenId: string;
  readonly userId: string;
  /** Null for a session by a passkey, which reaches all organizations of the user that do not require SSO. */
  readonly organizationId: string | null;
  readonly expiresAt: Date;
}

const hourMs = 3_600_000;

const refused = () => failure('sign_in_refused', 'The code is unknown, expired or already used. Sign in again.');

/**
 * Exchanges the code of a sign-in for a session, which is limited to the organization of the provider if one vouched for it. A code works once: a wrong
 * verifier invalidates it, and a second exchange also ends the session of the first, because one of the two may be an
 * attack. Throws sign_in_refused.
 */
export async function createSession(
  outer: Context,
  { code, codeVerifier }: { readonly code: string; readonly codeVerifier: string },
): Promise<Session> {
  // Throw after the commit, so that a refusal keeps its changes.
  const session = await transact(outer, async (ctx) => {
    const now = ctx.now();
    const found = await lockCode(ctx.sql, hashSecret(code));
    if (found === null || Date.parse(found.expiresAt) <= now.getTime()) return null;
    const { hash, userId, providerId, organizationId, label, tokenId } = found;
    // One write spends the code, whatever comes of it.
    const spend = (token: { readonly tokenId?: string } = {}) =>
      ctx.db.signInCode.updateMany({ where: { hash }, data: { usedAt: now, ...token } });
    const refuse = async (reason: string) => {
      await spend();
      if (organizationId !== null && providerId !== null)
        await noteRefusal(ctx, { organizationId, id: providerId, label }, { user: userId, reason });
      return null;
    };
    if (found.usedAt !== null) {
      if (tokenId !== null) await ctx.db.apiToken.update({ where: { id: tokenId }, data: { revokedAt: now } });
      return refuse('The code was used before');
    }
    if (!isVerifierOf(codeVerifier, found.codeChallenge)) return refuse('The verifier is not that of the code');
    if (organizationId !== null && !(await isActiveMember(ctx.sql, { organizationId, userId })))
      return refuse('The membership has ended');
    const end = Math.min(now.getTime() + sessionHours * hourMs, Date.parse(found.sessionEndsAt ?? '') || Infinity);
    const expiresAt = new Date(end);
    const name = `Sign-in by ${label ?? 'a passkey'}`;
    const owner = { userId, organizationId, providerId };
    const { id, secret } = await issueToken(ctx, { ...owner, kind: 'session', name, scopes, expiresAt });
    await spend({ tokenId: id });
    await storePlace(ctx, id);
    await emitCreated(ctx, { id, userId, organizationId, providerId, label });
    await endOldSessions(ctx.sql, { userId, organizationId, keep: maxSessions, now });
    return { token: secret, tokenId: id, userId, organizationId, expiresAt };
  });
  outer.forgetTokens();
  if (session === null) throw refused();
  return session;
}

interface BegunSession {
  readonly id: string;
  readonly userId: string;
  readonly organizationId: string | null;
  readonly providerId: string | null;
  readonly label: string | null;
}

/** Emits a new session in the organizations that it reaches, and tells the person of one that none of them limits. */
async function emitCreated(
  ctx: Context,
  { id, userId, organizationId, providerId, label }: BegunSession,
): Promise<void> {
  const by = organizationId === null ? 'passkey' : 'sso';
  if (organizationId === null)
    await logForAccount(ctx, { type: 'session.created', userId, subjectId: id, subjectLabel: by, actorId: userId });
  const reached = organizationId === null ? await listOrganizationIdsOf(ctx.sql, userId) : [organizationId];
  const provider = providerId === null ? {} : { provider: providerId };
  for (const one of reached)
    ctx.emit('session.created', { organizationId: one, id, label }, { user: userId, by, ...provider });
}
