import { LRUCache } from 'lru-cache';
import type { Context } from '../../core/context.ts';
import { countLinks, listRewritten, type LinkCounts } from './queries/links.ts';
import type { Revision } from './revisions.ts';

/** The numbers of the links of a revision. Its content never changes, nor does what a link of it leads to. */
const keptCounts = new LRUCache<string, LinkCounts>({ max: 10_000 });

/** The newest revision of a line whose links were counted. */
const newestCounted = new LRUCache<string, Revision>({ max: 10_000 });

/**
 * Counts the links of a revision or of one of its pages, by status. A count looks up the target of each link, so that of a revision is
 * kept, and that of a later one is made of it and of the pages that were rewritten since.
 */
export async function countLinksOf(ctx: Context, revision: Revision, pageId: string | null): Promise<LinkCounts> {
  if (pageId !== null) return countLinks(ctx.sql, revision, [pageId]);
  if (revision.hidden !== undefined) return countLinks(ctx.sql, revision, null);
  const kept = keptCounts.get(revision.id);
  if (kept) return kept;
  const counts = (await countFromEarlier(ctx, revision)) ?? (await countLinks(ctx.sql, revision, null));
  // A specification of the organization may come and go.
  if (counts.openapi === 0) keep(revision, counts);
  return counts;
}

function keep(revision: Revision, counts: LinkCounts): void {
  keptCounts.set(revision.id, counts);
  // A view of the past must not replace what is asked for most.
  if ((newestCounted.get(revision.line)?.seq ?? 0) <= revision.seq) newestCounted.set(revision.line, revision);
}

/** Null when no earlier revision was counted, or other links than those of rewritten pages may have changed since. */
async function countFromEarlier(ctx: Context, revision: Revision): Promise<LinkCounts | null> {
  const earlier = newestCounted.get(revision.line);
  const counts = earlier && keptCounts.get(earlier.id);
  // In a change request, a link may also be broken by what changes in main content.
  if (!counts || earlier.seq >= revision.seq || revision.baseSeq !== null) return null;
  const ids = await listRewritten(ctx.sql, earlier, revision);
  if (ids === null) return null;
  const [before, after] = await Promise.all([countLinks(ctx.sql, earlier, ids), countLinks(ctx.sql, revision, ids)]);
  const now = (status: keyof LinkCounts) => counts[status] - before[status] + after[status];
  return {
    total: now('total'),
    ok: now('ok'),
    broken: now('broken'),
    'in-app': now('in-app'),
    new: now('new'),
    openapi: now('openapi'),
  };
}
