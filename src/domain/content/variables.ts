import type { Context } from '../context.ts';
import type { Revision } from './revisions.ts';

/** The id of the one entry that holds the variables of a space; no slug is like it. */
export const variablesId = '/variables';

/** The variables of the space in a revision: name → value. */
export async function variablesOfSpace(ctx: Context, revision: Revision): Promise<Readonly<Record<string, string>>> {
  const attributes = await ctx.loaders.contentAttributes.load({ state: revision, id: variablesId });
  return attributes?.variables ?? {};
}
