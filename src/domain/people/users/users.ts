import type * as z from 'zod';
import { failure, forbidden, notFound } from '../../../lib/errors.ts';
import type { UserRow } from '../../../loaders/users.ts';
import { requireScope } from '../../../access/policy.ts';
import type { Context } from '../../core/context.ts';
import { transact } from '../../core/transact.ts';
import { logForAccount } from './account-events.ts';
import { findManagingOrganization } from './queries.ts';
import type { UpdateUserInput } from './inputs.ts';

export type User = UserRow;

/** Gets the user of the caller's token. */
export async function getViewer(ctx: Context): Promise<User> {
  requireScope(ctx.actor, 'user:read');
  const user = await ctx.loaders.user.load(ctx.actor.userId);
  if (user === null) throw failure('unauthenticated', 'The user of this token no longer exists');
  return user;
}

/** Gets a user to whom something visible refers, such as the author of a comment. Throws not_found. */
export async function getUser(ctx: Context, id: string): Promise<User> {
  const user = await ctx.loaders.user.load(id);
  if (user === null) throw notFound('user', id);
  return user;
}

/** Gets the caller, or a member of an organization of the caller. Throws not_found. */
export async function getKnownUser(ctx: Context, id: string): Promise<User> {
  const user = await ctx.loaders.knownUser.load(id);
  if (user === null) throw notFound('user', id);
  requireScope(ctx.actor, 'user:read');
  return user;
}

/** Throws forbidden for a token that is limited to an organization which does not manage the user. */
export async function requireOwnProfile(ctx: Context, id: string): Promise<void> {
  const { organizationId } = ctx.actor;
  if (organizationId !== null && (await findManagingOrganization(ctx.sql, id)) !== organizationId)
    throw failure('forbidden', 'A token that is limited to an organization cannot update the profile of this user');
}

type UserChanges = z.output<typeof UpdateUserInput>;

/**
 * Updates the profile of the caller. Throws forbidden for other users, and for a token that is limited to an
 * organization which does not manage the user: other organizations see the profile, too.
 */
export async function updateUser(
  outer: Context,
  { id, changes }: { readonly id: string; readonly changes: UserChanges },
): Promise<User> {
  return transact(outer, async (ctx) => {
    const user = await ctx.loaders.knownUser.load(id);
    if (user === null) throw notFound('user', id);
    requireScope(ctx.actor, 'user:write');
    if (id !== ctx.actor.userId) throw forbidden('update', 'user');
    await requireOwnProfile(ctx, id);
    const { displayName, photoURL } = changes;
    if (!displayName && photoURL === undefined) return user;
    await ctx.db.user.update({
      where: { id },
      data: { ...(displayName ? { displayName } : {}), ...(photoURL === undefined ? {} : { photoURL }) },
    });
    const updated = (await ctx.loaders.knownUser.load(id)) ?? user;
    await logForAccount(ctx, { type: 'user.updated', userId: id, subjectId: id, subjectLabel: updated.displayName });
    return updated;
  });
}
