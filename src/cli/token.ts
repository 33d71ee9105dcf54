import { sql } from '../db/sql.ts';
import { scopes as allScopes, type Scope } from '../domain/access/scopes.ts';
import { getOrganization } from '../domain/organizations/organizations.ts';
import { listApiTokens, revokeApiToken, type ApiToken } from '../domain/tokens/list.ts';
import { issueToken } from '../domain/tokens/tokens.ts';
import { notFound } from '../lib/errors.ts';
import { findUser } from './find-user.ts';
import { withSession } from './session.ts';

const dayMs = 86_400_000;
const maxListed = 1_000;

export interface CreateOptions {
  readonly user: string;
  readonly name: string;
  readonly expiresDays: number;
  readonly scopes?: readonly Scope[];
  readonly org?: string;
}

/** Issues a token and prints its secret. */
export async function createToken({ user, name, expiresDays, scopes = allScopes, org }: CreateOptions): Promise<void> {
  await withSession(async (session) => {
    const { id: userId } = await findUser(session.contextOf(), user);
    const ctx = session.contextOf(userId);
    const organizationId = org === undefined ? null : (await getOrganization(ctx, org)).id;
    const expiresAt = new Date(ctx.now().getTime() + expiresDays * dayMs);
    const { id, secret } = await issueToken(ctx, { userId, kind: 'user', name, scopes, organizationId, expiresAt });
    console.error(`${id} works until ${expiresAt.toISOString()}; this is shown once:`);
    console.log(secret);
  });
}

/** Prints the tokens of a user. */
export async function listTokens({ user }: { user: string }): Promise<void> {
  await withSession(async (session) => {
    const { id } = await findUser(session.contextOf(), user);
    const { items } = await listApiTokens(session.contextOf(id), { first: maxListed, after: null });
    if (items.length === 0) console.log('This user has no token.');
    for (const token of items) console.log(lineOf(token));
  });
}

const lineOf = (token: ApiToken) =>
  [token.id, `${token.prefix}_…${token.lastFour}`, `until ${token.expiresAt ?? 'revoked'}`, token.name].join('  ');

/** Ends a token. */
export async function revokeToken(id: string): Promise<void> {
  await withSession(async (session) => {
    const holder = await session
      .contextOf()
      .sql.first<{ userId: string }>(sql`select "userId" from api_tokens where id = ${id}`);
    if (holder === null) throw notFound('token', id);
    await revokeApiToken(session.contextOf(holder.userId), id);
    console.log(`${id} is revoked.`);
  });
}
