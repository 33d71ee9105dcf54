import { makeTexts } from '../../authoring/content/made-texts.ts';
import { findPage } from '../../authoring/content/pages.ts';
import type { Revision } from '../../authoring/content/revisions.ts';
import type { Context } from '../../core/context.ts';
import { listLongPages, listNames, type NamedSpec } from './queries.ts';

/** Most pages that are made, and the characters after which no further one is: what is made is kept in memory beside that of others. */
const maxPages = 20;
const maxCharacters = 3_000_000;

/**
 * Makes the texts of the longest published pages with blocks of a specification, so that their first readers do not wait for them. A page that
 * cannot be made is left to its readers.
 */
export async function makeSpecPages(ctx: Context, spec: NamedSpec, signal: AbortSignal): Promise<void> {
  const key = { organizationId: spec.organizationId, names: listNames(spec) };
  let characters = 0;
  for (const { spaceId, id } of await listLongPages(ctx.sql, key, maxPages)) {
    signal.throwIfAborted();
    if (characters >= maxCharacters) return;
    characters += await makePage(ctx, spaceId, id);
  }
}

async function makePage(ctx: Context, spaceId: string, id: string): Promise<number> {
  try {
    const space = await ctx.loaders.space.load(spaceId);
    const revision = space && ((await ctx.loaders.revision.load(space.revisionId)) as Revision | null);
    const page = revision && (await findPage(ctx, revision, id));
    return page ? await makeTexts(ctx, page) : 0;
  } catch (error) {
    ctx.log.warn({ err: error, spaceId, page: id }, 'A page with blocks of a specification was not made');
    return 0;
  }
}
