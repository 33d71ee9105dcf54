import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';
import { failure, invalid } from '../../../../lib/errors.ts';
import type { EntryState } from '../../../../text/content/changes.ts';
import type { Sibling } from '../queries/entries.ts';
import { freeSlug } from '../../../../lib/slugs.ts';
import { treeTooDeep } from '../tree-depth.ts';
import { findEntry, measureHeight, findParent, requireEntry, setEntry, siblingsAt, type Draft } from './draft.ts';
import { maxTreeDepth } from '../../../../text/content/edit-fields.ts';

/** Where a page is placed. */
export interface Destination {
  readonly parentId: string | null;
  /** Index among the other siblings; the end when omitted or too large. */
  readonly at: number | undefined;
  /** Whether the caller chose the slug. A chosen slug is never changed to a free one. */
  readonly ownSlug: boolean;
  /** Path of the operation in the request, for errors. */
  readonly path: string;
}

/**
 * Places a page among its siblings: assigns a free slug and an order key. A page that is there already keeps its key. Throws
 * already_exists.
 */
export function placePage(draft: Draft, page: EntryState, { parentId, at, ownSlug, path }: Destination): void {
  const siblings = siblingsAt(draft, parentId);
  const former = siblings.findIndex(({ id }) => id === page.id);
  const formerPosition = siblings[former]?.position;
  detachPage(draft, page.id);
  const slug = page.slug === null ? null : uniqueSlug(siblings, page.slug, ownSlug ? `${path}.slug` : null);
  const index = Math.min(at ?? siblings.length, siblings.length);
  const position = formerPosition !== undefined && index === former ? formerPosition : makeRoom(draft, siblings, index);
  setEntry(draft, page.id, { ...page, parentId, position, slug });
  siblings.splice(index, 0, { id: page.id, position, slug });
}

/** Removes a page from its list of siblings. */
export function detachPage(draft: Draft, id: string): void {
  const present = findEntry(draft, id);
  const siblings = present && draft.siblings.get(present.parentId ?? '');
  const index = siblings?.findIndex((sibling) => sibling.id === id) ?? -1;
  if (index >= 0) siblings?.splice(index, 1);
}

/**
 * Makes a slug unique among siblings. `explicit` is the path of a slug in the request that the caller chose and that
 * must not change; then throws already_exists.
 */
export function uniqueSlug(siblings: readonly Sibling[], slug: string, explicit: string | null): string {
  const taken = new Set(siblings.map((sibling) => sibling.slug));
  if (explicit === null) return freeSlug(slug, taken);
  if (!taken.has(slug)) return slug;
  throw failure('already_exists', `A sibling page already has the slug "${slug}"`, {
    details: [{ path: explicit, rule: 'unique', message: `"${slug}" is taken` }],
  });
}

/**
 * Returns an order key for a new sibling at an index. Siblings after the index with the same key get new ones: main
 * content and a change request may have assigned the key independently.
 */
function makeRoom(draft: Draft, siblings: Sibling[], index: number): string {
  const low = siblings[index - 1]?.position ?? null;
  const high = siblings[index]?.position ?? null;
  if (low === null || high === null || low < high) return generateKeyBetween(low, high);
  const end = siblings.findIndex(({ position }, at) => at >= index && position > low);
  const tied = siblings.slice(index, end < 0 ? undefined : end);
  const [first = '', ...keys] = generateNKeysBetween(low, siblings[end]?.position ?? null, tied.length + 1);
  tied.forEach((sibling, offset) => {
    const entry = findEntry(draft, sibling.id);
    const position = keys[offset] ?? '';
    if (entry === null) throw new Error(`The page ${sibling.id}, which shares an order key, was not read`);
    setEntry(draft, sibling.id, { ...entry, position });
    siblings[index + offset] = { ...sibling, position };
  });
  return first;
}

/** Resolves the id or ref of a new parent; null for the top. Throws reference_not_found, validation_failed. */
export function findDestination(
  draft: Draft,
  into: string | null,
  page: Pick<EntryState, 'id' | 'type'>,
  path: string,
) {
  const intoPath = `${path}.into`;
  if (into === null) return null;
  const parent = requireEntry(draft, 'page', into, intoPath);
  const obstacle = placementProblem(draft, page, parent);
  if (obstacle !== null) throw invalid(intoPath, obstacle, 'tree');
  return parent.id;
}

/** The reason why a page cannot be placed below another; null when it can. */
export function placementProblem(
  draft: Draft,
  page: Pick<EntryState, 'id' | 'type'>,
  parent: EntryState,
): string | null {
  if (page.type === 'group') return 'A group must be at the top of the tree';
  if (parent.type === 'link') return 'A link page cannot have pages below it';
  if (parent.attributes.computed) return 'The pages below a computed page are generated and cannot be edited';
  const above = listAncestors(draft, parent.id);
  if (above.includes(page.id)) return 'A page cannot be placed below itself';
  const isTooDeep = above.length + measureHeight(draft, page.id) > maxTreeDepth;
  return isTooDeep ? treeTooDeep : null;
}

/** A page and all its ancestors. */
function listAncestors(draft: Draft, id: string): string[] {
  const found = [id];
  for (let up = findParent(draft, id); up !== null && found.length <= maxTreeDepth; up = findParent(draft, up))
    found.push(up);
  return found;
}
