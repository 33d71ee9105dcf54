import { keepBytes } from '../content/blobs.ts';
import { documentText } from '../content/changes.ts';
import { commitContent, type ContentPlace } from '../content/commit.ts';
import { readSiblings } from '../content/entries.ts';
import type { Revision } from '../content/revisions.ts';
import { storeTexts } from '../content/store-texts.ts';
import type { Context } from '../context.ts';
import { prepareIndex } from '../search/index-pages.ts';
import { transact } from '../transact.ts';
import { vagueTypes } from './content-type.ts';
import { authorizedPlace } from './import-place.ts';
import {
  countImported,
  walkPages,
  type ImportedFile,
  type ImportedPage,
  type ImportNote,
  type ImportTree,
} from './import-tree.ts';
import { giveIds, planImport, type ImportIds, type ImportPlace, type KeptFile } from './plan-import.ts';
import { importRefused, refusedUrl } from './refusal.ts';
import type { FoundImages, ImportProgress, ImportSourceAt, readContent } from './read-content.ts';

export interface ImportRequest extends ContentPlace, ImportSourceAt {}

/** Who follows an import. */
export interface ImportRun extends ImportProgress {
  /** Called in the transaction that writes: what it throws undoes the import. */
  readonly complete?: ((ctx: Context, result: ImportResult) => Promise<void>) | undefined;
}

/** What came of an import. */
export interface ImportResult extends ImportCounts {
  readonly revision: Revision;
  readonly place: ContentPlace;
}

export interface ImportCounts {
  /** Pages and files that are there now. */
  readonly importedResources: number;
  /** Pages and files that were found. */
  readonly totalResources: number;
  readonly skipped: readonly ImportNote[];
  readonly warnings: readonly ImportNote[];
}

/**
 * Fetches pages and files from an address and adds them after the pages of a space, or of a change request, in one
 * revision: all or nothing. Throws not_found, forbidden, space_locked, invalid_state, fetch_…, import_refused,
 * storage_unavailable.
 */
export async function importContent(ctx: Context, request: ImportRequest, run: ImportRun = {}): Promise<ImportResult> {
  const place = await authorizedPlace(ctx, request);
  const { tree, images } = await read(ctx, request, run);
  run.progress?.({ phase: 'Writing' });
  return addImportedTree(ctx, place, tree, { images, complete: run.complete });
}

/** All that an import would bring, read and not written. Throws as importContent, but for the storage. */
export async function previewImport(ctx: Context, request: ImportRequest): Promise<ImportPreview> {
  await authorizedPlace(ctx, request);
  const { tree, images } = await read(ctx, request).catch(refusedUrl);
  return { pages: tree.pages, files: [...tree.files, ...images.files], ...countAll(tree, images) };
}

/** What an import would bring, and what it would not. */
export interface ImportPreview extends ImportCounts {
  readonly pages: readonly ImportedPage[];
  readonly files: readonly ImportedFile[];
}

/** What goes with a tree. */
export interface TreeExtras {
  readonly images?: FoundImages;
  readonly complete?: ImportRun['complete'];
}

/**
 * Adds the pages and files of a tree after the pages of a place, in one revision: all or nothing.
 * Throws not_found, forbidden, space_locked, invalid_state, import_refused, storage_unavailable.
 */
export async function addImportedTree(
  ctx: Context,
  place: ContentPlace,
  tree: ImportTree,
  { images = { files: [], skipped: [] }, complete }: TreeExtras = {},
): Promise<ImportResult> {
  const files = await keepFiles(ctx, [...tree.files, ...images.files]);
  const ids = giveIds(tree.pages, files, ctx.newId);
  const analyses = await prepareTexts(ctx, place, tree.pages, ids);
  return transact(
    ctx,
    async (inner) => {
      const revision = await commitContent(inner, place, async (locked, head) => {
        await authorizedPlace(locked, place);
        const changes = planImport(tree.pages, files, ids, await placeAtEnd(locked, head));
        return { ...changes, documents: [], analyses };
      });
      const result = { revision, place, ...countAll(tree, images) };
      await complete?.(inner, result);
      return result;
    },
    { timeoutMs: ctx.config.IMPORT_TIMEOUT_MS },
  );
}

/** Stores the texts and, where the pages will be found, works out the words: what takes longest, and needs no lock. */
async function prepareTexts(ctx: Context, place: ContentPlace, pages: ImportTree['pages'], ids: ImportIds) {
  const texts = [...walkPages(pages)].flatMap((page) => {
    const text = page.kind === 'document' ? documentText(page.markdown) : null;
    return text === null ? [] : [{ ...text, page }];
  });
  await storeTexts(ctx, texts);
  if (place.changeRequestId !== null && place.changeRequestId !== undefined) return new Map<string, never>();
  return prepareIndex(
    ctx,
    place.spaceId,
    texts.flatMap(({ id: documentId, markdown, page }) => {
      const { title, description = '', noIndex } = page;
      return noIndex === true ? [] : [{ id: ids.page(page), title, description, documentId, markdown }];
    }),
  );
}

/** `readContent`, loaded by the first import: what reads pages of every kind takes long to load. */
const read: typeof readContent = async (...args) => (await import('./read-content.ts')).readContent(...args);

const countAll = (tree: ImportTree, images: FoundImages): ImportCounts => ({
  importedResources: countImported(tree) + images.files.length,
  totalResources: tree.totalResources + images.files.length + images.skipped.length,
  skipped: [...tree.skipped, ...images.skipped],
  warnings: tree.warnings,
});

async function keepFiles(ctx: Context, files: readonly ImportedFile[]): Promise<KeptFile[]> {
  const tooLarge = files.find(({ body }) => body.length > ctx.config.FILE_MAX_BYTES);
  if (tooLarge) throw importRefused(`${tooLarge.name} is larger than ${ctx.config.FILE_MAX_BYTES} bytes`);
  const kept = await keepBytes(ctx, files);
  return files.map(({ key, name, contentType }, index) => {
    const bytes = kept[index];
    if (bytes === undefined) throw new Error(`The bytes of ${key} were not kept`);
    const type = vagueTypes.has(bytes.contentType) ? contentType : bytes.contentType;
    return { key, name, contentType: type, blobHash: bytes.hash };
  });
}

async function placeAtEnd(ctx: Context, head: Revision): Promise<ImportPlace> {
  const top = await readSiblings(ctx, head, null);
  return {
    lastPosition: top.at(-1)?.position ?? null,
    takenSlugs: new Set(top.flatMap(({ slug }) => (slug === null ? [] : [slug]))),
  };
}
