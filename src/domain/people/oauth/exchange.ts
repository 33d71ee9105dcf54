import { hashSecret, newSecret } from '../../../lib/secret-token.ts';
import type { Context } from '../../core/context.ts';
import { transact } from '../../core/transact.ts';
import { isActiveMember } from '../members/queries.ts';
import { isVerifierOf } from '../sign-in/verifier.ts';
import { issueToken } from '../tokens/issue.ts';
import { emitGranted, revoke } from './events.ts';
import { accessSeconds, maxGrants } from './fields.ts';
import { endOldGrants, findActiveGrant, lockCode, lockGrantOfFamily, type CodeRow, type GrantRow } from './queries.ts';
import { newRefreshToken, nextRefreshToken, readRefreshToken } from './refresh-token.ts';

/** The tokens of a grant, which are not stored. */
export interface IssuedTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Seconds until the access token expires. */
  readonly expiresIn: number;
  readonly scopes: readonly string[];
}

/** Why a client gets no tokens, by the codes of RFC 6749 and RFC 8707. */
export interface RefusedTokens {
  readonly error: 'invalid_grant' | 'invalid_target';
  readonly description: string;
}

const refused = (description: string): RefusedTokens => ({ error: 'invalid_grant', description });
const unknownCode = refused('The code is unknown, expired or already used');
const unknownRefresh = refused('The refresh token is unknown, or what was allowed has ended');
const otherResource: RefusedTokens = {
  error: 'invalid_target',
  description: 'The resource is not the one that the person allowed',
};

interface CodeExchange {
  readonly code: string;
  readonly clientId: string;
  readonly redirectURL: string;
  readonly codeVerifier: string;
  /** Null where the client does not repeat it. */
  readonly resource: string | null;
}

/**
 * Exchanges the code of what a person allowed for tokens. A code works once, whatever comes of it; a second exchange ends what
 * the first one gave, because one of the two may be an attack.
 */
export async function exchangeCode(outer: Context, given: CodeExchange): Promise<IssuedTokens | RefusedTokens> {
  // What refuses must be committed, so nothing is thrown.
  const answer = await transact(outer, async (ctx) => {
    const code = await lockCode(ctx.sql, hashSecret(given.code));
    if (code === null) return unknownCode;
    if (code.usedAt !== null) return endReused(ctx, code);
    await ctx.db.oauthCode.update({ where: { hash: code.hash }, data: { usedAt: ctx.now() } });
    return (await findProblem(ctx, code, given)) ?? issue(ctx, code);
  });
  outer.forgetTokens();
  return answer;
}

async function endReused(ctx: Context, { tokenId }: CodeRow): Promise<RefusedTokens> {
  const grant = tokenId === null ? null : await findActiveGrant(ctx.sql, tokenId, ctx.now());
  if (grant !== null) await revoke(ctx, grant, 'reuse');
  return unknownCode;
}

async function findProblem(ctx: Context, code: CodeRow, given: CodeExchange): Promise<RefusedTokens | null> {
  if (Date.parse(code.expiresAt) <= ctx.now().getTime()) return unknownCode;
  if (given.clientId !== code.clientId) return refused('The code is for another client');
  if (given.redirectURL !== code.redirectURL) return refused('The code was sent to another redirect_uri');
  if (!isVerifierOf(given.codeVerifier, code.codeChallenge)) return refused('The verifier is not that of the code');
  if (given.resource !== null && given.resource !== code.resource) return otherResource;
  return (await isActiveMember(ctx.sql, code)) ? null : refused('The membership has ended');
}

async function issue(ctx: Context, code: CodeRow): Promise<IssuedTokens> {
  const { userId, organizationId, clientId, clientName, redirectURL, resource, scopes } = code;
  const refresh = newRefreshToken();
  const grantEndsAt = new Date(code.grantEndsAt);
  const expiresAt = accessEnd(ctx, grantEndsAt);
  const { id, secret } = await issueToken(ctx, {
    userId,
    kind: 'oauth',
    name: clientName,
    scopes,
    organizationId,
    expiresAt,
  });
  const { family, hash: refreshHash } = refresh;
  const grant = { tokenId: id, clientId, clientName, redirectURL, resource, family, refreshHash };
  await ctx.db.oauthGrant.create({ data: { ...grant, expiresAt: grantEndsAt } });
  await ctx.db.oauthCode.update({ where: { hash: code.hash }, data: { tokenId: id } });
  emitGranted(ctx, { id, userId, organizationId, clientId, clientName, resource, scopes });
  await endOldGrants(ctx.sql, { userId, organizationId, keep: maxGrants, now: ctx.now() });
  return { accessToken: secret, refreshToken: refresh.secret, expiresIn: secondsUntil(ctx, expiresAt), scopes };
}

const accessEnd = ({ now }: Pick<Context, 'now'>, grantEndsAt: Date) =>
  new Date(Math.min(now().getTime() + accessSeconds * 1000, grantEndsAt.getTime()));

const secondsUntil = ({ now }: Pick<Context, 'now'>, end: Date) =>
  Math.max(0, Math.floor((end.getTime() - now().getTime()) / 1000));

interface RefreshExchange {
  readonly refreshToken: string;
  readonly clientId: string;
  /** Null where the client does not repeat it. */
  readonly resource: string | null;
}

/**
 * Replaces both tokens of a grant. A refresh token works once: a second use of any that the grant has ever had ends the grant, because one of
 * the two may be an attack.
 */
export async function refreshTokens(outer: Context, given: RefreshExchange): Promise<IssuedTokens | RefusedTokens> {
  const sent = readRefreshToken(given.refreshToken);
  if (sent === null) return unknownRefresh;
  const answer = await transact(outer, async (ctx): Promise<IssuedTokens | RefusedTokens> => {
    const grant = await lockGrantOfFamily(ctx.sql, sent.family, ctx.now());
    if (grant === null || grant.clientId !== given.clientId) return unknownRefresh;
    if (grant.refreshHash !== sent.hash) {
      await revoke(ctx, grant, 'reuse');
      return unknownRefresh;
    }
    if (given.resource !== null && given.resource !== grant.resource) return otherResource;
    if (!(await isActiveMember(ctx.sql, grant))) return unknownRefresh;
    return renew(ctx, grant, nextRefreshToken(sent));
  });
  outer.forgetTokens();
  return answer;
}

async function renew(
  ctx: Context,
  { id, scopes, expiresAt: end }: GrantRow,
  refresh: ReturnType<typeof nextRefreshToken>,
): Promise<IssuedTokens> {
  const secret = newSecret('oauth');
  const expiresAt = accessEnd(ctx, new Date(end));
  // The id of the token stays, so that the audit log names one for all that a client did.
  await ctx.db.apiToken.update({
    where: { id },
    data: { hash: hashSecret(secret), lastFour: secret.slice(-4), expiresAt },
    select: { id: true },
  });
  await ctx.db.oauthGrant.update({ where: { tokenId: id }, data: { refreshHash: refresh.hash } });
  return { accessToken: secret, refreshToken: refresh.secret, expiresIn: secondsUntil(ctx, expiresAt), scopes };
}
