import { grouped } from '../../../loaders/by-parent.ts';
import { indexPages } from '../../authoring/content/index-pages.ts';
import type { Context } from '../../core/context.ts';
import { listLinkedPages, listNames, type LinkedPage, type NamedSpec } from './queries.ts';

/** Number of pages read in one batch. */
const batchSize = 100;

/** Updates the search index of pages with blocks of a specification, after its parts changed. */
export async function indexSpecBlocks(ctx: Context, spec: NamedSpec, signal: AbortSignal): Promise<void> {
  for (let after: LinkedPage | null = null; ;) {
    const batch: LinkedPage[] = await listLinkedPages(
      ctx.sql,
      { organizationId: spec.organizationId, names: listNames(spec) },
      { after, limit: batchSize },
    );
    for (const [spaceId, pages] of grouped(batch, (page) => page.spaceId)) {
      signal.throwIfAborted();
      // One space at a time.
      await indexPages(
        ctx,
        spaceId,
        pages.map(({ id }) => id),
      );
    }
    after = batch.at(-1) ?? null;
    if (after === null || batch.length < batchSize) return;
  }
}
