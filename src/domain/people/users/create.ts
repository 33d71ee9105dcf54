import type * as z from 'zod';
import { failure, forbidden } from '../../../lib/errors.ts';
import { requireScope } from '../../../access/policy.ts';
import type { Context } from '../../core/context.ts';
import { transact } from '../../core/transact.ts';
import { logForAccount } from './account-events.ts';
import { normalizeEmail } from './fields.ts';
import { getUser, type User } from './users.ts';
import type { CreateUserInput } from './inputs.ts';

export type NewUser = z.output<typeof CreateUserInput>;

/** Creates a user. Requires an instance admin. Throws already_exists when another user has the email address. */
export async function createUser(outer: Context, input: NewUser): Promise<User> {
  requireScope(outer.actor, 'user:write');
  if (!outer.actor.isInstanceAdmin || outer.actor.organizationId !== null) throw forbidden('create', 'user');
  return transact(outer, async (ctx) => {
    const email = input.email ? normalizeEmail(input.email) : null;
    if (email !== null && (await ctx.db.user.findUnique({ where: { email }, select: { id: true } })))
      throw failure('already_exists', 'A user with this email address already exists', {
        details: [{ path: 'input.email', rule: 'unique', message: 'is taken' }],
      });
    const id = ctx.newId('usr');
    await ctx.db.user.create({
      data: {
        id,
        displayName: input.displayName,
        email,
        emailVerified: email !== null && (input.emailVerified ?? false),
        createdAt: ctx.now(),
      },
    });
    const user = await getUser(ctx, id);
    await logForAccount(ctx, { type: 'user.created', userId: id, subjectId: id, subjectLabel: user.displayName });
    return user;
  });
}
