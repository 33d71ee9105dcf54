import * as z from 'zod';
import type { Context } from '../context.ts';
import type { ContentOwner } from '../content/commit.ts';
import type { Revision } from '../content/revisions.ts';
import { enqueueJob, runJob } from '../jobs/enqueue.ts';
import { getJob, type Job } from '../jobs/jobs.ts';
import { jobHandler, type JobKind } from '../jobs/kind.ts';
import { enterSpace } from '../spaces/spaces.ts';
import { importSources, type ImportSource } from './fields.ts';
import { importContent, type ImportRequest, type ImportResult } from './import-content.ts';
import { decrypt, encrypt } from '../../lib/encryption.ts';
import { authorizeImport } from './authorize-import.ts';
import { refusedUrl } from './refusal.ts';

const Payload = z.object({
  spaceId: z.string(),
  changeRequestId: z.string().nullable(),
  /** Encrypted, since it may contain a password or a signature. */
  sealedUrl: z.string(),
  source: z.enum(Object.keys(importSources) as [ImportSource, ...ImportSource[]]),
});

const Notes = z.array(z.object({ key: z.string(), reason: z.string() }));

const Result = z.object({
  revision: z.string(),
  importedResources: z.int(),
  totalResources: z.int(),
  skipped: Notes,
  warnings: Notes,
});

/** Result of an import that ran as a job. */
export interface ImportOutcome extends Omit<z.infer<typeof Result>, 'revision'> {
  readonly revision: Revision;
  readonly place: ContentOwner;
}

const importKind: JobKind<z.infer<typeof Payload>, z.infer<typeof Result>> = {
  name: 'import',
  payload: Payload,
  result: Result,
};

/** Runs an import as a job. The job completes in the transaction of the import, so a retried job never imports twice. */
export const importHandler = jobHandler(importKind, async (ctx, { sealedUrl, ...payload }, run) => {
  const url = decrypt(ctx.encryptionKey, sealedUrl, urlOwner(payload));
  const done = await importContent(
    ctx,
    { ...payload, url },
    {
      progress: (progress) => run.progress(progress),
      complete: (inner, result) => run.complete(inner, toJobResult(result)),
    },
  );
  return toJobResult(done);
});

/**
 * Imports in a background job and waits for its result. Throws as `importContent`, and timeout with the id of the job
 * when the job outlasts the request.
 */
export async function importByJob(ctx: Context, request: ImportRequest): Promise<ImportOutcome> {
  const { place, payload, about } = await prepare(ctx, request);
  const { revision: id, ...counts } = await runJob(ctx, importKind, payload, about).catch(refusedUrl);
  const revision = await ctx.loaders.revision.load(id);
  if (revision === null) throw new Error(`The import of ${place.spaceId} has no revision ${id}`);
  return {
    revision: { ...(revision as Revision), activeOf: place.changeRequestId ?? place.spaceId },
    place,
    ...counts,
  };
}

/** Starts an import in the background. Throws not_found, forbidden, insufficient_scope, space_locked, invalid_state. */
export async function startImport(ctx: Context, request: ImportRequest): Promise<Job> {
  const { payload, about } = await prepare(ctx, request);
  return getJob(ctx, await enqueueJob(ctx, importKind, payload, about));
}

async function prepare(ctx: Context, { url, source, ...asked }: ImportRequest) {
  const place = await authorizeImport(ctx, asked);
  const { spaceId, changeRequestId = null } = place;
  const { organizationId } = await enterSpace(ctx, spaceId);
  const sealedUrl = encrypt(ctx.encryptionKey, url, urlOwner({ spaceId }));
  return { place, payload: { spaceId, changeRequestId, sealedUrl, source }, about: { organizationId, spaceId } };
}

const urlOwner = ({ spaceId }: { readonly spaceId: string }) => `import:${spaceId}/url`;

const toJobResult = ({ revision, importedResources, totalResources, skipped, warnings }: ImportResult) => ({
  revision: revision.id,
  importedResources,
  totalResources,
  skipped: skipped.slice(0, maxNotes).map((note) => ({ ...note })),
  warnings: warnings.slice(0, maxNotes).map((note) => ({ ...note })),
});

/** Most notes of each kind in the result of a job. */
const maxNotes = 2_000;
