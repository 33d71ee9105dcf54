import { dayMs } from '../lib/instant.ts';
import { findTokenHolder } from '../domain/people/tokens/queries.ts';
import { findManagingOrganization } from '../domain/people/users/queries.ts';
import { scopes as allScopes, type Scope } from '../access/scopes.ts';
import { getOrganization } from '../domain/people/organizations/organizations.ts';
import { listApiTokens, revokeApiToken, type ApiToken } from '../domain/people/tokens/tokens.ts';
import { transact } from '../domain/core/transact.ts';
import { recordOfToken } from '../domain/people/tokens/events.ts';
import { issueToken } from '../domain/people/tokens/issue.ts';
import type { Context } from '../domain/core/context.ts';
import { notFound } from '../lib/errors.ts';
import { findUser, firstAdministrator } from './find-user.ts';
import { withSession } from './session.ts';

const maxListed = 1_000;

export interface CreateOptions {
  readonly user?: string;
  readonly name: string;
  readonly expiresDays: number;
  readonly scopes?: readonly Scope[];
  readonly org?: string;
}

/** Issues a token and prints its secret. */
export async function createToken({ user, name, expiresDays, scopes = allScopes, org }: CreateOptions): Promise<void> {
  await withSession(async (session) => {
    const { id: userId } = await ownerOf(session.contextOf(), user);
    const ctx = session.contextOf(userId);
    // A managed user has no access outside of the organization, and the provider of the organization speaks for it.
    const limit = org ?? (await findManagingOrganization(ctx.sql, userId));
    const organizationId = limit === null ? null : (await getOrganization(ctx, limit)).id;
    const expiresAt = new Date(ctx.now().getTime() + expiresDays * dayMs);
    const { id, secret } = await transact(ctx, async (inner) => {
      const issued = await issueToken(inner, { userId, kind: 'user', name, scopes, organizationId, expiresAt });
      await recordOfToken(inner, 'api_token.created', { id: issued.id, name, userId, organizationId });
      return issued;
    });
    console.error(`${id} is valid until ${expiresAt.toISOString()}. Its secret is shown once:`);
    console.log(secret);
  });
}

/** Returns the given user, or the first administrator, so that a lost first token can be replaced. */
const ownerOf = (ctx: Context, user: string | undefined) =>
  user === undefined ? firstAdministrator(ctx) : findUser(ctx, user);

/** Prints the tokens of a user. */
export async function listTokens({ user }: { user?: string }): Promise<void> {
  await withSession(async (session) => {
    const { id } = await ownerOf(session.contextOf(), user);
    const { items } = await listApiTokens(session.contextOf(id), { first: maxListed, after: null });
    if (items.length === 0) console.log('This user has no token.');
    for (const token of items) console.log(lineOf(token));
  });
}

const lineOf = (token: ApiToken) =>
  [token.id, `${token.prefix}_…${token.lastFour}`, validity(token), token.name].join('  ');

function validity({ revokedAt, expiresAt }: ApiToken): string {
  if (revokedAt !== null) return `revoked ${revokedAt}`;
  return expiresAt === null ? 'does not expire' : `until ${expiresAt}`;
}

/** Revokes a token. */
export async function revokeToken(id: string): Promise<void> {
  await withSession(async (session) => {
    const holder = await findTokenHolder(session.contextOf().sql, id);
    if (holder === null) throw notFound('token', id);
    await revokeApiToken(session.contextOf(holder.userId), id);
    console.log(`${id} is revoked.`);
  });
}
