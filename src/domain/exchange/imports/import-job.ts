import * as z from 'zod';
import type { Context } from '../../core/context.ts';
import type { ContentOwner } from '../../authoring/content/commit.ts';
import type { Revision } from '../../authoring/content/revisions.ts';
import { enqueueJob, runJob } from '../../core/jobs/enqueue.ts';
import { getJob, type Job } from '../../core/jobs/jobs.ts';
import { jobHandler, type JobKind } from '../../core/jobs/kind.ts';
import { enterSpace } from '../../authoring/spaces/spaces.ts';
import { importSources, type ImportSource } from '../../../text/imports/fields.ts';
import type { ImportNote } from '../../../text/imports/import-tree.ts';
import type { ImportResult } from './commit/commit-tree.ts';
import { importContent, type ImportRequest } from './pipeline.ts';
import { decrypt, encrypt } from '../../../lib/encryption.ts';
import { authorizeImport } from './authorize-import.ts';
import { failure } from '../../../lib/errors.ts';
import { refusedImport } from '../../../text/imports/refusal.ts';

/** Payload of both kinds of jobs. */
export const ImportPayload = z.object({
  spaceId: z.string(),
  changeRequestId: z.string().nullable(),
  /** Encrypted, because it may contain a password or a signature. */
  sealedUrl: z.string(),
  source: z.enum(Object.keys(importSources) as [ImportSource, ...ImportSource[]]),
  update: z.boolean().optional(),
  allowPartial: z.boolean().optional(),
  version: z.string().optional(),
  language: z.string().optional(),
});

export type ImportPayload = z.infer<typeof ImportPayload>;

export const Notes = z.array(z.object({ key: z.string(), reason: z.string() }));

/** What an update changes; null for others, and missing in results from before updates. */
export const Changes = z
  .object({ added: z.int(), updated: z.int(), removed: z.int(), unchanged: z.int() })
  .nullable()
  .default(null);

const Result = z.object({
  /** Id of the revision that the import created. */
  revision: z.string(),
  importedResources: z.int(),
  totalResources: z.int(),
  skipped: Notes,
  warnings: Notes,
  changes: Changes,
});

/** Stored result of an import job. */
export type StoredImportResult = z.infer<typeof Result>;

/** Result of an import job. */
export interface ImportOutcome extends Omit<StoredImportResult, 'revision'> {
  readonly revision: Revision;
  readonly place: ContentOwner;
}

export const importKind: JobKind<ImportPayload, StoredImportResult> = {
  name: 'import',
  payload: ImportPayload,
  result: Result,
  countDone: ({ importedResources: done, totalResources: total }) => ({ done, total }),
};

/** Runs an import as a job. The job completes in the transaction of the import, so a retry never imports twice. */
export const importHandler = jobHandler(importKind, async (ctx, payload, run) => {
  const done = await importContent(ctx, openRequest(ctx, payload), {
    progress: (progress) => run.progress(progress),
    complete: (inner, result) => run.complete(inner, toJobResult(result)),
  });
  return toJobResult(done);
});

/**
 * Imports in a background job and waits for its result. Throws as `importContent`, and timeout with the id of the job
 * when the job outlasts the request.
 */
export async function importByJob(ctx: Context, request: ImportRequest): Promise<ImportOutcome> {
  const { place, payload, about } = await prepareJob(ctx, request);
  const { revision: id, ...counts } = await runJob(ctx, importKind, payload, about).catch(refusedImport);
  const revision = await ctx.loaders.revision.load(id);
  if (revision === null) throw new Error(`The import of ${place.spaceId} has no revision ${id}`);
  return {
    revision: { ...(revision as Revision), activeOf: place.changeRequestId ?? place.spaceId },
    place,
    ...counts,
  };
}

/** Starts an import in the background. Throws as `prepareJob`. */
export async function startImport(ctx: Context, request: ImportRequest): Promise<Job> {
  const { payload, about } = await prepareJob(ctx, request);
  return getJob(ctx, await enqueueJob(ctx, importKind, payload, about));
}

/**
 * Seals the request into the payload of a job. Throws not_found, forbidden, insufficient_scope, space_locked; invalid_state for an update of
 * a space whose content a repository updates.
 */
export async function prepareJob(ctx: Context, { url, ...asked }: ImportRequest) {
  const { source, update, allowPartial, version, language } = asked;
  const place = await authorizeImport(ctx, asked);
  const { spaceId, changeRequestId = null } = place;
  const { organizationId } = await enterSpace(ctx, spaceId);
  if (update === true && changeRequestId === null && (await ctx.loaders.gitConnection.load(spaceId)) !== null)
    throw failure(
      'invalid_state',
      'The space is connected with a Git repository, which updates its content. Disconnect it first',
    );
  const sealedUrl = encrypt(ctx.encryptionKey, url, urlOwner({ spaceId }));
  return {
    place,
    payload: { spaceId, changeRequestId, sealedUrl, source, update, allowPartial, version, language },
    about: { organizationId, spaceId },
  };
}

/** Restores the request from the payload of a job. */
export const openRequest = (ctx: Context, { sealedUrl, ...asked }: ImportPayload): ImportRequest => ({
  ...asked,
  url: decrypt(ctx.encryptionKey, sealedUrl, urlOwner(asked)),
});

const urlOwner = ({ spaceId }: { readonly spaceId: string }) => `import:${spaceId}/url`;

const toJobResult = ({ revision, importedResources, totalResources, skipped, warnings, changes }: ImportResult) => ({
  revision: revision.id,
  importedResources,
  totalResources,
  skipped: truncateNotes(skipped),
  warnings: truncateNotes(warnings),
  changes,
});

/** Maximum number of notes of each kind in the result of a job. */
const maxNotes = 2_000;

/** Truncates the notes for the result of a job. The last note states the number of omitted ones. */
export function truncateNotes(notes: readonly ImportNote[]): ImportNote[] {
  if (notes.length <= maxNotes) return [...notes];
  const left = notes.length - maxNotes + 1;
  return [...notes.slice(0, maxNotes - 1), { key: '', reason: `${left} more notes are left out` }];
}
