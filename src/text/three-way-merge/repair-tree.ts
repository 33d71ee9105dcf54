import type { EntryState } from '../content/changes.ts';
import { conflictOf, type Conflict, type EntryVersions } from './conflict.ts';

type Report = (id: string, conflict: Conflict) => void;

interface Tree {
  readonly triples: ReadonlyMap<string, EntryVersions>;
  /** The merged entries. An entry that is missing is assumed to exist, without ancestors among the merged ones. */
  readonly entries: Map<string, EntryState | null>;
  readonly report: Report;
  /** Ids of pages moved to break a cycle, whose move must be reported as one conflict. */
  readonly moved: Set<string>;
}

/** Makes separately merged pages a valid tree: every parent exists, there is no cycle, and paths are unique. */
export function repairTree(
  triples: readonly EntryVersions[],
  entries: Map<string, EntryState | null>,
  report: Report,
): void {
  const known = new Map(triples.map((triple) => [triple.id, triple]));
  const tree: Tree = { triples: known, entries, report, moved: new Set() };
  const pages = [...entries.values()].flatMap((entry) => (entry?.kind === 'page' ? [entry.id] : []));
  // Moving a page back may close another cycle. The loop ends because each round reduces the number of moved pages.
  while (pages.some((id) => breakCycle(tree, id)));
  for (const id of pages) replaceDeletedParent(tree, id);
  separateSlugs(tree, pages);
  separatePositions(tree, pages);
}

const parentIdsOf = ({ base, main, changeRequest }: EntryVersions) => ({
  base: base?.parentId,
  main: main?.parentId,
  changeRequest: changeRequest?.parentId,
});

function put(tree: Tree, id: string, change: Partial<EntryState>) {
  const entry = tree.entries.get(id);
  if (entry) tree.entries.set(id, { ...entry, ...change });
}

/** The pages of a cycle that starts at a page; null when it is not its own ancestor. */
function findCycle({ entries }: Tree, start: string): string[] | null {
  const chain = new Set([start]);
  for (let id = entries.get(start)?.parentId; id !== null && id !== undefined; id = entries.get(id)?.parentId) {
    if (id === start) return [...chain];
    if (chain.has(id)) return null;
    chain.add(id);
  }
  return null;
}

/** Breaks a cycle of moves on both sides, by moving pages back to their positions in main content. */
function breakCycle(tree: Tree, id: string): boolean {
  const main = tree.triples.get(id)?.main;
  // Every cycle contains a page whose parent differs from main content.
  if (main && main.parentId === tree.entries.get(id)?.parentId) return false;
  const cycle = findCycle(tree, id);
  if (cycle === null) return false;
  const moved = cycle.filter((one) => {
    const there = tree.triples.get(one)?.main;
    return there && there.parentId !== tree.entries.get(one)?.parentId;
  });
  if (moved.length === 0) put(tree, id, { parentId: null });
  for (const one of moved) {
    const triple = tree.triples.get(one);
    if (!triple?.main) continue;
    const { parentId, position, slug } = triple.main;
    put(tree, one, { parentId, position, slug });
    tree.moved.add(one);
    tree.report(one, conflictOf('cycle', 'parent', parentIdsOf(triple)));
  }
  return true;
}

/** Moves a page whose parent was deleted to its nearest existing ancestor. */
function replaceDeletedParent(tree: Tree, id: string) {
  const { entries, triples, moved, report } = tree;
  const [entry, triple] = [entries.get(id), triples.get(id)];
  if (!entry || !triple || entry.parentId === null || entries.get(entry.parentId) !== null) return;
  put(tree, id, { parentId: nearestExisting(tree, entry.parentId), position: positionAfter(entry.position, id) });
  if (findCycle(tree, id)) put(tree, id, { parentId: null });
  if (!moved.has(id)) report(id, conflictOf('parent', 'parent', parentIdsOf(triple)));
}

/** Nearest existing ancestor of a deleted page; null for the top. */
function nearestExisting({ triples, entries }: Tree, start: string): string | null {
  const seen = new Set<string>();
  let id: string | null = start;
  while (id !== null && entries.get(id) === null) {
    if (seen.has(id)) return null;
    seen.add(id);
    const triple = triples.get(id);
    id = (triple?.base ?? triple?.main ?? triple?.changeRequest)?.parentId ?? null;
  }
  return id;
}

/** Groups pages with the same key, which must be unique. The page that has the key in main content comes first. */
function groupsWithSameKey(
  { entries, triples }: Tree,
  pages: readonly string[],
  keyOf: (entry: EntryState) => string | null,
) {
  const found = new Map<string, string[]>();
  for (const id of pages) {
    const entry = entries.get(id);
    const key = entry ? keyOf(entry) : null;
    if (key === null) continue;
    const main = triples.get(id)?.main;
    const isFromMain = main !== null && main !== undefined && keyOf(main) === key;
    const same = found.get(key) ?? [];
    found.set(key, isFromMain ? [id, ...same] : [...same, id]);
  }
  return [...found.values()].filter(({ length }) => length > 1);
}

function separateSlugs(tree: Tree, pages: readonly string[]) {
  const { entries, triples, report } = tree;
  const same = groupsWithSameKey(tree, pages, ({ parentId, slug }) =>
    slug === null ? null : `${parentId ?? ''} ${slug}`,
  );
  for (const id of same.flatMap(([, ...others]) => others)) {
    const [entry, triple] = [entries.get(id), triples.get(id)];
    if (!entry?.slug || !triple) continue;
    put(tree, id, { slug: `${entry.slug}-${suffixOf(id)}` });
    const slugs = { base: triple.base?.slug, main: triple.main?.slug, changeRequest: triple.changeRequest?.slug };
    report(id, conflictOf('slug', 'slug', slugs));
  }
}

/** Assigns distinct positions to pages that both sides put at the same position. */
function separatePositions(tree: Tree, pages: readonly string[]) {
  const same = groupsWithSameKey(tree, pages, ({ parentId, position }) => `${parentId ?? ''} ${position}`);
  for (const id of same.flatMap(([, ...others]) => others)) {
    const entry = tree.entries.get(id);
    if (entry) put(tree, id, { position: positionAfter(entry.position, id) });
  }
}

/** A unique position right after another one. A key of fractional-indexing must not end in its smallest digit. */
const positionAfter = (position: string, id: string) => `${position}V${suffixOf(id)}V`;

const suffixLength = 8;

/** The last letters and digits of an id, which are random. */
export const suffixOf = (id: string) =>
  id
    .replaceAll(/[^a-zA-Z0-9]/g, '')
    .slice(-suffixLength)
    .toLowerCase();
