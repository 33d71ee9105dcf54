import { storedTextOf, type EntryState, type StoredText } from '../../../../text/content/changes.ts';
import { walkPages, type ImportTree } from '../../../../text/imports/import-tree.ts';
import { sourceState } from '../../../../text/imports/source-state.ts';
import { isRequest, type ContentOwner } from '../../../authoring/content/commit.ts';
import { describeBytes } from '../../../authoring/content/store-bytes.ts';
import { storeTexts } from '../../../authoring/content/stored-texts.ts';
import type { Context } from '../../../core/context.ts';
import type { FetchedImages } from '../fetch/remote-images.ts';
import type { EarlierSource } from '../queries.ts';
import { changesOf, listImported, listTexts, noPoint, planImport, presentContent } from './commit-tree.ts';
import type { KnownImport } from './earlier-import.ts';
import type { SourceEntry } from './source-keys.ts';
import { storeFiles } from './store-files.ts';
import { updateEntries, type Update } from './update-entries.ts';

/** What an update would change, without writing anything; null without an earlier import. Throws import_refused as the update does. */
export async function previewUpdate(
  ctx: Context,
  owner: ContentOwner,
  planned: ImportTree,
  images: FetchedImages,
): Promise<Pick<Update, 'counts' | 'warnings'> | null> {
  const files = await storeFiles(ctx, [...planned.files, ...images.files], describeBytes);
  const head = await presentContent(ctx, owner);
  const { earlier, ids, tree, sources } = await planImport(ctx, owner, { planned, files, head });
  if (!earlier) return null;
  const changes = await listImported(ctx, head, { tree, files, ids, point: noPoint });
  return updateEntries(ctx, { head, earlier, sources, changes, mayEmpty: isRequest(owner) });
}

/** A source of an import, and its entry as the source says it. */
type ReadSource = SourceEntry & Pick<EarlierSource, 'state'>;

/** The sources of an import with the entries that they are, or would be. Only texts are stored. */
export async function loadSources(
  ctx: Context,
  owner: ContentOwner,
  planned: ImportTree,
  known: KnownImport | undefined,
): Promise<ReadSource[]> {
  const files = await storeFiles(ctx, planned.files, describeBytes);
  const head = await presentContent(ctx, owner);
  const { ids, tree, sources } = await planImport(ctx, owner, { planned, files, head, known });
  await storeTexts(ctx, listStored(tree));
  const { put } = await listImported(ctx, head, { tree, files, ids, point: noPoint });
  const states = new Map(put.map((entry) => [entry.id, sourceState(entry)]));
  return sources.flatMap((source) => {
    const state = states.get(source.entryId);
    return state ? [{ ...source, state }] : [];
  });
}

const listStored = ({ pages, exported }: ImportTree): StoredText[] =>
  [...[...walkPages(pages)].map(({ markdown }) => markdown), ...listTexts(exported)].flatMap(
    (markdown) => storedTextOf(markdown) ?? [],
  );

interface ImportToPreview {
  /** The import that is updated; the one that has most sources in common when omitted. */
  readonly known?: KnownImport | undefined;
  readonly replacesAll: boolean;
}

/** What an import would write, and the ids of entries that it would remove. Nothing is written. */
export async function previewChanges(
  ctx: Context,
  owner: ContentOwner,
  planned: ImportTree,
  { known, replacesAll }: ImportToPreview,
): Promise<{ readonly put: readonly EntryState[]; readonly remove: readonly string[] }> {
  const files = await storeFiles(ctx, planned.files, describeBytes);
  const head = await presentContent(ctx, owner);
  const plan = await planImport(ctx, owner, { planned, files, head, known });
  return (await changesOf(ctx, head, { ...plan, files, known, replacesAll, mayEmpty: true })).changes;
}
