import { LRUCache } from 'lru-cache';
import { openAccess, type OpenAccessFacts } from '../../../access/open-access.ts';
import { pageOf } from '../../../db/keyset.ts';
import type { Sql } from '../../../db/sql.ts';
import type { Actor } from '../../../access/actor.ts';
import type { Page, PageRequest } from '../../../lib/page.ts';
import { sharedReads } from '../../../lib/shared-reads.ts';
import type { Context } from '../../core/context.ts';
import { openSpaces, spacesIdentity } from './queries.ts';
import type { Space } from './spaces.ts';

interface OpenFacts extends OpenAccessFacts {
  /** Number of all spaces; null when one of them may be hidden from a member. */
  readonly total: number | null;
}

/** A space, or the facts. */
type OpenRow = (Space & { readonly facts: null }) | { readonly facts: OpenFacts };

/** A list that a request asks for. */
interface ListRequest {
  readonly reader: Sql;
  readonly organizationId: string;
  readonly limit: number;
}

/** All spaces of an organization counted, the newest of them with the caller's access. */
interface OpenSpaces {
  readonly spaces: readonly Space[];
  readonly total: number;
}

/** Reads a list. Null when it may hide spaces from the caller. */
async function readSpaces(actor: Actor, { reader, organizationId, limit }: ListRequest): Promise<OpenSpaces | null> {
  const rows = await reader.rows<OpenRow>(openSpaces(actor, organizationId, limit));
  const facts = rows.find((row) => row.facts !== null)?.facts;
  const total = facts?.total ?? null;
  const accessTo = facts && openAccess(facts);
  if (total === null || !accessTo) return null;
  const spaces = rows.filter((row) => row.facts === null);
  // In place: these rows are nobody else's, and copying them would take as long as the rest of the request.
  for (const space of spaces) Object.assign(space, accessTo(space));
  return { spaces: spaces.sort(newestFirst), total };
}

const keyOf = ({ organizationId, limit }: ListRequest) => `${limit} ${organizationId}`;

/**
 * The lists by `keyOf`. Requests of one token that ask for the same list while another is read share its statement and
 * its rows, as the page of a dashboard or a server that renders for many visitors sends them.
 */
const readTogether = sharedReads(async (actor: Actor, requests: readonly ListRequest[]) => {
  const lists = [...new Map(requests.map((list) => [keyOf(list), list])).entries()];
  return new Map(await Promise.all(lists.map(async ([key, list]) => [key, await readSpaces(actor, list)] as const)));
}, 100);

/**
 * Negative cache of callers and organizations for which `openSpacesPage` recently returned null. It only avoids the
 * attempt.
 */
const notOpen = new LRUCache<string, true>({ max: 10_000, ttl: 60_000 });

/**
 * Reads the first page of the spaces of an organization that hides none from its members, with their number. Costs half
 * of the general list, which checks access per space. The statement itself verifies that it applies, so a change of
 * access has immediate effect. Null when it does not apply, and for other pages.
 */
export async function openSpacesPage(
  ctx: Context,
  organizationId: string,
  { after, first, backward, counted }: PageRequest,
): Promise<Page<Space> | null> {
  const { actor } = ctx;
  const isFirst = counted === true && after === null && backward !== true && first > 0;
  const key = `${actor.userId} ${organizationId}`;
  if (!isFirst || actor.integration || notOpen.has(key)) return null;
  const request = { reader: ctx.sql, organizationId, limit: first + 1 };
  // A transaction sees what it has written, so it reads alone.
  const open = ctx.sql.onWrite
    ? await readSpaces(actor, request)
    : (await readTogether(actor, request)).get(keyOf(request));
  if (!open) {
    notOpen.set(key, true);
    return null;
  }
  const { spaces, total } = open;
  return pageOf<Space>(ctx, spacesIdentity(organizationId, {}), {
    rows: spaces,
    first,
    after: null,
    count: () => Promise.resolve(total),
    positionOf: ({ createdAt, id }) => [createdAt, id],
  });
}

/** The order of the list. Timestamps and ids sort as texts. */
const newestFirst = (left: Space, right: Space) =>
  left.createdAt === right.createdAt ? compare(right.id, left.id) : compare(right.createdAt, left.createdAt);

const compare = (left: string, right: string) => (left < right ? -1 : 1);
