import * as z from 'zod';
import type { Context } from '../../core/context.ts';
import { enqueueJob, runJob } from '../../core/jobs/enqueue.ts';
import { getJob, type Job } from '../../core/jobs/jobs.ts';
import { jobHandler, type JobKind } from '../../core/jobs/kind.ts';
import { previewImport, type ImportPreview, type ImportRequest } from './pipeline.ts';
import { Changes, ImportPayload, Notes, openRequest, prepareJob, truncateNotes } from './import-job.ts';
import type { ImportedPage } from '../../../text/imports/import-tree.ts';
import { refusedImport } from '../../../text/imports/refusal.ts';

const Page = z.object({
  title: z.string(),
  /** Path relative to the imported content. */
  path: z.string(),
  key: z.string(),
  size: z.int(),
  links: z.int(),
  brokenLinks: z.int(),
});

const File = z.object({ name: z.string(), key: z.string(), contentType: z.string(), size: z.int() });

/** A version of a source in a language. */
export const Variant = z.object({
  version: z.string().nullable(),
  language: z.string().nullable(),
  title: z.string().nullable(),
  pages: z.int(),
  isDefault: z.boolean(),
});

const Result = z.object({
  pages: z.array(Page),
  files: z.array(File),
  importedResources: z.int(),
  totalResources: z.int(),
  skipped: Notes,
  warnings: Notes,
  changes: Changes,
  /** Missing in results from before it. */
  isPartial: z.boolean().default(false),
  /** Missing in results from before it. */
  variants: z.array(Variant).default([]),
});

/** The pages and files that an import would add or skip, without contents. */
export type PreviewOutcome = z.infer<typeof Result>;

export const previewKind: JobKind<ImportPayload, PreviewOutcome> = {
  name: 'import-preview',
  payload: ImportPayload,
  result: Result,
  countDone: ({ importedResources: done, totalResources: total }) => ({ done, total }),
};

/** Runs the preview of an import as a job. */
export const previewHandler = jobHandler(previewKind, async (ctx, payload, run) =>
  toOutcome(await previewImport(ctx, openRequest(ctx, payload), { progress: (progress) => run.progress(progress) })),
);

/**
 * Reads the content of an import in a background job and waits for the result. Throws as `previewImport`, and timeout
 * with the id of the job when the job outlasts the request.
 */
export async function previewByJob(ctx: Context, request: ImportRequest): Promise<PreviewOutcome> {
  const { payload, about } = await prepareJob(ctx, request);
  return runJob(ctx, previewKind, payload, about).catch(refusedImport);
}

/** Starts a preview in the background. Throws not_found, forbidden, insufficient_scope, space_locked, invalid_state. */
export async function startPreview(ctx: Context, request: ImportRequest): Promise<Job> {
  const { payload, about } = await prepareJob(ctx, request);
  return getJob(ctx, await enqueueJob(ctx, previewKind, payload, about));
}

const toOutcome = ({
  pages,
  files,
  skipped,
  warnings,
  changes,
  isPartial,
  variants,
  ...counts
}: ImportPreview): PreviewOutcome => ({
  pages: foundPages(pages),
  files: files.map(({ name, key, contentType, body }) => ({ name, key, contentType, size: body.length })),
  importedResources: counts.importedResources,
  totalResources: counts.totalResources,
  skipped: truncateNotes(skipped),
  warnings: truncateNotes(warnings),
  changes,
  isPartial,
  variants: [...variants],
});

const foundPages = (pages: readonly ImportedPage[], above = ''): z.infer<typeof Page>[] =>
  pages.flatMap(({ title, key, slug, markdown, links, children }) => [
    {
      title,
      key,
      path: `${above}${slug}`,
      size: Buffer.byteLength(markdown),
      links: links.length,
      brokenLinks: links.filter(({ target }) => target.kind === 'broken').length,
    },
    ...foundPages(children, `${above}${slug}/`),
  ]);
