import { failure, notFound } from '../../lib/errors.ts';
import type { UserRow } from '../../loaders/users.ts';
import { requireScope } from '../access/policy.ts';
import type { Context } from '../context.ts';

export type User = UserRow;

/** The caller. */
export async function getViewer(ctx: Context): Promise<User> {
  requireScope(ctx.actor, 'user:read');
  const user = await ctx.loaders.user.load(ctx.actor.userId);
  if (user === null) throw failure('unauthenticated', 'The user of this token is gone');
  return user;
}

/** A user by id, whoever may know the id. Throws not_found. */
export async function getUser(ctx: Context, id: string): Promise<User> {
  const user = await ctx.loaders.user.load(id);
  if (user === null) throw notFound('user', id);
  return user;
}
