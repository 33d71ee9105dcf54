import type { Context } from '../../core/context.ts';
import { transact } from '../../core/transact.ts';
import { takeDue } from './queries.ts';

/** Number of pages of which one transaction tells. */
const batchSize = 100;

/**
 * Emits an event for each page that has become due, once for each review date. Several processes may run it concurrently. Returns the number of
 * events.
 */
export async function tellDuePages(ctx: Context, signal: AbortSignal): Promise<number> {
  let told = 0;
  while (!signal.aborted) {
    // One batch after the other.
    const { taken, emitted } = await tellBatch(ctx);
    told += emitted;
    if (taken < batchSize) break;
  }
  return told;
}

const tellBatch = (outer: Context) =>
  transact(outer, async (ctx) => {
    const taken = await takeDue(ctx.sql, ctx.now(), batchSize);
    const present = taken.filter(({ title }) => title !== null);
    for (const { organizationId, spaceId, pageId: id, title: label, ownerId, reviewAt } of present)
      ctx.emit('page.review_due', { organizationId, spaceId, id, label }, { owner: ownerId, reviewAt });
    return { taken: taken.length, emitted: present.length };
  });
