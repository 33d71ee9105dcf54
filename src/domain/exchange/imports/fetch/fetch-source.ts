import { decodePercent } from '../../../../lib/percent.ts';
import { isArchiveSource, type BodySource, type ImportSource } from '../../../../text/imports/fields.ts';
import { googleExportUrl } from '../../../../text/imports/formats/google-url.ts';
import { readLimits, maxBodyBytes } from '../../../../text/imports/limits.ts';
import type { AskedVariant } from '../../../../text/imports/formats/variants/edition.ts';
import type { ParseTask } from '../../../../text/imports/parse.ts';
import { importRefused } from '../../../../text/imports/refusal.ts';
import { loadUpload } from '../../../authoring/content/uploads.ts';
import type { Context } from '../../../core/context.ts';
import type { JobProgress } from '../../../core/jobs/kind.ts';
import { requireOk, withArchive } from './archive-on-disk.ts';
import { crawlSite } from './crawl.ts';

/** The content to import. */
export interface ImportSourceAt extends AskedVariant {
  readonly url: string;
  readonly source: ImportSource;
}

/** Observer of the progress of an import. */
export interface ImportProgress {
  readonly progress?: ((progress: JobProgress) => void) | undefined;
}

/**
 * Fetches a website, an archive or a single body, and passes it to `use`. Temporary files are removed afterwards.
 * Throws fetch_…, and import_refused for a version or language of another source than a ZIP archive.
 */
export async function withFetched<Result>(
  ctx: Context,
  { url, source, version, language }: ImportSourceAt,
  run: ImportProgress,
  use: (fetched: ParseTask) => Promise<Result>,
): Promise<Result> {
  if (source !== 'zip' && (version !== undefined || language !== undefined))
    throw importRefused(`A source of the format ${source} has one version in one language`);
  if (source === 'website') return use(await fetchSite(ctx, url, run));
  if (!isArchiveSource(source)) return use(await fetchBody(ctx, url, source, run));
  return withArchive(ctx, url, run.progress, (archive, folder) => {
    run.progress?.({ phase: 'Reading pages' });
    return use({ source, archive, folder, origin: { limits: readLimits(ctx.config), variant: { version, language } } });
  });
}

async function fetchSite(ctx: Context, url: string, { progress }: ImportProgress): Promise<ParseTask> {
  progress?.({ phase: 'Fetching pages', done: 0 });
  const site = await crawlSite(ctx, url, { onPage: (done, total) => progress?.({ done, total }) });
  progress?.({ phase: 'Reading pages', done: site.pages.length, total: site.pages.length });
  return { source: 'website', site };
}

async function fetchBody(
  ctx: Context,
  url: string,
  source: BodySource,
  { progress }: ImportProgress,
): Promise<ParseTask> {
  progress?.({ phase: 'Fetching' });
  const maxBytes = Math.min(maxBodyBytes, ctx.config.IMPORT_MAX_BYTES);
  const limits = readLimits(ctx.config);
  const upload = await loadUpload(ctx, url, maxBytes);
  if (upload) {
    progress?.({ phase: 'Reading pages' });
    // The URL of an upload names the file, but nothing stands beside it: a relative link has no target.
    return { source, body: upload, origin: { name: decodePercent(new URL(url).pathname), limits } };
  }
  const fetched = source === 'google-docs' ? googleExportUrl(url) : url;
  const answer = await ctx.fetch(fetched, { maxBodyBytes: maxBytes, signal: ctx.signal });
  requireOk(answer);
  progress?.({ phase: 'Reading pages' });
  const { contentType } = answer;
  return {
    source,
    body: answer.body,
    origin: { url: answer.url, limits, ...(contentType !== null && { contentType }) },
  };
}
