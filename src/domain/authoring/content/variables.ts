import { LRUCache } from 'lru-cache';
import type { Context } from '../../core/context.ts';
import type { PageAttributes } from '../../../text/content/fields.ts';
import type { ContentState } from '../../../db/content/states.ts';

/** The id of the entry that holds the variables of a space. Contains a slash, so that no slug equals it. */
export const variablesId = '/variables';

/** Reads the variables of the space in a revision. */
export async function variablesOfSpace(
  ctx: Context,
  revision: ContentState,
): Promise<Readonly<Record<string, string>>> {
  const known = ctx.actor.visitor ? cachedVariables.get(revision.id) : undefined;
  if (known) return known;
  const attributes = await ctx.loaders.contentAttributes.load({ state: revision, id: variablesId });
  const variables = (attributes as PageAttributes | null)?.variables ?? {};
  if (ctx.actor.visitor) cachedVariables.set(revision.id, variables);
  return variables;
}

/** Caches the variables of published revisions, which are immutable. */
const cachedVariables = new LRUCache<string, Readonly<Record<string, string>>>({ max: 1_000 });
