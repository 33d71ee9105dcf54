import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import * as z from 'zod';
import type { ImportSource } from '../../text/imports/fields.ts';
import { Notes } from '../../domain/exchange/imports/import-job.ts';
import { printCounts, printNotes, printPreview } from '../import-report.ts';
import { startSpinner, type Spinner } from '../spinner.ts';
import { importSite } from './import-site.ts';
import { Counts, Imported, Preview, sourceOf, startImport, upload } from './start-import.ts';
import { followJob, StartedJob } from './follow-job.ts';
import { readLocalContent, type LocalContent } from './local-content.ts';
import { call, type Server } from './server.ts';
import { counted } from '../../lib/counted.ts';

export interface RemoteImport {
  readonly space?: string;
  readonly organization?: string;
  /** The site that gets a space for each version and language. */
  readonly site?: string;
  /** Id or number of the change request. */
  readonly changeRequest?: string;
  /** Derived from the file extension when absent. */
  readonly source?: ImportSource;
  readonly dryRun?: boolean;
  readonly update?: boolean;
  readonly allowPartial?: boolean;
  /** The version and the language of an archive that holds several. */
  readonly importVersion?: string;
  readonly language?: string;
}

const OrganizationImported = z.object({
  collections: z.int(),
  spaces: z.array(Counts.extend({ space: z.string(), title: z.string() })),
  skipped: Notes,
});

/** Imports a URL, a file or a folder through a running server, and prints the report of the server. */
export async function importThrough(server: Server, from: string, options: RemoteImport): Promise<void> {
  const { space, organization, site } = options;
  const content = /^https?:\/\//i.test(from) ? from : await readLocalContent(from);
  const spinner = startSpinner(`Importing ${typeof content === 'string' ? content : content.name}`);
  try {
    if (space !== undefined) await importIntoSpace(server, content, { ...options, space, spinner });
    else if (organization !== undefined) await importOrganization(server, content, { organization, spinner });
    else if (site !== undefined) await importSite(server, content, { ...options, site, spinner });
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
  const { space, changeRequest, dryRun, update, allowPartial, importVersion: version, language, spinner } = options;
  const source = sourceOf(content, options);
  // Checks that the target exists before the content is uploaded.
  const place = `/v1/spaces/${encodeURIComponent(space)}`;
  const change = changeRequest === undefined ? '' : `/change-requests/${encodeURIComponent(changeRequest)}`;
  await call(server, `${place}${change}`, z.object({ id: z.string() }));
  const url = typeof content === 'string' ? content : await upload(server, content, spinner);
  const input = { url, source, update, allowPartial, version, language };
  const job = await startImport(server, { space, changeRequest, dryRun, input });
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
