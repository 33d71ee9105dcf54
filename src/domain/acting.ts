import { createLoaders } from '../loaders/index.ts';
import type { Actor, Context } from './context.ts';

/** Whoever has a shell on the machine may do what this user may, with no token to narrow it. */
export const asOperator = (userId: string): Actor => ({
  userId,
  tokenId: 'operator',
  scopes: 'all',
  organizationId: null,
  isInstanceAdmin: true,
});

/** The same operation in the name of somebody else. */
export const actingAs = (ctx: Context, actor: Actor): Context => ({
  ...ctx,
  actor,
  loaders: createLoaders(ctx.sql, actor),
});
