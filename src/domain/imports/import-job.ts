import * as z from 'zod';
import type { Context } from '../context.ts';
import type { ContentPlace } from '../content/commit.ts';
import type { Revision } from '../content/revisions.ts';
import { enqueueJob, runJob } from '../jobs/enqueue.ts';
import { getJob, type Job } from '../jobs/jobs.ts';
import { jobHandler, type JobKind } from '../jobs/kind.ts';
import { enterSpace } from '../spaces/spaces.ts';
import { importSources, type ImportSource } from './fields.ts';
import { importContent, type ImportRequest, type ImportResult } from './import-content.ts';
import { authorizedPlace } from './import-place.ts';
import { refusedUrl } from './refusal.ts';

const Payload = z.object({
  spaceId: z.string(),
  changeRequestId: z.string().nullable(),
  url: z.string(),
  source: z.enum(Object.keys(importSources) as [ImportSource, ...ImportSource[]]),
});

const Notes = z.array(z.object({ key: z.string(), reason: z.string() }));

/** What is kept of an import. */
const Result = z.object({
  revision: z.string(),
  importedResources: z.int(),
  totalResources: z.int(),
  skipped: Notes,
  warnings: Notes,
});

/** What came of an import that ran as a job. */
export interface ImportOutcome extends Omit<z.infer<typeof Result>, 'revision'> {
  readonly revision: Revision;
  readonly place: ContentPlace;
}

const importKind: JobKind<z.infer<typeof Payload>, z.infer<typeof Result>> = {
  name: 'import',
  payload: Payload,
  result: Result,
};

/** Does the import a job asks for. A job that begins anew has left nothing behind: the import and its end are one. */
export const importHandler = jobHandler(importKind, async (ctx, payload, run) => {
  const done = await importContent(ctx, payload, {
    progress: (progress) => run.progress(progress),
    complete: (inner, result) => run.complete(inner, keptOf(result)),
  });
  return keptOf(done);
});

/** Imports as importContent does, in the background, and answers when it is done. Throws timeout, naming the job, when a request may not take so long. */
export async function importByJob(ctx: Context, request: ImportRequest): Promise<ImportOutcome> {
  const { place, payload, about } = await prepare(ctx, request);
  const { revision: id, ...counts } = await runJob(ctx, importKind, payload, about).catch(refusedUrl);
  const revision = await ctx.loaders.revision.load(id);
  if (revision === null) throw new Error(`The import of ${place.spaceId} lacks its revision ${id}`);
  return { revision: revision as Revision, place, ...counts };
}

/** Begins an import in the background. Throws not_found, forbidden, insufficient_scope, space_locked, invalid_state. */
export async function startImport(ctx: Context, request: ImportRequest): Promise<Job> {
  const { payload, about } = await prepare(ctx, request);
  return getJob(ctx, await enqueueJob(ctx, importKind, payload, about));
}

async function prepare(ctx: Context, { url, source, ...asked }: ImportRequest) {
  const place = await authorizedPlace(ctx, asked);
  const { spaceId, changeRequestId = null } = place;
  const { organizationId } = await enterSpace(ctx, spaceId);
  return { place, payload: { spaceId, changeRequestId, url, source }, about: { organizationId, spaceId } };
}

const keptOf = ({ revision, importedResources, totalResources, skipped, warnings }: ImportResult) => ({
  revision: revision.id,
  importedResources,
  totalResources,
  skipped: skipped.slice(0, maxNotes).map((note) => ({ ...note })),
  warnings: warnings.slice(0, maxNotes).map((note) => ({ ...note })),
});

/** Of each kind, in the result of a job. */
const maxNotes = 2_000;
