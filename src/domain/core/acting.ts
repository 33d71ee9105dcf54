import { createLoaders } from '../../loaders/index.ts';
import type { Actor } from '../../access/actor.ts';
import type { Context } from './context.ts';

/** The actor of an operator with a shell on the machine: may do what the user may, without the limits of a token. */
export const asOperator = (userId: string): Actor => ({
  userId,
  tokenId: 'operator',
  scopes: 'all',
  organizationId: null,
  isInstanceAdmin: true,
});

/** The caller of an operation that needs no token. It has no permissions. */
export const nobody: Actor = {
  userId: 'nobody',
  tokenId: 'nobody',
  scopes: new Set(),
  organizationId: null,
  isInstanceAdmin: false,
};

/**
 * Whether one actor represents many people. A renderer calls for all visitors of a site, so its requests are not
 * counted as those of one caller.
 */
export const isManyCallers = (actor: Actor): boolean => actor === nobody || actor.visitor !== undefined;

/** A copy of the context with another actor and fresh loaders. */
export const actingAs = (ctx: Context, actor: Actor): Context => ({
  ...ctx,
  actor,
  loaders: createLoaders(ctx.sql, actor),
});
