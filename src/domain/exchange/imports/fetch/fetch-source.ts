import { maxTreeDepth } from '../../../text/content/edit-fields.ts';
import { readUpload } from '../../authoring/content/uploads.ts';
import { treeTooDeep } from '../../authoring/content/tree-depth.ts';
import type { Context } from '../../core/context.ts';
import type { JobProgress } from '../../core/jobs/kind.ts';
import type { ImportSource } from '../../../text/imports/fields.ts';
import { treeDepth, type ImportTree } from '../../../text/imports/import-tree.ts';
import { requireOk, withArchive } from './fetch/archive-on-disk.ts';
import { limitsOf, maxBodyBytes } from '../../../text/imports/limits.ts';
import { parseInWorker } from './parse-in-worker.ts';
import { isArchiveSource, type ParsedSource } from '../../../text/imports/parse.ts';
import { importRefused } from '../../../text/imports/refusal.ts';
import { fetchImages } from './fetch/remote-images.ts';
import { googleExportUrl } from '../../../text/imports/formats/google-docs.ts';
import { crawlSite } from './fetch/crawl.ts';

/** The content to import. */
export interface ImportSourceAt {
  readonly url: string;
  readonly source: ImportSource;
}

/** Observer of the progress of an import. */
export interface ImportProgress {
  readonly progress?: ((progress: JobProgress) => void) | undefined;
}

export type FoundImages = Awaited<ReturnType<typeof fetchImages>>;

/** Sources whose remote images are not downloaded, because archives and Word documents contain their images. */
const withoutFiles: ReadonlySet<ImportSource> = new Set(['markdown', 'html', 'google-docs', 'website']);

/** Parsed content. The files of an archive are still on the disk. */
export interface ImportedContent {
  readonly tree: ImportTree;
  readonly images: FoundImages;
}

/**
 * Fetches and parses the content of a URL and passes it to `use`. Temporary files are removed afterwards. Throws
 * fetch_…, import_refused.
 */
export async function withContent<Result>(
  ctx: Context,
  { url, source }: ImportSourceAt,
  run: ImportProgress,
  use: (content: ImportedContent) => Promise<Result>,
): Promise<Result> {
  if (source === 'website') return use(await checked(ctx, source, await readSite(ctx, url, run), run));
  if (!isArchiveSource(source)) return use(await checked(ctx, source, await readOne(ctx, url, source, run), run));
  return withArchive(ctx, url, run.progress, async (archive, folder) => {
    run.progress?.({ phase: 'Reading pages' });
    const tree = await parseInWorker(ctx, { source, archive, folder, origin: { limits: limitsOf(ctx.config) } });
    return use(await checked(ctx, source, tree, run));
  });
}

async function checked(
  ctx: Context,
  source: ImportSource,
  tree: ImportTree,
  run: ImportProgress,
): Promise<ImportedContent> {
  if (tree.pages.length === 0) throw importRefused('There is no page to import');
  if (treeDepth(tree.pages) > maxTreeDepth) throw importRefused(treeTooDeep);
  if (!withoutFiles.has(source)) return { tree, images: { files: [], skipped: [] } };
  run.progress?.({ phase: 'Fetching images' });
  return { tree, images: await fetchImages(ctx, tree) };
}

async function readSite(ctx: Context, url: string, { progress }: ImportProgress): Promise<ImportTree> {
  progress?.({ phase: 'Fetching pages', done: 0 });
  const site = await crawlSite(ctx, url, { onPage: (done, total) => progress?.({ done, total }) });
  progress?.({ phase: 'Reading pages', done: site.pages.length, total: site.pages.length });
  return parseInWorker(ctx, { source: 'website', site });
}

async function readOne(
  ctx: Context,
  url: string,
  source: ParsedSource,
  { progress }: ImportProgress,
): Promise<ImportTree> {
  progress?.({ phase: 'Fetching' });
  const maxBytes = Math.min(maxBodyBytes, ctx.config.IMPORT_MAX_BYTES);
  const limits = limitsOf(ctx.config);
  const upload = await readUpload(ctx, url, maxBytes);
  if (upload) {
    progress?.({ phase: 'Reading pages' });
    return parseInWorker(ctx, { source, body: upload, origin: { url, limits } });
  }
  const fetched = source === 'google-docs' ? googleExportUrl(url) : url;
  const answer = await ctx.fetch(fetched, { maxBodyBytes: maxBytes, signal: ctx.signal });
  requireOk(answer);
  progress?.({ phase: 'Reading pages' });
  const { contentType } = answer;
  const origin = { url: answer.url, limits, ...(contentType !== null && { contentType }) };
  return parseInWorker(ctx, { source, body: answer.body, origin });
}
