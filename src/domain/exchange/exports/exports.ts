import { safeFileName } from '../../../lib/file-names.ts';
import { notFound } from '../../../lib/errors.ts';
import { allowed } from '../../../access/policy.ts';
import type { Download } from '../../authoring/content/queries/files.ts';
import type { Context } from '../../core/context.ts';
import { signedUrl } from '../../core/urls.ts';
import { enqueueJob } from '../../core/jobs/enqueue.ts';
import { getJob, type Job } from '../../core/jobs/jobs.ts';
import { authorizedOrganization } from '../../people/organizations/organizations.ts';
import { organizationPolicy } from '../../people/organizations/policy.ts';
import { authorizedSpace, toFacts, withAccess } from '../../authoring/spaces/spaces.ts';
import { archiveParts, type ArchivePart } from './fields.ts';
import { organizationExport, spaceExport } from './job.ts';
import { ExportResult } from './make-archive.ts';
import { adminOfSpaces, mayReadPart, type PartReader } from './may-read.ts';
import { findExport, findExportDownload } from './queries.ts';

/** Starts a job that exports a space, or returns the caller's unfinished one. Throws not_found, insufficient_scope. */
export async function exportSpace(ctx: Context, spaceId: string): Promise<Job> {
  const { id, organizationId, revisionId } = await authorizedSpace(ctx, spaceId, 'readContent');
  const key = `export ${revisionId} ${ctx.actor.tokenId}`;
  const about = { organizationId, spaceId: id, key, exclusive: `export ${organizationId}` };
  return getJob(ctx, await enqueueJob(ctx, spaceExport, { spaceId: id }, about));
}

/**
 * Starts a job that exports all spaces of an organization, or returns the caller's unfinished one. Requires `admin`.
 * Throws not_found, forbidden, insufficient_scope.
 */
export async function exportOrganization(ctx: Context, id: string): Promise<Job> {
  await authorizedOrganization(ctx, id, 'export');
  const key = `export ${id} ${ctx.actor.tokenId}`;
  const about = { organizationId: id, spaceId: null, key, exclusive: `export ${id}` };
  return getJob(ctx, await enqueueJob(ctx, organizationExport, { organizationId: id }, about));
}

/** Lifetime of the URL of an archive, in seconds. */
const urlSeconds = 3_600;

/**
 * Creates a signed URL, valid for one hour, that downloads the archive of a job. Null for other jobs, for a deleted
 * archive, and when the caller may no longer read every part of it.
 */
export async function exportUrl(ctx: Context, job: Job): Promise<string | null> {
  if (job.kind !== spaceExport.name && job.kind !== organizationExport.name) return null;
  const result = ExportResult.safeParse(job.result);
  const reader = result.success ? await loadReader(ctx, job) : null;
  const found = reader && result.data ? await findExport(ctx.sql, result.data.export) : null;
  if (reader === null || found === null || !found.parts.every((part) => isPart(part) && mayReadPart(reader, part)))
    return null;
  return signedUrl(ctx, `/exports/${found.id}/${encodeURIComponent(safeFileName(found.name))}`, urlSeconds);
}

/** The caller with the access to the exported resource; null when the caller has none. */
async function loadReader(ctx: Context, { kind, spaceId, organizationId }: Job): Promise<PartReader | null> {
  const { actor } = ctx;
  if (kind === spaceExport.name) {
    const row = spaceId === null ? null : await ctx.loaders.space.load(spaceId);
    return row && { actor, space: toFacts(withAccess(row)), organization: null };
  }
  const organization = organizationId === null ? null : await ctx.loaders.organization.load(organizationId);
  const may = organization !== null && allowed(organizationPolicy, 'export', actor, organization);
  return may ? { actor, space: adminOfSpaces, organization } : null;
}

const isPart = (part: string): part is ArchivePart => Object.hasOwn(archiveParts, part);

/** Gets the bytes of an archive after its URL was verified. Throws not_found, also when the space is deleted. */
export async function getExportDownload(reader: Context['sql'], id: string): Promise<Download> {
  const file = await findExportDownload(reader, id);
  if (file === null) throw notFound('export', id);
  return file;
}
