import { failure } from '../../lib/errors.ts';
import { maxTreeDepth } from '../content/edits/fields.ts';
import { readUpload } from '../content/uploads.ts';
import { treeTooDeep } from '../content/tree-depth.ts';
import type { Context } from '../context.ts';
import type { JobProgress } from '../jobs/kind.ts';
import type { ImportSource } from './fields.ts';
import { treeDepth, type ImportTree } from './import-tree.ts';
import { parseInWorker } from './parse-in-worker.ts';
import type { ParsedSource } from './parse.ts';
import { importRefused } from './refusal.ts';
import { fetchImages } from './remote-images.ts';
import { googleExportUrl } from './sources/google-docs.ts';
import { crawlSite } from './website/crawl.ts';

/** Content to import. */
export interface ImportSourceAt {
  readonly url: string;
  readonly source: ImportSource;
}

/** Observer of the progress of an import. */
export interface ImportProgress {
  readonly progress?: ((progress: JobProgress) => void) | undefined;
}

export type FoundImages = Awaited<ReturnType<typeof fetchImages>>;

/** See docs/reference/imports.md. */
const fetchTimeoutMs = 30_000;

/** Sources whose remote images are not downloaded, because archives and Word documents contain their images. */
const withoutFiles: ReadonlySet<ImportSource> = new Set(['markdown', 'html', 'google-docs', 'website']);

/** Fetches and parses the content of a URL. Throws fetch_…, import_refused. */
export async function readContent(
  ctx: Context,
  { url, source }: ImportSourceAt,
  run: ImportProgress = {},
): Promise<{ readonly tree: ImportTree; readonly images: FoundImages }> {
  const tree = source === 'website' ? await readSite(ctx, url, run) : await readOne(ctx, url, source, run);
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
  const upload = await readUpload(ctx, url, ctx.config.IMPORT_MAX_BYTES);
  if (upload) {
    progress?.({ phase: 'Reading pages' });
    return parseInWorker(ctx, { source, body: upload, origin: { url } });
  }
  const answer = await ctx.fetch(source === 'google-docs' ? googleExportUrl(url) : url, {
    maxBodyBytes: ctx.config.IMPORT_MAX_BYTES,
    timeoutMs: fetchTimeoutMs,
    signal: ctx.signal,
  });
  if (answer.status !== 200)
    throw failure('fetch_failed', `The URL responded with status ${answer.status} instead of 200`);
  progress?.({ phase: 'Reading pages' });
  const { contentType } = answer;
  const origin = { url: answer.url, ...(contentType !== null && { contentType }) };
  return parseInWorker(ctx, { source, body: answer.body, origin });
}
