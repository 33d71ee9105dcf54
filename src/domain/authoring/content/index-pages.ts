import { DomainError } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { transact } from '../../core/transact.ts';
import { indexChanges } from '../search-index/index-changes.ts';
import { lockSpaceContent } from './commit.ts';
import { listEntries } from './queries/entries.ts';
import { listSpecTextsToIndex } from './spec-blocks/index-texts.ts';

/** Indexes pages of the main content of a space, unless it has been deleted. */
export async function indexPages(outer: Context, spaceId: string, ids: readonly string[]): Promise<void> {
  try {
    await transact(
      outer,
      async (ctx) => {
        const { revisionId } = await lockSpaceContent(ctx, spaceId);
        const revision = await ctx.loaders.revision.load(revisionId);
        if (revision === null) return;
        const put = await listEntries(ctx.sql, revision, ids);
        const links = await Promise.all(put.map(({ id }) => ctx.loaders.contentLinks.load({ state: revision, id })));
        const toSpecs = links
          .flat()
          .flatMap(({ pageId, kind, targetId }) =>
            kind === 'openapi' && targetId !== null ? [{ pageId, slug: targetId }] : [],
          );
        const shown = await listSpecTextsToIndex(ctx, spaceId, { put, texts: [], toSpecs });
        await indexChanges(ctx, spaceId, { put, remove: [], texts: [], shown, again: true });
      },
      { timeoutMs: outer.config.IMPORT_TIMEOUT_MS },
    );
  } catch (error) {
    if (!(error instanceof DomainError) || error.type !== 'not_found') throw error;
  }
}
