import type { EntryState } from '../content/changes.ts';
import { conflictOf, type Conflict, type Triple } from './conflict.ts';

type Report = (id: string, conflict: Conflict) => void;

interface Tree {
  readonly triples: ReadonlyMap<string, Triple>;
  /** What is merged so far. What is not in here counts as there, and as having no ancestor in here. */
  readonly entries: Map<string, EntryState | null>;
  readonly report: Report;
  /** Pages that were put elsewhere already, so that one trouble is told once. */
  readonly placed: Set<string>;
}

/** Makes a tree of pages that were merged one by one: every parent there, none below itself, no path twice. */
export function repairTree(triples: readonly Triple[], entries: Map<string, EntryState | null>, report: Report): void {
  const known = new Map(triples.map((triple) => [triple.id, triple]));
  const tree: Tree = { triples: known, entries, report, placed: new Set() };
  const pages = [...entries.values()].flatMap((entry) => (entry?.kind === 'page' ? [entry.id] : []));
  // Taking a page back to its place may close another circle; each time one page fewer is elsewhere.
  while (pages.some((id) => breakCycle(tree, id)));
  for (const id of pages) keepParent(tree, id);
  separateSlugs(tree, pages);
  separatePositions(tree, pages);
}

const placeValues = ({ base, main, changeRequest }: Triple) => ({
  base: base?.parentId,
  main: main?.parentId,
  changeRequest: changeRequest?.parentId,
});

function put(tree: Tree, id: string, change: Partial<EntryState>) {
  const entry = tree.entries.get(id);
  if (entry) tree.entries.set(id, { ...entry, ...change });
}

/** The pages from one up to itself again; null for one that is not below itself. */
function circleOf({ entries }: Tree, start: string): string[] | null {
  const chain = new Set([start]);
  for (let id = entries.get(start)?.parentId; id !== null && id !== undefined; id = entries.get(id)?.parentId) {
    if (id === start) return [...chain];
    if (chain.has(id)) return null;
    chain.add(id);
  }
  return null;
}

/** Pages that both sides moved below each other go where main content has them. */
function breakCycle(tree: Tree, id: string): boolean {
  const main = tree.triples.get(id)?.main;
  // In every circle there is a page that is not where main content has it.
  if (main && main.parentId === tree.entries.get(id)?.parentId) return false;
  const circle = circleOf(tree, id);
  if (circle === null) return false;
  const moved = circle.filter((one) => {
    const there = tree.triples.get(one)?.main;
    return there && there.parentId !== tree.entries.get(one)?.parentId;
  });
  if (moved.length === 0) put(tree, id, { parentId: null });
  for (const one of moved) {
    const triple = tree.triples.get(one);
    if (!triple?.main) continue;
    const { parentId, position, slug } = triple.main;
    put(tree, one, { parentId, position, slug });
    tree.placed.add(one);
    tree.report(one, conflictOf('cycle', 'parent', placeValues(triple)));
  }
  return true;
}

/** A page whose parent is gone goes under the nearest ancestor that is there. */
function keepParent(tree: Tree, id: string) {
  const { entries, triples, placed, report } = tree;
  const [entry, triple] = [entries.get(id), triples.get(id)];
  if (!entry || !triple || entry.parentId === null || entries.get(entry.parentId) !== null) return;
  put(tree, id, { parentId: nearestThere(tree, entry.parentId), position: apart(entry.position, id) });
  if (circleOf(tree, id)) put(tree, id, { parentId: null });
  if (!placed.has(id)) report(id, conflictOf('parent', 'parent', placeValues(triple)));
}

/** The first that is there, from a page that is gone up to where it was; null for the top. */
function nearestThere({ triples, entries }: Tree, start: string): string | null {
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

/** Pages by a key that only one may have: those that main content has there first. */
function byKey({ entries, triples }: Tree, pages: readonly string[], keyOf: (entry: EntryState) => string | null) {
  const found = new Map<string, string[]>();
  for (const id of pages) {
    const entry = entries.get(id);
    const key = entry ? keyOf(entry) : null;
    if (key === null) continue;
    const main = triples.get(id)?.main;
    const isMains = main !== null && main !== undefined && keyOf(main) === key;
    const same = found.get(key) ?? [];
    found.set(key, isMains ? [id, ...same] : [...same, id]);
  }
  return [...found.values()].filter(({ length }) => length > 1);
}

function separateSlugs(tree: Tree, pages: readonly string[]) {
  const { entries, triples, report } = tree;
  const same = byKey(tree, pages, ({ parentId, slug }) => (slug === null ? null : `${parentId ?? ''} ${slug}`));
  for (const id of same.flatMap(([, ...others]) => others)) {
    const [entry, triple] = [entries.get(id), triples.get(id)];
    if (!entry?.slug || !triple) continue;
    put(tree, id, { slug: `${entry.slug}-${suffixOf(id)}` });
    const slugs = { base: triple.base?.slug, main: triple.main?.slug, changeRequest: triple.changeRequest?.slug };
    report(id, conflictOf('slug', 'slug', slugs));
  }
}

/** Two pages that came into the same gap stand in it one after the other: an order key is given once. */
function separatePositions(tree: Tree, pages: readonly string[]) {
  const same = byKey(tree, pages, ({ parentId, position }) => `${parentId ?? ''} ${position}`);
  for (const id of same.flatMap(([, ...others]) => others)) {
    const entry = tree.entries.get(id);
    if (entry) put(tree, id, { position: apart(entry.position, id) });
  }
}

/** Right after an order key, and equal to none; a key may not end in its least digit. */
const apart = (position: string, id: string) => `${position}V${suffixOf(id)}V`;

const suffixLength = 8;

/** Letters and digits of an id that are its own. */
export const suffixOf = (id: string) =>
  id
    .replaceAll(/[^a-zA-Z0-9]/g, '')
    .slice(-suffixLength)
    .toLowerCase();
