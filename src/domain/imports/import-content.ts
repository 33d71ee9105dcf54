import { failure } from '../../lib/errors.ts';
import { keepBytes } from '../content/blobs.ts';
import { commitContent } from '../content/commit.ts';
import { readSiblings } from '../content/entries.ts';
import type { Revision } from '../content/revisions.ts';
import type { Context } from '../context.ts';
import { authorizedSpace } from '../spaces/spaces.ts';
import type { ImportSource } from './fields.ts';
import { countImported, type ImportedFile, type ImportNote, type ImportTree } from './import-tree.ts';
import { parseImport, type ParsedSource } from './parse.ts';
import { giveIds, planImport, type ImportPlace, type KeptFile } from './plan-import.ts';
import { importRefused } from './refusal.ts';
import { fetchImages } from './remote-images.ts';

export interface ImportRequest {
  readonly spaceId: string;
  readonly url: string;
  readonly source: ImportSource;
}

/** What came of an import. */
export interface ImportResult {
  readonly revision: Revision;
  /** Pages and files that are there now. */
  readonly importedResources: number;
  /** Pages and files that were found. */
  readonly totalResources: number;
  readonly skipped: readonly ImportNote[];
  readonly warnings: readonly ImportNote[];
}

const parsed: readonly ParsedSource[] = ['markdown', 'html', 'zip'];
const isParsed = (source: ImportSource): source is ParsedSource => parsed.some((name) => name === source);

/** Decisions, "Import". */
const fetchTimeoutMs = 30_000;

/**
 * Fetches pages and files from an address and adds them after the pages of a space, in one revision: all or nothing.
 * Throws not_found, forbidden, space_locked, fetch_…, import_refused, storage_unavailable.
 */
export async function importContent(ctx: Context, { spaceId, url, source }: ImportRequest): Promise<ImportResult> {
  await authorizeImport(ctx, spaceId);
  if (!isParsed(source)) throw importRefused(`Imports of ${source} do not work yet; these do: ${parsed.join(', ')}`);
  const tree = await readSource(ctx, url, source);
  // An archive carries its images; what its pages show from elsewhere stays there.
  const images = source === 'zip' ? noImages : await fetchImages(ctx, tree);
  return addImportedTree(ctx, spaceId, tree, images);
}

type Images = Awaited<ReturnType<typeof fetchImages>>;
const noImages: Images = { files: [], skipped: [] };

/**
 * Adds the pages and files of a tree after the pages of a space, in one revision: all or nothing.
 * Throws not_found, forbidden, space_locked, import_refused, storage_unavailable.
 */
export async function addImportedTree(
  ctx: Context,
  spaceId: string,
  tree: ImportTree,
  images: Images = noImages,
): Promise<ImportResult> {
  const files = await keepFiles(ctx, [...tree.files, ...images.files]);
  const ids = giveIds(tree.pages, files, ctx.newId);
  const revision = await commitContent(ctx, spaceId, async (inner, head) => {
    await authorizeImport(inner, spaceId);
    return planImport(tree.pages, files, ids, await placeAtEnd(inner, head));
  });
  return {
    revision,
    importedResources: countImported(tree) + images.files.length,
    totalResources: tree.totalResources + images.files.length + images.skipped.length,
    skipped: [...tree.skipped, ...images.skipped],
    warnings: tree.warnings,
  };
}

async function authorizeImport(ctx: Context, spaceId: string): Promise<void> {
  const { editMode } = await authorizedSpace(ctx, spaceId, 'import');
  if (editMode === 'locked') throw failure('space_locked', 'The space is locked: it takes no direct edits');
}

async function readSource(ctx: Context, url: string, source: ParsedSource): Promise<ImportTree> {
  const answer = await ctx.fetch(url, { maxBodyBytes: ctx.config.IMPORT_MAX_BYTES, timeoutMs: fetchTimeoutMs });
  if (answer.status !== 200) throw failure('fetch_failed', `The URL answers ${answer.status}, not 200`);
  const tree = await parseImport(source, answer.body, {
    url: answer.url,
    ...(answer.contentType === null ? {} : { contentType: answer.contentType }),
  });
  if (tree.pages.length === 0) throw importRefused('There is no page to import');
  return tree;
}

/** Types that say too little of the content to be preferred to what a file name says. */
const vagueTypes: ReadonlySet<string> = new Set([
  'application/octet-stream',
  'application/xml',
  'application/zip',
  'text/plain',
]);

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
