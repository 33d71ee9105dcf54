import type * as z from 'zod';
import { requireScope } from '../../../access/policy.ts';
import type { Context } from '../../core/context.ts';
import { transact } from '../../core/transact.ts';
import { logForAccount } from './account-events.ts';
import type { SetLanguageInput } from './inputs.ts';
import { getViewer, requireOwnProfile, type User } from './users.ts';

/** Gets the code of the language that the caller has chosen; null when they have chosen none. */
export async function getLanguage(ctx: Context): Promise<string | null> {
  requireScope(ctx.actor, 'user:read');
  const found = await ctx.db.user.findUnique({ where: { id: ctx.actor.userId }, select: { language: true } });
  return found?.language ?? null;
}

/** Sets the language of the caller. Throws forbidden as a change of the profile does. */
export function setLanguage(outer: Context, { language }: z.output<typeof SetLanguageInput>): Promise<User> {
  return transact(outer, async (ctx) => {
    requireScope(ctx.actor, 'user:write');
    const user = await getViewer(ctx);
    const { id, displayName } = user;
    await requireOwnProfile(ctx, id);
    if ((await getLanguage(ctx)) === language) return user;
    await ctx.db.user.update({ where: { id }, data: { language }, select: { id: true } });
    await logForAccount(ctx, { type: 'user.updated', userId: id, subjectId: id, subjectLabel: displayName });
    return user;
  });
}
