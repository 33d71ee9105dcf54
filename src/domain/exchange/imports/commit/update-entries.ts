import { isDeepStrictEqual } from 'node:util';
import type { ContentState } from '../../../../db/content/states.ts';
import { freeSlug, slugOf } from '../../../../lib/slugs.ts';
import type { ContentChanges, EntryState } from '../../../../text/content/changes.ts';
import type { ImportNote } from '../../../../text/imports/import-tree.ts';
import { importRefused } from '../../../../text/imports/refusal.ts';
import { isNamedByTitle } from '../../../../text/imports/tree/page-names.ts';
import { listChildPages, listDescendants, listEntries } from '../../../authoring/content/queries/entries.ts';
import type { Context } from '../../../core/context.ts';
import type { EarlierSource } from '../queries.ts';
import type { EarlierImport } from './earlier-import.ts';
import { placePages, type PlacedPage } from './place-pages.ts';
import type { SourceEntry } from './source-keys.ts';
import { sourceState, type SourceState } from '../../../../text/imports/source-state.ts';

/** What an import changed in the content that an earlier import of the same source had made. */
export interface ImportChanges {
  readonly added: number;
  readonly updated: number;
  readonly removed: number;
  readonly unchanged: number;
}

/** An import as it would be written on its own, to be turned into the changes of an earlier one. */
interface UpdateInput {
  readonly head: ContentState;
  readonly earlier: EarlierImport;
  /** The entries of the import, with their sources. */
  readonly sources: readonly SourceEntry[];
  readonly changes: Pick<ContentChanges, 'put' | 'links'>;
  /** Whether most pages may go, because the changes can be reviewed before they count. */
  readonly mayEmpty: boolean;
}

export interface Update {
  readonly put: readonly EntryState[];
  readonly remove: readonly string[];
  readonly links: ContentChanges['links'];
  readonly counts: ImportChanges;
  readonly warnings: readonly ImportNote[];
}

/**
 * The changes that make the entries of an earlier import those of this one. A member that the source has not changed stays as it
 * is in the space, and one that it has changed is that of the source. Entries whose sources have gone are removed. Throws
 * import_refused when most of the pages would go from main content.
 */
export async function updateEntries(ctx: Context, input: UpdateInput): Promise<Update> {
  const { head, earlier, sources, changes } = input;
  const known = new Map([...earlier.sources.values()].map((source) => [source.entryId, source]));
  const warnings: ImportNote[] = [];
  const wanted = new Map(changes.put.map((entry) => [entry.id, entry]));
  // Entries that no source has, such as the variables of the space.
  const present = new Map((await listEntries(ctx.sql, head, [...wanted.keys()])).map((entry) => [entry.id, entry]));
  const merged = new Map(
    changes.put.map((entry) => {
      const source = known.get(entry.id);
      return [entry.id, source ? mergeEntry(source, entry, warnings) : entry] as const;
    }),
  );
  const gone = [...known.values()].filter(({ entryId }) => !wanted.has(entryId));
  const remove = await removable(ctx, { head, gone, merged, warnings });
  if (!input.mayEmpty) requireMostPages(known, remove);
  const placed = await place(ctx, { head, sources, known, merged, remove });
  const isNew = (id: string | null) => id !== null && wanted.has(id) && !present.has(id);
  const toNew = new Set(changes.links.flatMap(({ pageId, targetId }) => (isNew(targetId) ? [pageId] : [])));
  const changed = placed.filter((entry) => !isDeepStrictEqual(entry, plain(present.get(entry.id))));
  const changedIds = new Set(changed.map(({ id }) => id));
  const put = placed.filter(({ id }) => changedIds.has(id) || toNew.has(id));
  const isImported = ({ id, documentId }: EntryState) => documentId === wanted.get(id)?.documentId;
  const withLinks = new Set(put.filter(isImported).map(({ id }) => id));
  const added = changed.filter(({ id }) => !present.has(id)).length;
  // The variables of the space come from no one source.
  const counts = {
    added,
    updated: changed.length - added,
    removed: remove.length,
    unchanged: placed.length - changed.length,
  };
  return { put, remove, links: changes.links.filter(({ pageId }) => withLinks.has(pageId)), counts, warnings };
}

const plain = (entry: EntryState | undefined) => entry && { ...entry };

/** Takes from the source what it has changed since it was imported. */
export function mergeEntry(
  { key, state, present }: KnownSource,
  entry: EntryState,
  warnings: ImportNote[],
): EntryState {
  const [then, now] = [state, sourceState(entry)];
  const names = (Object.keys(now) as (keyof SourceState)[]).filter(
    (name) => !isDeepStrictEqual(now[name], then[name]) && !(name === 'slug' && keepsAddress(key, then, now)),
  );
  const isOverwritten =
    names.includes('documentId') && present.documentId !== then.documentId && present.documentId !== now.documentId;
  if (isOverwritten)
    warnings.push({ key, reason: 'was changed in the space and in the source, and has the text of the source' });
  return { ...present, ...Object.fromEntries(names.map((name) => [name, now[name]])) };
}

/** Whether a title that was given in the space, and written into the source, would change an address that the space has kept. */
function keepsAddress(key: string, then: SourceState, now: SourceState): boolean {
  if (!isNamedByTitle(key) || now.title !== then.title || now.slug === null) return false;
  return now.slug.replace(/-\d+$/, '') === slugOf(now.title).replace(/-\d+$/, '');
}

type KnownSource = EarlierSource & { readonly present: EntryState };

interface Removal {
  readonly head: ContentState;
  readonly gone: readonly KnownSource[];
  readonly merged: ReadonlyMap<string, EntryState>;
  readonly warnings: ImportNote[];
}

/** Lists the entries to remove. A page stays while one that stays is below it. */
async function removable(ctx: Context, { head, gone, merged, warnings }: Removal): Promise<string[]> {
  const ids = new Set(gone.map(({ entryId }) => entryId));
  const parents = new Map(gone.map(({ entryId, present }) => [entryId, present.parentId]));
  const below = await listDescendants(ctx.sql, head, [...ids]);
  for (const { id, parentId } of below) if (!parents.has(id)) parents.set(id, parentId);
  const stays = new Set<string>();
  const keepAbove = (start: string | null) => {
    for (let id = start; id !== null && !stays.has(id); id = parents.get(id) ?? null) stays.add(id);
  };
  for (const { id, parentId } of below) if (!ids.has(id) && !merged.has(id)) keepAbove(parentId);
  for (const { parentId } of merged.values()) if (parentId !== null && ids.has(parentId)) keepAbove(parentId);
  for (const { entryId, key } of gone)
    if (stays.has(entryId))
      warnings.push({ key, reason: 'has gone from the source, and stays because another page stands below it' });
  return [...ids].filter((id) => !stays.has(id));
}

/** Number of pages from which an update is refused that removes most of them. */
const manyPages = 10;

function requireMostPages(known: ReadonlyMap<string, KnownSource>, remove: readonly string[]): void {
  const pages = [...known.values()].filter(({ kind }) => kind === 'page').length;
  const removed = remove.filter((id) => known.get(id)?.kind === 'page').length;
  if (pages < manyPages || removed * 2 <= pages) return;
  throw importRefused(
    `The update would remove ${removed} of ${pages} pages. Import into a change request to review it, if that is meant`,
  );
}

interface Placement {
  readonly head: ContentState;
  readonly sources: readonly SourceEntry[];
  readonly known: ReadonlyMap<string, KnownSource>;
  readonly merged: ReadonlyMap<string, EntryState>;
  readonly remove: readonly string[];
}

/** Gives pages their positions, and slugs that no sibling has. */
async function place(ctx: Context, { head, sources, known, merged, remove }: Placement): Promise<EntryState[]> {
  const gone = new Set(remove);
  const parentIds = [...new Set([...merged.values()].filter(isPage).map(({ parentId }) => parentId))];
  const siblings = (await listChildPages(ctx.sql, head, parentIds)).filter(({ id }) => !gone.has(id));
  const pagesBelow = groupByParent(sources.flatMap((source) => findPlaced(source, { known, merged })));
  const siblingsBelow = groupByParent(siblings);
  const placed = new Map(
    parentIds.flatMap((parentId) => placePages(pagesBelow.get(parentId) ?? [], siblingsBelow.get(parentId) ?? [])),
  );
  const slugs = new Map(
    parentIds.map((parentId) => {
      const others = (siblingsBelow.get(parentId) ?? []).filter(({ id }) => !merged.has(id));
      return [parentId, new Set(others.flatMap(({ slug }) => (slug === null ? [] : [slug])))] as const;
    }),
  );
  // Pages that keep their slug come first.
  const keepsSlug = (entry: EntryState) => {
    const present = known.get(entry.id)?.present;
    return present?.slug === entry.slug && present?.parentId === entry.parentId;
  };
  const free = new Map<string, string>();
  for (const entry of [...merged.values()].toSorted(
    (one, other) => Number(keepsSlug(other)) - Number(keepsSlug(one)),
  )) {
    if (!isPage(entry) || entry.slug === null) continue;
    const siblingSlugs = slugs.get(entry.parentId) ?? new Set<string>();
    const slug = freeSlug(entry.slug, siblingSlugs);
    siblingSlugs.add(slug);
    free.set(entry.id, slug);
  }
  return [...merged.values()].map((entry) => ({
    ...entry,
    position: placed.get(entry.id) ?? entry.position,
    slug: free.get(entry.id) ?? entry.slug,
  }));
}

function groupByParent<Page extends Pick<EntryState, 'parentId'>>(pages: readonly Page[]): Map<string | null, Page[]> {
  const groups = new Map<string | null, Page[]>();
  for (const page of pages) {
    const group = groups.get(page.parentId) ?? [];
    groups.set(page.parentId, group);
    group.push(page);
  }
  return groups;
}

/** A source as a page below its parent; none for the sources of other entries. */
function findPlaced(
  { kind, entryId: id, place: order }: SourceEntry,
  { known, merged }: Pick<Placement, 'known' | 'merged'>,
): (PlacedPage & Pick<EntryState, 'parentId'>)[] {
  const entry = merged.get(id);
  if (kind !== 'page' || !entry) return [];
  const { parentId } = entry;
  const former = known.get(id);
  const isHere = former?.present.parentId === parentId;
  return [{ id, parentId, order, former: isHere ? { place: former.place, position: former.present.position } : null }];
}

const isPage = ({ kind }: EntryState) => kind === 'page';
