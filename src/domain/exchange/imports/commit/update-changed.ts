import { isDeepStrictEqual } from 'node:util';
import { conflict } from '../../../../lib/errors.ts';
import { hasSpecBlocks } from '../../../../text/markdown/spec-blocks.ts';
import { storedTextOf, type EntryState } from '../../../../text/content/changes.ts';
import type { ImportNote } from '../../../../text/imports/import-tree.ts';
import { sourceState } from '../../../../text/imports/source-state.ts';
import { commitContent, isRequest, type ContentOwner } from '../../../authoring/content/commit.ts';
import { listEntries } from '../../../authoring/content/queries/entries.ts';
import { storeTexts } from '../../../authoring/content/stored-texts.ts';
import { prepareIndex } from '../../../authoring/search-index/prepare-index.ts';
import type { Context } from '../../../core/context.ts';
import { transact } from '../../../core/transact.ts';
import { authorizeImport } from '../authorize-import.ts';
import { countSources, listSourcesByKey, putSources } from '../queries.ts';
import { loadChangedEntries, type ChangedEntries, type ChangedFolder, type WantedEntry } from './changed-entries.ts';
import { presentContent, type CommitTreeOptions, type ImportResult } from './commit-tree.ts';
import { sourceName } from './earlier-import.ts';
import { mergeEntry } from './update-entries.ts';

/**
 * Updates an earlier import by the files of its folder that have changed, in one revision, as `commitTree` with `update` would by all of
 * them: only changed files are read, and only their rows are written. Null, without any change, when the folder must be imported as
 * a whole: for another tree, address or visibility of a page, and for files that are no sources. Throws as `commitTree`.
 */
export async function updateChanged(
  ctx: Context,
  owner: ContentOwner,
  folder: ChangedFolder,
  { head: given, begin, complete }: Pick<CommitTreeOptions, 'head' | 'begin' | 'complete'> = {},
): Promise<ImportResult | null> {
  const read = await loadChangedEntries(ctx, given ?? (await presentContent(ctx, owner)), folder);
  if (read === null) return null;
  const analyses = await prepareTexts(ctx, owner, read.entries);
  return transact(
    ctx,
    async (inner) => {
      await begin?.(inner);
      let merged: Merged = { put: [], warnings: [] };
      const revision = await commitContent(inner, owner, async (locked, head) => {
        await authorizeImport(locked, owner);
        merged = await mergeChanged(locked, head, folder, read);
        const documents = new Map(read.entries.map(({ entry }) => [entry.id, entry.documentId]));
        const isImported = ({ id, documentId }: EntryState) => documents.get(id) === documentId;
        const withLinks = new Set(merged.put.filter(isImported).map(({ id }) => id));
        const texts = read.entries.flatMap(({ text }) =>
          text && hasSpecBlocks(text.markdown) ? (storedTextOf(text.markdown) ?? []) : [],
        );
        return {
          put: merged.put,
          remove: [],
          links: read.links.filter(({ pageId }) => withLinks.has(pageId)),
          texts,
          analyses,
        };
      });
      await keepChanged(inner, owner, folder, read.entries);
      const total = await countSources(inner.sql, revision, folder.importId);
      const changes = { added: 0, updated: merged.put.length, removed: 0, unchanged: total - merged.put.length };
      const counts = { importedResources: folder.changed.size, totalResources: folder.changed.size, skipped: [] };
      const result = {
        revision,
        owner,
        importId: folder.importId,
        ...counts,
        warnings: [...read.warnings, ...merged.warnings],
        changes,
      };
      await complete?.(inner, result);
      return result;
    },
    { timeoutMs: ctx.config.IMPORT_TIMEOUT_MS },
  );
}

interface Merged {
  readonly put: readonly EntryState[];
  readonly warnings: readonly ImportNote[];
}

/** Takes from changed files what they say otherwise. Throws conflict when an entry has gone since they were read. */
async function mergeChanged(
  ctx: Context,
  head: Parameters<typeof listEntries>[1],
  folder: ChangedFolder,
  { entries }: ChangedEntries,
): Promise<Merged> {
  const keys = entries.map(({ source }) => source.key);
  const now = new Map(
    (await listSourcesByKey(ctx.sql, head, folder, keys)).map((one) => [sourceName(one.kind, one.key), one]),
  );
  const ids = entries.map(({ entry }) => entry.id);
  const present = new Map((await listEntries(ctx.sql, head, ids)).map((entry) => [entry.id, entry]));
  const warnings: ImportNote[] = [];
  const put = entries.flatMap(({ source: { kind, key }, entry }): EntryState[] => {
    const source = now.get(sourceName(kind, key));
    const own = present.get(entry.id);
    if (source?.entryId !== entry.id || !own)
      throw conflict('The content was changed while it was imported. Import it again');
    const merged = mergeEntry({ ...source, present: own }, { ...entry, position: own.position }, warnings);
    return isDeepStrictEqual(merged, { ...own }) ? [] : [merged];
  });
  return { put, warnings };
}

/** Stores changed texts and analyzes them for search, before the content is locked. */
async function prepareTexts(ctx: Context, owner: ContentOwner, entries: readonly WantedEntry[]) {
  const texts = entries.flatMap(({ entry: { id, title, attributes }, text }) => {
    const stored = text && storedTextOf(text.markdown);
    return stored ? [{ id, title, attributes, stored, anchors: text.anchors }] : [];
  });
  await storeTexts(
    ctx,
    texts.map(({ stored, anchors }) => ({ ...stored, anchors })),
  );
  if (isRequest(owner)) return new Map<string, never>();
  return prepareIndex(
    ctx,
    owner.spaceId,
    texts.flatMap(({ id, title, attributes: { description = '', noIndex }, stored: { id: documentId, markdown } }) =>
      noIndex === true ? [] : [{ id, title, description, documentId, markdown }],
    ),
  );
}

/** Stores the states of changed sources. */
async function keepChanged(
  ctx: Context,
  { spaceId, changeRequestId }: ContentOwner,
  { importId }: ChangedFolder,
  entries: readonly WantedEntry[],
): Promise<void> {
  const common = { spaceId, line: changeRequestId ?? spaceId, importId, updatedAt: ctx.now().toISOString() };
  const rows = entries.map(({ source: { kind, key, entryId, place }, entry }) => {
    return { ...common, kind, key, entryId, place, state: sourceState({ ...entry, position: '' }) };
  });
  await putSources(ctx.sql, rows);
}
