import { failure, forbidden, notFound } from '../../../lib/errors.ts';
import { requireScope } from '../../../access/policy.ts';
import type { Context } from '../../core/context.ts';
import { transact } from '../../core/transact.ts';
import { requireRelyingParty } from '../passkeys/relying-party.ts';
import { findManagingOrganization } from '../users/queries.ts';
import type { User } from '../users/users.ts';
import { emitOfLink } from './events.ts';
import { makeLinks, type SignInLink } from './links.ts';

/**
 * Makes a link by which a person who cannot sign in gets a new passkey, valid for an hour. Requires an instance admin:
 * whoever has the link can be the person. Throws not_found; invalid_state for a user whom an organization manages.
 */
export async function createSignInLink(outer: Context, userId: string): Promise<SignInLink> {
  const user = await requireRecoverable(outer, userId);
  return transact(outer, async (ctx) => {
    const [link] = await makeLinks(ctx, [{ purpose: 'recovery', userId, ...(await authorOf(ctx)) }]);
    if (link === undefined) throw new Error(`No link was made for ${userId}`);
    await emitOfLink(ctx, user);
    return link;
  });
}

/** Gets a person for whom the caller may make a link. Throws not_found, forbidden; invalid_state for a user whom an organization manages. */
export async function requireRecoverable(ctx: Context, userId: string): Promise<User> {
  const user = await ctx.loaders.knownUser.load(userId);
  if (user === null) throw notFound('user', userId);
  requireScope(ctx.actor, 'user:write');
  if (!ctx.actor.isInstanceAdmin) throw forbidden('create a sign-in link for', 'user');
  requireRelyingParty(ctx.urls);
  if ((await findManagingOrganization(ctx.sql, userId)) !== null)
    throw failure('invalid_state', 'An organization manages this user, who signs in by its identity provider');
  return user;
}

/** The caller, unless it is an operator on the command line. */
async function authorOf(ctx: Context): Promise<{ readonly createdById?: string }> {
  const { userId } = ctx.actor;
  const known = await ctx.db.user.findUnique({ where: { id: userId }, select: { id: true } });
  return known === null ? {} : { createdById: userId };
}
