import { isDeepStrictEqual } from 'node:util';
import type { ContentState } from '../../../../db/content/states.ts';
import { conflict } from '../../../../lib/errors.ts';
import { storedTextOf, type EntryKind, type EntryState } from '../../../../text/content/changes.ts';
import { walkPages, type ImportTree } from '../../../../text/imports/import-tree.ts';
import { findRenames } from '../../../../text/imports/renames.ts';
import type { ContentOwner } from '../../../authoring/content/commit.ts';
import { listEntries } from '../../../authoring/content/queries/entries.ts';
import { insertRows } from '../../../authoring/content/queries/insert-rows.ts';
import type { Context } from '../../../core/context.ts';
import { deleteSources, listEarlierSources, listSourcesOfLine, type EarlierSource } from '../queries.ts';
import { pageKeys, type SourceEntry } from './source-keys.ts';
import { sourceState } from '../../../../text/imports/source-state.ts';

/** An earlier import of the same source, whose entries an import updates. */
export interface EarlierImport {
  readonly importId: string;
  /** Its sources, with the present state of their entries, by kind and path. Sources whose entries have gone are left out. */
  readonly sources: ReadonlyMap<string, EarlierSource & { readonly present: EntryState }>;
  /** The former path of each page that was renamed. */
  readonly renames: ReadonlyMap<string, string>;
}

/** Names a source among those of an import. */
export const sourceName = (kind: string, key: string): string => `${kind} ${key}`;

/** Lists the names of the sources in an import. */
const namesIn = (tree: ImportTree, files: readonly { readonly key: string }[]): string[] => [
  ...[...pageKeys(tree.pages).values()].map((key) => sourceName('page', key)),
  ...files.map(({ key }) => sourceName('file', key)),
  ...(tree.exported?.reusableContents ?? []).map(({ id }) => sourceName('reusable-content', id)),
];

/**
 * Finds the earlier import that has most sources in common with an import into the same space; null without one. A page that
 * was renamed is found by its text.
 */
export async function findEarlierImport(ctx: Context, target: ImportTarget): Promise<EarlierImport | null> {
  const best = await findMostCommon(ctx, target);
  return best && { ...best, renames: await renamesIn(ctx, best.sources, target) };
}

/** The import that an update is of, where its source says so. */
export interface KnownImport {
  readonly importId: string;
  /** The line of history whose sources count alone. */
  readonly line?: string | undefined;
  /** Former keys of renamed sources, by their new ones. Others are found by their texts. */
  readonly renames?: ReadonlyMap<string, string>;
}

/** An import into the content of a space or change request. */
interface ImportTarget {
  /** The import that is updated. The one that has most sources in common when omitted. */
  readonly known?: KnownImport | undefined;
  readonly head: ContentState;
  readonly tree: ImportTree;
  readonly files: readonly { readonly key: string }[];
}

type FormerSources = Pick<EarlierImport, 'importId' | 'sources'>;

async function findMostCommon(ctx: Context, { head, tree, files, known }: ImportTarget): Promise<FormerSources | null> {
  const { spaceId } = head;
  const all =
    known?.line === undefined
      ? await listEarlierSources(ctx.sql, spaceId, head.line)
      : await listSourcesOfLine(ctx.sql, { spaceId, line: known.line }, known.importId);
  const rows = known ? all.filter(({ importId }) => importId === known.importId) : all;
  const ids = [...new Set(rows.map(({ entryId }) => entryId))];
  const present = new Map((await listEntries(ctx.sql, head, ids)).map((entry) => [entry.id, entry]));
  const names = new Set(namesIn(tree, files));
  const imports = new Map<string, Map<string, EarlierSource & { present: EntryState }>>();
  for (const row of rows) {
    const entry = present.get(row.entryId);
    if (entry === undefined) continue;
    const sources = imports.get(row.importId) ?? new Map<string, never>();
    imports.set(row.importId, sources.set(sourceName(row.kind, row.key), { ...row, present: entry }));
  }
  const [best] = [...imports]
    .map(([importId, sources]) => ({
      importId,
      sources,
      common: [...sources.keys()].filter((name) => names.has(name)).length,
    }))
    .filter(({ common }) => common > 0 || known !== undefined)
    .toSorted((one, other) => other.common - one.common || (one.importId < other.importId ? 1 : -1));
  return best ? { importId: best.importId, sources: best.sources } : null;
}

async function renamesIn(
  ctx: Context,
  sources: EarlierImport['sources'],
  { tree, known: { renames = new Map<string, string>() } = { importId: '' } }: ImportTarget,
): Promise<ReadonlyMap<string, string>> {
  const keys = pageKeys(tree.pages);
  const now = new Set(keys.values());
  const former = new Set(renames.values());
  const gone = [...sources.values()].filter(({ kind, key }) => kind === 'page' && !now.has(key) && !former.has(key));
  const added = [...walkPages(tree.pages)].flatMap((page) => {
    const key = keys.get(page) ?? page.key;
    const isNew = page.kind === 'document' && !sources.has(sourceName('page', key)) && !renames.has(key);
    return isNew && storedTextOf(page.markdown) ? [{ key, markdown: page.markdown }] : [];
  });
  if (gone.length === 0 || added.length === 0) return renames;
  const texts = await ctx.loaders.storedText.loadMany(gone.map(({ state }) => state.documentId ?? ''));
  const goneTexts = gone.flatMap(({ key }, index) => {
    const text = texts[index];
    return text && 'markdown' in text ? [{ key, markdown: text.markdown }] : [];
  });
  return new Map([...renames, ...findRenames(goneTexts, added)]);
}

/** Finds the entry that a source of an import has become before. */
export const formerEntries =
  ({ sources, renames }: EarlierImport) =>
  (kind: EntryKind, key: string): string | undefined =>
    (sources.get(sourceName(kind, key)) ?? sources.get(sourceName(kind, renames.get(key) ?? '')))?.entryId;

/**
 * Loads an earlier import again, under the lock of the content: its entries may have been edited since. Throws conflict when it
 * is another import by now, or other entries.
 */
export async function loadSameImport(
  ctx: Context,
  earlier: EarlierImport,
  target: ImportTarget,
): Promise<EarlierImport> {
  const now = await findMostCommon(ctx, target);
  const listIds = ({ sources }: FormerSources) => [...sources].map(([name, { entryId }]) => [name, entryId]);
  if (now?.importId !== earlier.importId || !isDeepStrictEqual(listIds(now), listIds(earlier)))
    throw conflict('The content was changed while it was imported. Import it again');
  return { ...earlier, sources: now.sources };
}

interface NewSources {
  readonly importId: string;
  readonly sources: readonly SourceEntry[];
  /** The entries as they are in the source. */
  readonly imported: readonly EntryState[];
}

/** Stores which entry each source has become. */
export async function keepSources(
  ctx: Context,
  { spaceId, changeRequestId }: ContentOwner,
  { importId, sources, imported }: NewSources,
): Promise<void> {
  const line = changeRequestId ?? spaceId;
  const states = new Map(imported.map((entry) => [entry.id, sourceState(entry)]));
  const common = { spaceId, line, importId, updatedAt: ctx.now().toISOString() };
  await deleteSources(ctx.sql, common);
  const rows = sources.flatMap((source) => {
    const state = states.get(source.entryId);
    return state ? [{ ...common, ...source, state }] : [];
  });
  await insertRows(ctx.sql, 'imported_sources', rows);
}
