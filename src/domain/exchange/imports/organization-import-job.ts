import * as z from 'zod';
import { decrypt, encrypt } from '../../../lib/encryption.ts';
import type { Context } from '../../core/context.ts';
import { enqueueJob } from '../../core/jobs/enqueue.ts';
import { getJob, type Job } from '../../core/jobs/jobs.ts';
import { jobHandler, type JobKind, type JobProgress } from '../../core/jobs/kind.ts';
import { authorizedOrganization } from '../../people/organizations/organizations.ts';
import { withArchive } from './fetch/archive-on-disk.ts';
import { Notes, truncateNotes } from './import-job.ts';
import { importArchiveOfOrganization } from './import-organization.ts';

const Payload = z.object({
  organizationId: z.string(),
  /** Encrypted, because it may contain a password or a signature. */
  sealedUrl: z.string(),
});

const Result = z.object({
  collections: z.int(),
  spaces: z.array(
    z.object({
      space: z.string(),
      title: z.string(),
      importedResources: z.int(),
      totalResources: z.int(),
      skipped: Notes,
      warnings: Notes,
    }),
  ),
  skipped: Notes,
});

/** Result of an import into an organization. */
export type OrganizationImportResult = z.infer<typeof Result>;

export const organizationImport: JobKind<z.infer<typeof Payload>, OrganizationImportResult> = {
  name: 'organization-import',
  payload: Payload,
  result: Result,
  countDone: ({ spaces }) => ({
    done: spaces.reduce((sum, { importedResources }) => sum + importedResources, 0),
    total: spaces.reduce((sum, { totalResources }) => sum + totalResources, 0),
  }),
};

/** Imports the archive of an organization. A retry continues after the spaces that are complete. */
export const organizationImportHandler = jobHandler(
  organizationImport,
  async (ctx: Context, { organizationId, sealedUrl }, run) => {
    const { jobId, signal } = run;
    const progress = (step: JobProgress) => run.progress(step);
    await authorizedOrganization(ctx, organizationId, 'import');
    const url = decrypt(ctx.encryptionKey, sealedUrl, urlOwner(organizationId));
    const { spaces, skipped, collections } = await withArchive(ctx, url, progress, (archive, folder) =>
      importArchiveOfOrganization(ctx, { organizationId, archive, folder, jobId, signal, progress }),
    );
    return {
      collections,
      spaces: spaces.map((one) => ({
        ...one,
        skipped: truncateNotes(one.skipped),
        warnings: truncateNotes(one.warnings),
      })),
      skipped: truncateNotes(skipped),
    };
  },
);

/**
 * Starts a job that imports an exported organization into another one. Requires `admin`. Throws not_found, forbidden,
 * insufficient_scope.
 */
export async function importOrganization(
  ctx: Context,
  { organizationId, url }: { readonly organizationId: string; readonly url: string },
): Promise<Job> {
  await authorizedOrganization(ctx, organizationId, 'import');
  const sealedUrl = encrypt(ctx.encryptionKey, url, urlOwner(organizationId));
  const about = { organizationId, spaceId: null, exclusive: `import ${organizationId}` };
  return getJob(ctx, await enqueueJob(ctx, organizationImport, { organizationId, sealedUrl }, about));
}

const urlOwner = (organizationId: string) => `import:${organizationId}/url`;
