import {
  storedTextOf,
  type ContentChanges,
  type EntryState,
  type StoredText,
} from '../../../../text/content/changes.ts';
import { hasSpecBlocks } from '../../../../text/markdown/spec-blocks.ts';
import { commitContent, isRequest, type ContentOwner } from '../../../authoring/content/commit.ts';
import { listKnownEntries, listSiblings } from '../../../authoring/content/queries/entries.ts';
import { contentOfChangeRequest, getContent, type Revision } from '../../../authoring/content/revisions.ts';
import { insertMissingRedirects } from '../../../authoring/content/queries/write-entries.ts';
import { storeTexts } from '../../../authoring/content/stored-texts.ts';
import { variablesOfSpace } from '../../../authoring/content/variables.ts';
import type { Context } from '../../../core/context.ts';
import { prepareIndex } from '../../../authoring/search-index/prepare-index.ts';
import { transact } from '../../../core/transact.ts';
import { conflict } from '../../../../lib/errors.ts';
import { countImported, walkPages, type ImportNote, type ImportTree } from '../../../../text/imports/import-tree.ts';
import { reportPages } from '../../../../text/imports/tree/page-report.ts';
import { listEntriesOf } from '../queries.ts';
import { authorizeImport } from '../authorize-import.ts';
import type { FetchedImages } from '../fetch/remote-images.ts';
import { findEarlierImport, formerEntries, keepSources, loadSameImport, type KnownImport } from './earlier-import.ts';
import { assignIds, entriesOf, type InsertionPoint, type KeptFile } from './entries.ts';
import { exportedEntries, redirectRows, withIds } from './exported-entries.ts';
import type { ImportIds } from './link-states.ts';
import { listSourceEntries } from './source-keys.ts';
import { storeFiles } from './store-files.ts';
import { updateEntries, type ImportChanges, type Update } from './update-entries.ts';

/** Result of an import. */
export interface ImportResult extends ImportCounts {
  readonly revision: Revision;
  readonly owner: ContentOwner;
  /** Groups the sources of the import and of those that it updates. */
  readonly importId: string;
  /** What an update changed; null for an import that found nothing to update or only adds. */
  readonly changes: ImportChanges | null;
}

export interface ImportCounts {
  /** Number of imported pages and files. */
  readonly importedResources: number;
  /** Number of pages and files in the source. */
  readonly totalResources: number;
  readonly skipped: readonly ImportNote[];
  readonly warnings: readonly ImportNote[];
}

export interface CommitTreeOptions {
  readonly images?: FetchedImages;
  /** Whether entries of an earlier import of the same source are updated, or the import that is updated. */
  readonly update?: boolean | KnownImport | undefined;
  /** The content that is updated; that of the owner when omitted. */
  readonly head?: Revision | undefined;
  /** Whether all entries go that the import does not have. */
  readonly replacesAll?: boolean | undefined;
  /** Called in the transaction before the import is written, for example to create its space. */
  readonly begin?: ((ctx: Context) => Promise<unknown>) | undefined;
  /** Called in the transaction that writes the import. An error rolls the import back. */
  readonly complete?: ((ctx: Context, result: ImportResult) => Promise<void>) | undefined;
}

/**
 * Adds the pages and files of a tree after the existing pages of a space or change request, in one revision.
 * Throws not_found, forbidden, space_locked, invalid_state, import_refused, storage_unavailable.
 */
export async function commitTree(
  ctx: Context,
  owner: ContentOwner,
  planned: ImportTree,
  { images = { files: [], skipped: [] }, update = false, head, replacesAll, begin, complete }: CommitTreeOptions = {},
): Promise<ImportResult> {
  const files = await storeFiles(ctx, [...planned.files, ...images.files]);
  const known = typeof update === 'object' ? update : undefined;
  const plan = await planImport(ctx, owner, { planned, files, known, head: await headOf(ctx, owner, update, head) });
  const { earlier, tree, sources } = plan;
  const analyses = await prepareTexts(ctx, owner, tree, plan.ids);
  return transact(
    ctx,
    async (inner) => {
      await begin?.(inner);
      let written: WrittenImport = { imported: [], updated: null, changes: { put: [], remove: [], links: [] } };
      const revision = await commitContent(inner, owner, async (locked, present) => {
        await authorizeImport(locked, owner);
        await requireFree(locked, owner, plan);
        written = await changesOf(locked, present, { ...plan, files, known, replacesAll, mayEmpty: isRequest(owner) });
        // Other texts are already stored; these are written again to link their specifications.
        return { ...written.changes, texts: withSpecBlocks(tree), analyses };
      });
      const importId = earlier?.importId ?? revision.id;
      await keepSources(inner, owner, { importId, sources, imported: written.imported });
      await keepRedirects(inner, owner, plan);
      const result = { revision, owner, importId, ...withUpdate(countAll(tree, images), written.updated) };
      await complete?.(inner, result);
      return result;
    },
    { timeoutMs: ctx.config.IMPORT_TIMEOUT_MS },
  );
}

/** The content in which an earlier import is looked for; null for an import that only adds. */
const headOf = async (
  ctx: Context,
  owner: ContentOwner,
  update: CommitTreeOptions['update'],
  head: Revision | undefined,
): Promise<Revision | null> => (update === false ? null : (head ?? presentContent(ctx, owner)));

/** The changes of an import under the lock of its content. */
interface WrittenImport {
  /** The entries as they are in the source. */
  readonly imported: readonly EntryState[];
  /** The changes of an update; null for an import that only adds. */
  readonly updated: Update | null;
  readonly changes: Pick<ContentChanges, 'put' | 'remove' | 'links'>;
}

export async function changesOf(
  ctx: Context,
  head: Revision,
  { earlier, ids, tree, sources, files, known, replacesAll = false, mayEmpty }: ChangesToWrite,
): Promise<WrittenImport> {
  const point = earlier || replacesAll ? noPoint : await findInsertionPoint(ctx, head);
  const changes = await listImported(ctx, head, { tree, files, ids, point });
  const imported = changes.put;
  const others = replacesAll ? await listOthers(ctx, head, imported) : [];
  if (!earlier) return { imported, updated: null, changes: { ...changes, remove: others } };
  const same = await loadSameImport(ctx, earlier, { head, tree, files, known });
  const updated = await updateEntries(ctx, { head, earlier: same, sources, changes, mayEmpty });
  const { put, remove, links } = updated;
  return { imported, updated, changes: { put, remove: [...new Set([...remove, ...others])], links } };
}

/** The entries that an import of everything does not have. */
async function listOthers(ctx: Context, head: Revision, imported: readonly EntryState[]): Promise<string[]> {
  const own = new Set(imported.map(({ id }) => id));
  return (await listEntriesOf(ctx.sql, head)).flatMap(({ id }) => (own.has(id) ? [] : [id]));
}

type ChangesToWrite = Awaited<ReturnType<typeof planImport>> &
  Pick<PlannedImport, 'files' | 'known'> &
  Pick<CommitTreeOptions, 'replacesAll'> & {
    /** Whether most pages may go, because the changes can be reviewed before they count. */
    readonly mayEmpty: boolean;
  };

/** Stores the former paths of pages that the export of a space has. */
async function keepRedirects(ctx: Context, owner: ContentOwner, { tree, ids }: Awaited<ReturnType<typeof planImport>>) {
  if (tree.exported && !isRequest(owner))
    await insertMissingRedirects(ctx.sql, redirectRows(ctx, owner.spaceId, tree.exported, ids));
}

interface PlannedImport {
  readonly planned: ImportTree;
  readonly files: readonly KeptFile[];
  /** The content in which an earlier import is looked for; null for an import that only adds. */
  readonly head: Revision | null;
  readonly known?: KnownImport | undefined;
}

/** Gives the entries of an import their ids: those of an earlier import that it updates, or new ones. */
export async function planImport(ctx: Context, owner: ContentOwner, { planned, files, head, known }: PlannedImport) {
  const wanted = exportedIds(planned);
  const usedIds = new Set(await listKnownEntries(ctx.sql, owner.spaceId, wanted));
  const earlier = head && (await findEarlierImport(ctx, { head, tree: planned, files, known }));
  const former = earlier ? formerEntries(earlier) : undefined;
  const ids = assignIds(planned, files, { newId: ctx.newId, usedIds, former });
  const tree = withIds(planned, ids);
  return { wanted, usedIds, earlier, ids, tree, sources: listSourceEntries(tree, files, ids) };
}

interface ImportWithIds {
  readonly tree: ImportTree;
  readonly files: readonly KeptFile[];
  readonly ids: ImportIds;
  readonly point: InsertionPoint;
}

/** The entries of an import as it would be written on its own. */
export async function listImported(ctx: Context, head: Revision, { tree, files, ids, point }: ImportWithIds) {
  const own = entriesOf(tree.pages, files, ids, point);
  const more = tree.exported && exportedEntries(tree.exported, ids, await variablesOfSpace(ctx, head));
  return { put: [...own.put, ...(more?.put ?? [])], links: [...own.links, ...(more?.links ?? [])] };
}

/** Stores the texts and analyzes them for search. Runs before locking, because it takes longest. */
async function prepareTexts(ctx: Context, owner: ContentOwner, { pages, exported }: ImportTree, ids: ImportIds) {
  const texts = [...walkPages(pages)].flatMap((page) => {
    const text = page.kind === 'document' ? storedTextOf(page.markdown) : null;
    return text === null ? [] : [{ ...text, anchors: page.linkable ?? null, page }];
  });
  const others = listTexts(exported).flatMap((markdown) => storedTextOf(markdown) ?? []);
  await storeTexts(ctx, [...texts, ...others]);
  if (isRequest(owner)) return new Map<string, never>();
  return prepareIndex(
    ctx,
    owner.spaceId,
    texts.flatMap(({ id: documentId, markdown, page }) => {
      const { title } = page;
      const { description = '', noIndex } = page.attributes ?? page;
      return noIndex === true ? [] : [{ id: ids.page(page), title, description, documentId, markdown }];
    }),
  );
}

/** Lists the texts with blocks that show an OpenAPI specification. */
function withSpecBlocks({ pages, exported }: ImportTree): StoredText[] {
  const markdowns = [...[...walkPages(pages)].map(({ markdown }) => markdown), ...listTexts(exported)];
  return markdowns.flatMap((markdown) => (hasSpecBlocks(markdown) ? (storedTextOf(markdown) ?? []) : []));
}

export const listTexts = (exported: ImportTree['exported']) =>
  (exported?.reusableContents ?? []).map(({ markdown }) => markdown);

/** The content that an import into a space or change request changes. */
export const presentContent = (ctx: Context, owner: ContentOwner): Promise<Revision> =>
  isRequest(owner) ? contentOfChangeRequest(ctx, { id: owner.changeRequestId }) : getContent(ctx, owner.spaceId);

const withUpdate = (counts: ImportCounts, updated: Update | null) => ({
  ...counts,
  warnings: [...counts.warnings, ...(updated?.warnings ?? [])],
  changes: updated?.counts ?? null,
});

/** Where the pages of an update would stand on their own. */
export const noPoint: InsertionPoint = { lastPosition: null, takenSlugs: new Set() };

/** Counts what an import adds and skips. */
export const countAll = (tree: ImportTree, images: FetchedImages): ImportCounts => ({
  importedResources: countImported(tree) + images.files.length,
  totalResources: tree.totalResources + images.files.length + images.skipped.length,
  skipped: [...tree.skipped, ...images.skipped],
  warnings: reportPages(tree),
});

/** Lists the ids that the export asks to keep. */
function exportedIds({ pages, files, exported }: ImportTree): string[] {
  if (!exported) return [];
  return [...walkPages(pages), ...files, ...exported.reusableContents].flatMap(({ id }) => id ?? []);
}

interface WantedIds {
  readonly wanted: readonly string[];
  readonly usedIds: ReadonlySet<string>;
}

/** Throws conflict when another import has written entries with the wanted ids since they were checked. */
async function requireFree(ctx: Context, { spaceId }: ContentOwner, { wanted, usedIds }: WantedIds): Promise<void> {
  const present = await listKnownEntries(ctx.sql, spaceId, wanted);
  if (present.some((id) => !usedIds.has(id))) throw conflict('The same archive is being imported into the space twice');
}

async function findInsertionPoint(ctx: Context, head: Revision): Promise<InsertionPoint> {
  const top = await listSiblings(ctx.sql, head, null);
  return {
    lastPosition: top.at(-1)?.position ?? null,
    takenSlugs: new Set(top.flatMap(({ slug }) => (slug === null ? [] : [slug]))),
  };
}
