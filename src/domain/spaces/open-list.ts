import { LRUCache } from 'lru-cache';
import { openAccess, type OpenAccessFacts } from '../../access/open-access.ts';
import { pageOf } from '../../db/keyset.ts';
import type { Page, PageRequest } from '../../lib/page.ts';
import type { Context } from '../context.ts';
import { openSpaces, spacesIdentity } from './queries.ts';
import type { Space } from './spaces.ts';

interface OpenFacts extends OpenAccessFacts {
  /** The number of all spaces. Null when the level of one hides it from somebody. */
  readonly total: number | null;
}

/** One row carries the facts. */
type OpenRow = Space & { readonly facts: OpenFacts | null };

/** Callers and organizations for which `openSpacesPage` found nothing lately. It only saves the attempt. */
const closed = new LRUCache<string, true>({ max: 10_000, ttl: 60_000 });

/**
 * The first page of the spaces of an organization that hides none of them from its members, with the count, by half the
 * work of the list that can tell which are hidden. The statement itself shows whether it may be used, so a change of
 * access counts at once. Null when it may not, and for other pages.
 */
export async function openSpacesPage(
  ctx: Context,
  organizationId: string,
  { after, first, backward, counted }: PageRequest,
): Promise<Page<Space> | null> {
  const { actor } = ctx;
  const isFirst = counted === true && after === null && backward !== true && first > 0;
  const key = `${actor.userId} ${organizationId}`;
  if (!isFirst || actor.integration || closed.has(key)) return null;
  const rows = await ctx.sql.rows<OpenRow>(openSpaces(actor, organizationId, first + 1));
  const total = withOpenAccess(rows);
  if (total === null) {
    closed.set(key, true);
    return null;
  }
  return pageOf<Space>(ctx, spacesIdentity(organizationId), {
    rows,
    first,
    after: null,
    count: () => Promise.resolve(total),
    positionOf: ({ createdAt, id }) => [createdAt, id],
  });
}

/** Adds the access of the caller to the rows, and returns the number of all spaces. Null when some may be hidden. */
function withOpenAccess(rows: readonly OpenRow[]): number | null {
  const facts = rows.find((row) => row.facts !== null)?.facts ?? null;
  const accessTo = facts === null || facts.total === null ? null : openAccess(facts);
  if (facts === null || accessTo === null) return null;
  for (const row of rows) Object.assign(row, accessTo(row));
  return facts.total;
}
