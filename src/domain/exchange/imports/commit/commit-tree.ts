import { readFile } from 'node:fs/promises';
import pMap from 'p-map';
import { storeBytes, type StoredBytes } from '../../authoring/content/store-bytes.ts';
import { storedTextOf, type StoredText } from '../../../text/content/changes.ts';
import { hasSpecBlocks } from '../../../text/markdown/spec-blocks.ts';
import { commitContent, type ContentOwner } from '../../authoring/content/commit.ts';
import { listKnownEntries, listSiblings } from '../../authoring/content/queries/entries.ts';
import type { Revision } from '../../authoring/content/revisions.ts';
import { insertMissingRedirects } from '../../authoring/content/queries/write-entries.ts';
import { storeTexts } from '../../authoring/content/stored-texts.ts';
import { variablesOfSpace } from '../../authoring/content/variables.ts';
import type { Context } from '../../core/context.ts';
import { prepareIndex } from '../../authoring/search-index/prepare-index.ts';
import { transact } from '../../core/transact.ts';
import { conflict } from '../../../lib/errors.ts';
import { genericMediaTypes } from '../../../lib/media-types.ts';
import { authorizeImport } from './authorize-import.ts';
import { planExported, redirectRows, withIds } from './plan-exported.ts';
import {
  countImported,
  walkPages,
  type ImportedFile,
  type ImportedPage,
  type ImportNote,
  type ImportTree,
} from '../../../text/imports/import-tree.ts';
import type { ImportIds } from './link-states.ts';
import { reportPages } from '../../../text/imports/tree/page-report.ts';
import { assignIds, planImport, type InsertionPoint, type KeptFile } from './plan-import.ts';
import { importRefused } from '../../../text/imports/refusal.ts';
import type { FoundImages, ImportProgress, ImportSourceAt, withContent } from './read-content.ts';

export interface ImportRequest extends ContentOwner, ImportSourceAt {}

/** Callbacks of an import. */
export interface ImportRun extends ImportProgress {
  /** Called in the transaction that writes the import. An error rolls the import back. */
  readonly complete?: ((ctx: Context, result: ImportResult) => Promise<void>) | undefined;
}

/** Result of an import. */
export interface ImportResult extends ImportCounts {
  readonly revision: Revision;
  readonly owner: ContentOwner;
}

export interface ImportCounts {
  /** Number of imported pages and files. */
  readonly importedResources: number;
  /** Number of pages and files in the source. */
  readonly totalResources: number;
  readonly skipped: readonly ImportNote[];
  readonly warnings: readonly ImportNote[];
}

/**
 * Imports pages and files from a URL after the existing pages of a space or change request, in one revision, all or
 * nothing. Throws not_found, forbidden, space_locked, invalid_state, fetch_…, import_refused, storage_unavailable.
 */
export async function importContent(ctx: Context, request: ImportRequest, run: ImportRun = {}): Promise<ImportResult> {
  const owner = await authorizeImport(ctx, request);
  return read(ctx, request, run, ({ tree, images }) => {
    run.progress?.({ phase: 'Writing' });
    return addImportedTree(ctx, owner, tree, { images, complete: run.complete });
  });
}

/** Reads the content of an import without writing it. Throws as `importContent`, except for storage_unavailable. */
export async function previewImport(
  ctx: Context,
  request: ImportRequest,
  run: ImportProgress = {},
): Promise<ImportPreview> {
  await authorizeImport(ctx, request);
  return read(ctx, request, run, ({ tree, images }) =>
    Promise.resolve({ pages: tree.pages, files: [...tree.files, ...images.files], ...countAll(tree, images) }),
  );
}

/** Preview of an import: what it would add and skip. */
export interface ImportPreview extends ImportCounts {
  readonly pages: readonly ImportedPage[];
  readonly files: readonly ImportedFile[];
}

export interface AddTreeOptions {
  readonly images?: FoundImages;
  /** Called in the transaction before the import is written, for example to create its space. */
  readonly begin?: (ctx: Context) => Promise<unknown>;
  readonly complete?: ImportRun['complete'];
}

/**
 * Adds the pages and files of a tree after the existing pages of a space or change request, in one revision.
 * Throws not_found, forbidden, space_locked, invalid_state, import_refused, storage_unavailable.
 */
export async function addImportedTree(
  ctx: Context,
  owner: ContentOwner,
  given: ImportTree,
  { images = { files: [], skipped: [] }, begin, complete }: AddTreeOptions = {},
): Promise<ImportResult> {
  const files = await storeFiles(ctx, [...given.files, ...images.files]);
  const wanted = exportedIds(given);
  const taken = new Set(await listKnownEntries(ctx.sql, owner.spaceId, wanted));
  const ids = assignIds(given, files, { newId: ctx.newId, taken });
  const tree = withIds(given, ids);
  const analyses = await prepareTexts(ctx, owner, tree, ids);
  return transact(
    ctx,
    async (inner) => {
      await begin?.(inner);
      const revision = await commitContent(inner, owner, async (locked, head) => {
        await authorizeImport(locked, owner);
        await requireFree(locked, owner, { wanted, taken });
        const changes = planImport(tree.pages, files, ids, await findInsertionPoint(locked, head));
        // Other texts are already stored; these are written again to link their specifications.
        const texts = withSpecBlocks(tree);
        if (!tree.exported) return { ...changes, texts, analyses };
        const more = planExported(tree.exported, ids, await variablesOfSpace(locked, head));
        return {
          ...changes,
          put: [...changes.put, ...more.put],
          links: [...changes.links, ...more.links],
          texts,
          analyses,
        };
      });
      if (tree.exported && !owner.changeRequestId)
        await insertMissingRedirects(inner.sql, redirectRows(inner, owner.spaceId, tree.exported, ids));
      const result = { revision, owner, ...countAll(tree, images) };
      await complete?.(inner, result);
      return result;
    },
    { timeoutMs: ctx.config.IMPORT_TIMEOUT_MS },
  );
}

/** Stores the texts and analyzes them for search. Runs before locking, because it takes longest. */
async function prepareTexts(ctx: Context, owner: ContentOwner, { pages, exported }: ImportTree, ids: ImportIds) {
  const texts = [...walkPages(pages)].flatMap((page) => {
    const text = page.kind === 'document' ? storedTextOf(page.markdown) : null;
    return text === null ? [] : [{ ...text, anchors: page.linkable ?? null, page }];
  });
  const others = textsOf(exported).flatMap((markdown) => storedTextOf(markdown) ?? []);
  await storeTexts(ctx, [...texts, ...others]);
  if (owner.changeRequestId !== null && owner.changeRequestId !== undefined) return new Map<string, never>();
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
  const markdowns = [...[...walkPages(pages)].map(({ markdown }) => markdown), ...textsOf(exported)];
  return markdowns.flatMap((markdown) => (hasSpecBlocks(markdown) ? (storedTextOf(markdown) ?? []) : []));
}

const textsOf = (exported: ImportTree['exported']) =>
  (exported?.reusableContents ?? []).map(({ markdown }) => markdown);

/** Loads `withContent` on the first import, because the parsers are slow to load. */
const read: typeof withContent = async (...args) => (await import('./read-content.ts')).withContent(...args);

const countAll = (tree: ImportTree, images: FoundImages): ImportCounts => ({
  importedResources: countImported(tree) + images.files.length,
  totalResources: tree.totalResources + images.files.length + images.skipped.length,
  skipped: [...tree.skipped, ...images.skipped],
  warnings: reportPages(tree),
});

async function storeFiles(ctx: Context, files: readonly ImportedFile[]): Promise<KeptFile[]> {
  const tooLarge = files.find(({ body }) => body.length > ctx.config.FILE_MAX_BYTES);
  if (tooLarge) throw importRefused(`${tooLarge.name} is larger than ${ctx.config.FILE_MAX_BYTES} bytes`);
  const kept: StoredBytes[] = [];
  for (const some of batchesOf(files)) {
    // oxlint-disable-next-line no-await-in-loop -- the files of an archive need not fit into memory together
    const loaded = await pMap(some, async ({ name, body }) => ({ name, body: await bytesOf(body) }), {
      concurrency: 4,
    });
    // oxlint-disable-next-line no-await-in-loop
    kept.push(...(await storeBytes(ctx, loaded)));
  }
  return files.map(({ key, id, name, contentType }, index) => {
    const bytes = kept[index];
    if (bytes === undefined) throw new Error(`The bytes of ${key} were not stored`);
    const type = genericMediaTypes.has(bytes.contentType) ? contentType : bytes.contentType;
    return { key, id, name, contentType: type, blobHash: bytes.hash };
  });
}

/** Maximum total size of the files held in memory, in bytes; a single file may be larger. */
const batchBytes = 16_777_216;

function batchesOf(files: readonly ImportedFile[]): ImportedFile[][] {
  const batches: ImportedFile[][] = [];
  let left = 0;
  for (const file of files) {
    if (left < file.body.length || batches.length === 0) {
      batches.push([]);
      left = batchBytes;
    }
    batches.at(-1)?.push(file);
    left -= file.body.length;
  }
  return batches;
}

const bytesOf = async (body: ImportedFile['body']): Promise<Buffer> => ('path' in body ? readFile(body.path) : body);

/** Lists the ids that the export asks to keep. */
function exportedIds({ pages, files, exported }: ImportTree): string[] {
  if (!exported) return [];
  return [...walkPages(pages), ...files, ...exported.reusableContents].flatMap(({ id }) => id ?? []);
}

interface WantedIds {
  readonly wanted: readonly string[];
  readonly taken: ReadonlySet<string>;
}

/** Throws conflict when another import has written entries with the wanted ids since they were checked. */
async function requireFree(ctx: Context, { spaceId }: ContentOwner, { wanted, taken }: WantedIds): Promise<void> {
  const known = await listKnownEntries(ctx.sql, spaceId, wanted);
  if (known.some((id) => !taken.has(id))) throw conflict('The same archive is being imported into the space twice');
}

async function findInsertionPoint(ctx: Context, head: Revision): Promise<InsertionPoint> {
  const top = await listSiblings(ctx.sql, head, null);
  return {
    lastPosition: top.at(-1)?.position ?? null,
    takenSlugs: new Set(top.flatMap(({ slug }) => (slug === null ? [] : [slug]))),
  };
}
