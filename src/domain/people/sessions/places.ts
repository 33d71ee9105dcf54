import type { Context } from '../../core/context.ts';
import { wordsOfAgent } from './agents.ts';

/** Stores where a session was begun: what the client says of itself, and its address where addresses are kept. */
export async function storePlace(ctx: Pick<Context, 'db' | 'origin'>, tokenId: string): Promise<void> {
  const { userAgent, address } = ctx.origin;
  await ctx.db.sessionPlace.create({ data: { tokenId, address, ...wordsOfAgent(userAgent) } });
}
