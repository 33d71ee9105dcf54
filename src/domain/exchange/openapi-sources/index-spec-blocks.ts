import { grouped } from '../../../loaders/by-parent.ts';
import { lockSpaceContent } from '../../authoring/content/commit.ts';
import { listEntries } from '../../authoring/content/queries/entries.ts';
import { listSpecTextsToIndex } from '../../authoring/content/spec-blocks/index-texts.ts';
import type { Context } from '../../core/context.ts';
import { indexChanges } from '../../authoring/search-index/index-changes.ts';
import { transact } from '../../core/transact.ts';
import { listLinkedPages, namesOf, type LinkedPage, type NamedSpec } from './queries.ts';
import { DomainError } from '../../../lib/errors.ts';

/** Number of pages read in one batch. */
const batchSize = 100;

/** Updates the search index of pages with blocks of a specification, after its parts changed. */
export async function indexSpecBlocks(ctx: Context, spec: NamedSpec, signal: AbortSignal): Promise<void> {
  for (let after: LinkedPage | null = null; ;) {
    // oxlint-disable-next-line no-await-in-loop
    const batch: LinkedPage[] = await listLinkedPages(
      ctx.sql,
      { organizationId: spec.organizationId, names: namesOf(spec) },
      { after, limit: batchSize },
    );
    for (const [spaceId, pages] of grouped(batch, (page) => page.spaceId)) {
      signal.throwIfAborted();
      // oxlint-disable-next-line no-await-in-loop -- one space at a time
      await indexSpace(
        ctx,
        spaceId,
        pages.map(({ id }) => id),
      );
    }
    after = batch.at(-1) ?? null;
    if (after === null || batch.length < batchSize) return;
  }
}

/** Indexes pages of the main content of a space, unless it has been deleted. */
async function indexSpace(outer: Context, spaceId: string, ids: readonly string[]): Promise<void> {
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
