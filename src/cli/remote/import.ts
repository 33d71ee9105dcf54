import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import * as z from 'zod';
import type { ImportSource } from '../../text/imports/fields.ts';
import { Changes, Notes } from '../../domain/exchange/imports/import-job.ts';
import { failure } from '../../lib/errors.ts';
import { printCounts, printNotes, printPreview } from '../import-report.ts';
import { startSpinner, type Spinner } from '../spinner.ts';
import { followJob, StartedJob } from './follow-job.ts';
import { readLocalContent, type LocalContent } from './local-content.ts';
import { call, type Server } from './server.ts';
import { counted } from '../../lib/counted.ts';

export interface RemoteImport {
  readonly space?: string;
  readonly organization?: string;
  /** Id or number of the change request. */
  readonly changeRequest?: string;
  /** Derived from the file extension when absent. */
  readonly source?: ImportSource;
  readonly dryRun?: boolean;
  readonly update?: boolean;
  readonly allowPartial?: boolean;
}

const Counts = z.object({
  importedResources: z.int(),
  totalResources: z.int(),
  skipped: Notes,
  warnings: Notes,
});
const Imported = Counts.extend({ revision: z.string(), changes: Changes });
const Preview = Counts.extend({
  changes: Changes,
  isPartial: z.boolean(),
  pages: z.array(z.object({ title: z.string(), path: z.string() })),
  files: z.array(z.unknown()),
});
const OrganizationImported = z.object({
  collections: z.int(),
  spaces: z.array(Counts.extend({ space: z.string(), title: z.string() })),
  skipped: Notes,
});

/** Imports a URL, a file or a folder through a running server, and prints the report of the server. */
export async function importThrough(server: Server, from: string, options: RemoteImport): Promise<void> {
  const { space, organization } = options;
  const content = /^https?:\/\//i.test(from) ? from : await readLocalContent(from);
  const spinner = startSpinner(`Importing ${typeof content === 'string' ? content : content.name}`);
  try {
    if (space !== undefined) await importIntoSpace(server, content, { ...options, space, spinner });
    else if (organization !== undefined) await importOrganization(server, content, { organization, spinner });
  } finally {
    spinner.stop();
  }
  if (typeof content !== 'string') printNotes('not sent', content.leftOut);
}

interface IntoSpace extends RemoteImport {
  readonly space: string;
  readonly spinner: Spinner;
}

async function importIntoSpace(server: Server, content: string | LocalContent, options: IntoSpace): Promise<void> {
  const { space, changeRequest, dryRun, update, allowPartial, spinner } = options;
  const source = options.source ?? (typeof content === 'string' ? undefined : content.source);
  if (source === undefined) throw failure('validation_failed', 'Name the format of the content with --source');
  // Checks that the target exists before the content is uploaded.
  const place = `/v1/spaces/${encodeURIComponent(space)}`;
  const change = changeRequest === undefined ? '' : `/change-requests/${encodeURIComponent(changeRequest)}`;
  await call(server, `${place}${change}`, z.object({ id: z.string() }));
  const url = typeof content === 'string' ? content : await upload(server, content, spinner);
  const job = await startImport(server, { space, changeRequest, url, source, dryRun, update, allowPartial });
  const { result } = await followJob(server, job, spinner);
  spinner.stop();
  if (dryRun) {
    const { pages, files, ...counts } = Preview.parse(result);
    const lines = pages.map(({ title, path }) => ({ title, depth: path.split('/').length - 1 }));
    return printPreview({ lines, files: files.length, counts });
  }
  const { revision, ...counts } = Imported.parse(result);
  printCounts(counts, `, revision ${revision}`);
}

const Upload = z.object({ url: z.string() });

async function upload(server: Server, content: LocalContent, spinner: Spinner): Promise<string> {
  spinner.progress({ phase: 'Uploading' });
  const path = `/uploads?name=${encodeURIComponent(content.name)}`;
  const { url } = await call(server, path, Upload, { bytes: content.open(), type: 'application/octet-stream' });
  return url;
}

interface ToStart {
  readonly space: string;
  readonly changeRequest: string | undefined;
  readonly url: string;
  readonly source: ImportSource;
  readonly dryRun: boolean | undefined;
  readonly update: boolean | undefined;
  readonly allowPartial: boolean | undefined;
}

/** Starts the job with GraphQL, because the REST request waits for the end of the import without reporting progress. */
async function startImport(server: Server, asked: ToStart) {
  const { space, changeRequest, url, source, dryRun, update, allowPartial } = asked;
  const field = dryRun ? 'startImportPreview' : 'startImport';
  const query = `mutation ($spaceId: ID!, $changeRequestId: ID, $input: ImportContentInput!) {
    start: ${field}(spaceId: $spaceId, changeRequestId: $changeRequestId, input: $input) { job { id } } }`;
  const input = { url, source: source.toUpperCase().replaceAll('-', '_'), update, allowPartial };
  const variables = { spaceId: space, changeRequestId: changeRequest, input };
  const { data, errors } = await call(server, '/graphql', Started, { json: { query, variables } });
  if (!data) throw failure('forbidden', errors?.[0]?.message ?? 'The server did not start the import');
  return data.start.job;
}

const Started = z.object({
  data: z.object({ start: z.object({ job: StartedJob }) }).nullish(),
  errors: z.array(z.object({ message: z.string() })).optional(),
});

interface IntoOrganization {
  readonly organization: string;
  readonly spinner: Spinner;
}

async function importOrganization(
  server: Server,
  content: string | LocalContent,
  { organization, spinner }: IntoOrganization,
): Promise<void> {
  const path = `/v1/orgs/${encodeURIComponent(organization)}`;
  await call(server, path, z.object({ id: z.string() }));
  spinner.progress({ phase: 'Uploading' });
  const body = typeof content === 'string' ? { json: { url: content } } : formOf(content);
  const job = await call(server, `${path}/import`, StartedJob, body);
  const { result } = await followJob(server, job, spinner);
  spinner.stop();
  const { collections, spaces, skipped } = OrganizationImported.parse(result);
  console.log(`${counted(collections, 'collection')}, ${counted(spaces.length, 'space')}`);
  for (const { space, title, ...counts } of spaces) printCounts(counts, `, ${space} ${title}`);
  printNotes('left out', skipped);
}

/** Returns a multipart form with one file (RFC 7578), which is read while it is sent. */
function formOf(content: LocalContent) {
  const boundary = randomBytes(16).toString('hex');
  async function* parts() {
    yield Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="archive.zip"\r\ncontent-type: application/zip\r\n\r\n`,
    );
    yield* content.open();
    yield Buffer.from(`\r\n--${boundary}--\r\n`);
  }
  return { bytes: Readable.from(parts(), { objectMode: false }), type: `multipart/form-data; boundary=${boundary}` };
}
