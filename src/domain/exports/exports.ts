import { safeFileName } from '../../infra/storage/download-headers.ts';
import { signPath } from '../../infra/storage/signed-url.ts';
import { notFound } from '../../lib/errors.ts';
import type { Download } from '../content/queries/files.ts';
import type { Context } from '../context.ts';
import { enqueueJob } from '../jobs/enqueue.ts';
import { getJob, resultOf, type Job } from '../jobs/jobs.ts';
import { authorizedSpace } from '../spaces/spaces.ts';
import { ExportResult, spaceExport } from './job.ts';
import { findExport, findExportDownload } from './queries.ts';

/**
 * Starts the export of a space in the background; while one of the caller is unfinished, returns that one. Throws
 * not_found, insufficient_scope.
 */
export async function exportSpace(ctx: Context, spaceId: string): Promise<Job> {
  const { id, organizationId, revisionId } = await authorizedSpace(ctx, spaceId, 'readContent');
  const key = `export ${revisionId} ${ctx.actor.tokenId}`;
  const about = { organizationId, spaceId: id, key, exclusive: `export ${organizationId}` };
  return getJob(ctx, await enqueueJob(ctx, spaceExport, { spaceId: id }, about));
}

/** Lifetime of the URL of an archive, in seconds. */
const urlSeconds = 3_600;

/** A signed URL that downloads the archive of a job for one hour. Null for other jobs, and when the archive was deleted. */
export async function exportUrl(ctx: Context, job: Job): Promise<string | null> {
  if (job.kind !== spaceExport.name) return null;
  const result = ExportResult.safeParse(await resultOf(ctx, job));
  const found = result.success ? await findExport(ctx.sql, result.data.export) : null;
  if (found === null) return null;
  const path = `/exports/${found.id}/${encodeURIComponent(safeFileName(found.name))}`;
  return `${ctx.urls.base}${signPath(ctx.downloadKey, path, Math.floor(ctx.now().getTime() / 1_000) + urlSeconds)}`;
}

/** Gets the bytes of an archive for a verified URL. Throws not_found, also when the space is deleted. */
export async function getExportDownload(reader: Context['sql'], id: string): Promise<Download> {
  const file = await findExportDownload(reader, id);
  if (file === null) throw notFound('export', id);
  return file;
}
