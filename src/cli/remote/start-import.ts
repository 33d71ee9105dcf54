import * as z from 'zod';
import { Changes, Notes } from '../../domain/exchange/imports/import-job.ts';
import { Variant } from '../../domain/exchange/imports/preview-job.ts';
import type { ImportSource } from '../../text/imports/fields.ts';
import { failure } from '../../lib/errors.ts';
import type { Spinner } from '../spinner.ts';
import { StartedJob } from './follow-job.ts';
import type { LocalContent } from './local-content.ts';
import { ask, call, type Server } from './server.ts';

/** How much of a source is imported, and what is left out or changed. */
export const Counts = z.object({
  importedResources: z.int(),
  totalResources: z.int(),
  skipped: Notes,
  warnings: Notes,
});

/** The result of an import. */
export const Imported = Counts.extend({ revision: z.string(), changes: Changes });

/** The result of a preview. */
export const Preview = Counts.extend({
  changes: Changes,
  isPartial: z.boolean(),
  variants: z.array(Variant),
  pages: z.array(z.object({ title: z.string(), path: z.string() })),
  files: z.array(z.unknown()),
});

/** Returns the format of a content. Throws validation_failed when nothing names it. */
export function sourceOf(
  content: string | LocalContent,
  { source: named }: { readonly source?: ImportSource },
): ImportSource {
  const source = named ?? (typeof content === 'string' ? undefined : content.source);
  if (source === undefined) throw failure('validation_failed', 'Name the format of the content with --source');
  return source;
}

const Upload = z.object({ url: z.string() });

/** Sends a content to the server. Returns the URL that stands for it. */
export async function upload(server: Server, content: LocalContent, spinner: Spinner): Promise<string> {
  spinner.progress({ phase: 'Uploading' });
  const path = `/uploads?name=${encodeURIComponent(content.name)}`;
  const { url } = await call(server, path, Upload, { bytes: content.open(), type: 'application/octet-stream' });
  return url;
}

export interface ToStart {
  readonly space: string;
  readonly changeRequest?: string | undefined;
  readonly dryRun?: boolean | undefined;
  readonly input: {
    readonly url: string;
    readonly source: ImportSource;
    readonly update?: boolean | undefined;
    readonly allowPartial?: boolean | undefined;
    readonly version?: string | undefined;
    readonly language?: string | undefined;
  };
}

/** Starts the job with GraphQL, because the REST request waits for the end of the import without reporting progress. */
export async function startImport(server: Server, { space, changeRequest, dryRun, input }: ToStart) {
  const field = dryRun ? 'startImportPreview' : 'startImport';
  const query = `mutation ($spaceId: ID!, $changeRequestId: ID, $input: ImportContentInput!) {
    start: ${field}(spaceId: $spaceId, changeRequestId: $changeRequestId, input: $input) { job { id } } }`;
  const source = input.source.toUpperCase().replaceAll('-', '_');
  const variables = { spaceId: space, changeRequestId: changeRequest, input: { ...input, source } };
  return (await ask(server, Started, { query, variables })).start.job;
}

const Started = z.object({ start: z.object({ job: StartedJob }) });
