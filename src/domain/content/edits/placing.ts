import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';
import { failure, invalid } from '../../../lib/errors.ts';
import type { EntryState } from '../changes.ts';
import type { Sibling } from '../entries.ts';
import { freeSlug } from '../slugs.ts';
import { treeTooDeep } from '../tree-depth.ts';
import { entryOf, heightOf, parentOf, requireEntry, setEntry, siblingsAt, type Draft } from './draft.ts';
import { maxTreeDepth } from './fields.ts';

/** Where a page goes. */
export interface Destination {
  readonly parentId: string | null;
  /** Index among the siblings without the page itself; the end when it is undefined or too large. */
  readonly at: number | undefined;
  /** Whether the caller chose the slug: another is not taken for it. */
  readonly ownSlug: boolean;
  /** Where in the request the page is spoken of. */
  readonly path: string;
}

/** Puts a page, as it shall be otherwise, in its place. Throws already_exists, validation_failed. */
export function placePage(draft: Draft, page: EntryState, { parentId, at, ownSlug, path }: Destination): void {
  liftPage(draft, page.id);
  const siblings = siblingsAt(draft, parentId);
  const slug = page.slug === null ? null : slugAmong(siblings, page.slug, ownSlug ? `${path}.slug` : null);
  const index = Math.min(at ?? siblings.length, siblings.length);
  const position = makeRoom(draft, siblings, index);
  setEntry(draft, page.id, { ...page, parentId, position, slug });
  siblings.splice(index, 0, { id: page.id, position, slug });
}

/** Takes a page out of the siblings it stands among. */
export function liftPage(draft: Draft, id: string): void {
  const present = entryOf(draft, id);
  const siblings = present && draft.siblings.get(present.parentId ?? '');
  const index = siblings?.findIndex((sibling) => sibling.id === id) ?? -1;
  if (index >= 0) siblings?.splice(index, 1);
}

/** A slug that no sibling has; `explicit` is where the caller asked for this very one. */
export function slugAmong(siblings: readonly Sibling[], slug: string, explicit: string | null): string {
  const taken = new Set(siblings.map((sibling) => sibling.slug));
  if (explicit === null) return freeSlug(slug, taken);
  if (!taken.has(slug)) return slug;
  throw failure('already_exists', `A page beside it has the slug "${slug}" already`, {
    details: [{ path: explicit, rule: 'unique', message: `"${slug}" is taken` }],
  });
}

/**
 * The order key for a new sibling at an index. Two lines of history may have given out the same key; those after the
 * index that share it get new ones then.
 */
function makeRoom(draft: Draft, siblings: Sibling[], index: number): string {
  const low = siblings[index - 1]?.position ?? null;
  const high = siblings[index]?.position ?? null;
  if (low === null || high === null || low < high) return generateKeyBetween(low, high);
  const end = siblings.findIndex(({ position }, at) => at >= index && position > low);
  const tied = siblings.slice(index, end < 0 ? undefined : end);
  const [first = '', ...keys] = generateNKeysBetween(low, siblings[end]?.position ?? null, tied.length + 1);
  tied.forEach((sibling, offset) => {
    const entry = entryOf(draft, sibling.id);
    const position = keys[offset] ?? '';
    if (entry === null) throw new Error(`The page ${sibling.id}, which shares its order key, was not read`);
    setEntry(draft, sibling.id, { ...entry, position });
    siblings[index + offset] = { ...sibling, position };
  });
  return first;
}

/** The page to be put under, by the caller's id or name; null for the top. Throws reference_not_found, validation_failed. */
export function destinationOf(draft: Draft, into: string | null, page: Pick<EntryState, 'id' | 'type'>, path: string) {
  const place = `${path}.into`;
  if (into === null) return null;
  const parent = requireEntry(draft, 'page', into, place);
  const obstacle = obstacleTo(draft, page, parent);
  if (obstacle !== null) throw invalid(place, obstacle, 'tree');
  return parent.id;
}

/** Why a page cannot be under another; null when it can. */
export function obstacleTo(draft: Draft, page: Pick<EntryState, 'id' | 'type'>, parent: EntryState): string | null {
  if (page.type === 'group') return 'A group stands at the top of the tree';
  if (parent.type === 'link') return 'A link has no pages below it';
  if (parent.attributes.computed) return 'A computed page makes the pages below it';
  const above = ancestorsOf(draft, parent.id);
  if (above.includes(page.id)) return 'A page cannot be put under itself';
  const isTooDeep = above.length + heightOf(draft, page.id) > maxTreeDepth;
  return isTooDeep ? treeTooDeep : null;
}

/** A page and all above it. */
function ancestorsOf(draft: Draft, id: string): string[] {
  const found = [id];
  for (let up = parentOf(draft, id); up !== null && found.length <= maxTreeDepth; up = parentOf(draft, up))
    found.push(up);
  return found;
}
