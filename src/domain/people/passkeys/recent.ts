import { failure } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { recentMs } from './fields.ts';

/** Throws reauthentication_required unless the token is a session that a passkey has begun within the last ten minutes. */
export async function requireRecentSignIn(ctx: Pick<Context, 'actor' | 'loaders' | 'now'>): Promise<void> {
  const token = await ctx.loaders.token.load(ctx.actor.tokenId);
  // The session of a provider is limited to its organization, and that of a passkey to none.
  const isByPasskey = token?.kind === 'session' && token.organizationId === null;
  if (isByPasskey && ctx.now().getTime() - Date.parse(token.createdAt) <= recentMs) return;
  throw failure(
    'reauthentication_required',
    'Sign in by a passkey again: this needs a session of at most ten minutes. Without a passkey, ask an instance admin for a link.',
  );
}
