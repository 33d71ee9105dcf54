import { failure } from '../../lib/errors.ts';
import { maxTreeDepth } from '../content/edits/fields.ts';
import { treeTooDeep } from '../content/tree-depth.ts';
import type { Context } from '../context.ts';
import type { JobProgress } from '../jobs/kind.ts';
import type { ImportSource } from './fields.ts';
import { levelsOf, type ImportTree } from './import-tree.ts';
import { parseInThread } from './parse-in-thread.ts';
import type { ParsedSource } from './parse.ts';
import { importRefused } from './refusal.ts';
import { fetchImages } from './remote-images.ts';
import { googleExportUrl } from './sources/google-docs.ts';
import { crawlSite } from './website/crawl.ts';

/** What is to be imported. */
export interface ImportSourceAt {
  readonly url: string;
  readonly source: ImportSource;
}

/** How an import is followed. */
export interface ImportProgress {
  readonly progress?: ((progress: JobProgress) => void) | undefined;
}

export type FoundImages = Awaited<ReturnType<typeof fetchImages>>;

/** Decisions, "Import". */
const fetchTimeoutMs = 30_000;

/** Archives and Word documents carry their images; what their pages show from elsewhere stays there. */
const withoutFiles: ReadonlySet<ImportSource> = new Set(['markdown', 'html', 'google-docs', 'website']);

/** Fetches and parses all that an address offers. Throws fetch_…, import_refused. */
export async function readContent(
  ctx: Context,
  { url, source }: ImportSourceAt,
  run: ImportProgress = {},
): Promise<{ readonly tree: ImportTree; readonly images: FoundImages }> {
  const tree = source === 'website' ? await readSite(ctx, url, run) : await readOne(ctx, url, source, run);
  if (tree.pages.length === 0) throw importRefused('There is no page to import');
  if (levelsOf(tree.pages) > maxTreeDepth) throw importRefused(treeTooDeep);
  if (!withoutFiles.has(source)) return { tree, images: { files: [], skipped: [] } };
  run.progress?.({ phase: 'Fetching images' });
  return { tree, images: await fetchImages(ctx, tree) };
}

async function readSite(ctx: Context, url: string, { progress }: ImportProgress): Promise<ImportTree> {
  progress?.({ phase: 'Fetching pages', done: 0 });
  const site = await crawlSite(ctx, url, { onPage: (done, total) => progress?.({ done, total }) });
  progress?.({ phase: 'Reading pages', done: site.pages.length, total: site.pages.length });
  return parseInThread({ source: 'website', site }, ctx.signal);
}

async function readOne(
  ctx: Context,
  url: string,
  source: ParsedSource,
  { progress }: ImportProgress,
): Promise<ImportTree> {
  progress?.({ phase: 'Fetching' });
  const answer = await ctx.fetch(source === 'google-docs' ? googleExportUrl(url) : url, {
    maxBodyBytes: ctx.config.IMPORT_MAX_BYTES,
    timeoutMs: fetchTimeoutMs,
    signal: ctx.signal,
  });
  if (answer.status !== 200) throw failure('fetch_failed', `The URL answers ${answer.status}, not 200`);
  progress?.({ phase: 'Reading pages' });
  const { contentType } = answer;
  const origin = { url: answer.url, ...(contentType !== null && { contentType }) };
  return parseInThread({ source, body: answer.body, origin }, ctx.signal);
}
