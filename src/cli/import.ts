import { createWriteStream } from 'node:fs';
import { basename, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { findFirstAdminOfSpace } from '../domain/people/members/queries.ts';
import type { Context } from '../domain/core/context.ts';
import type { ImportSource } from '../text/imports/fields.ts';
import { importContent, previewImport } from '../domain/exchange/imports/pipeline.ts';
import type { ImportedPage } from '../text/imports/import-tree.ts';
import { failure, notFound } from '../lib/errors.ts';
import { findUser } from './find-user.ts';
import { printCounts, printNotes, printPreview } from './import-report.ts';
import { importThrough } from './remote/import.ts';
import { readLocalContent } from './remote/local-content.ts';
import { findServer } from './remote/server.ts';
import { startSpinner } from './spinner.ts';
import { withSession, type Session } from './session.ts';

export interface ImportOptions {
  readonly url?: string;
  readonly space?: string;
  readonly organization?: string;
  /** The site that gets a space for each version and language. */
  readonly site?: string;
  /** Derived from the file extension when absent. */
  readonly source?: ImportSource;
  readonly user?: string;
  /** Id or number of the change request. */
  readonly changeRequest?: string;
  readonly dryRun?: boolean;
  /** Whether an earlier import of the same source is updated. */
  readonly update?: boolean;
  /** Whether the import may leave out most pages of the source. */
  readonly allowPartial?: boolean;
  /** The version of an archive that holds several. */
  readonly importVersion?: string;
  readonly language?: string;
}

/** Imports a URL, a file or a folder, through a running server if one is named and otherwise directly into the database. */
export async function importInto(from: string, options: ImportOptions): Promise<void> {
  const { space, organization, site, changeRequest, dryRun, update, allowPartial, user, source } = options;
  const { importVersion, language } = options;
  if ([space, organization, site].filter((target) => target !== undefined).length !== 1)
    throw invalid('Name the target of the import with either --space, --site or --organization');
  if (organization !== undefined && (update ?? allowPartial ?? source) !== undefined)
    throw invalid('--update, --allow-partial and --source are for imports into a space or a site');
  if (space === undefined && (changeRequest ?? dryRun ?? importVersion ?? language) !== undefined)
    throw invalid('--change-request, --dry-run, --import-version and --language are for imports into a space');
  const server = findServer(options);
  if (server === null && space === undefined)
    throw invalid('An import into a site or an organization needs OCTAVO_TOKEN');
  if (server !== null && user !== undefined)
    throw invalid('--user cannot be used with a server, which imports as the owner of the token');
  if (server !== null) return importThrough(server, from, options);
  if (space !== undefined) await importLocally(from, { ...options, space });
}

const invalid = (message: string) => failure('validation_failed', message);

/** Imports directly into the configured database. */
async function importLocally(
  from: string,
  {
    space,
    source: named,
    user,
    changeRequest,
    dryRun,
    update,
    allowPartial,
    importVersion: version,
    language,
  }: ImportOptions & { readonly space: string },
): Promise<void> {
  await withSession(async (session) => {
    const ctx = session.contextOf(await userFor(session, space, user));
    const spinner = startSpinner(`Importing ${basename(from)}`);
    try {
      const { url, context, leftOut, ...content } = await sourceOf(ctx, from);
      const source = named ?? content.source;
      if (source === undefined) throw invalid('Name the format of the content with --source');
      const asked = { url, source, update, allowPartial, version, language };
      const request = { spaceId: space, changeRequestId: changeRequest, ...asked };
      if (dryRun) {
        const { pages, files, ...counts } = await previewImport(context, request);
        spinner.stop();
        printPreview({ lines: [...listLines(pages)], files: files.length, counts });
      } else {
        const progress = (step: Parameters<typeof spinner.progress>[0]) => spinner.progress(step);
        const { revision, ...counts } = await importContent(context, request, { progress });
        spinner.stop();
        printCounts(counts, `, revision ${revision.id}`);
      }
      printNotes('not sent', leftOut);
    } finally {
      spinner.stop();
    }
  });
}

/** Yields the titles of a tree of pages with their depth, parents first. */
function* listLines(pages: readonly ImportedPage[], depth = 0): Generator<{ title: string; depth: number }> {
  for (const { title, children } of pages) {
    yield { title, depth };
    yield* listLines(children, depth + 1);
  }
}

/** Returns the named user, or the first admin of the organization of the space. */
async function userFor(session: Session, spaceId: string, named: string | undefined): Promise<string> {
  const ctx = session.contextOf();
  if (named !== undefined) return (await findUser(ctx, named)).id;
  const admin = await findFirstAdminOfSpace(ctx.sql, spaceId);
  if (admin === null) throw notFound('space', spaceId);
  return admin.userId;
}

/** Returns the URL to import, and a context whose `fetch` answers it. For a local file or folder, `fetch` reads the disk. */
async function sourceOf(ctx: Context, from: string) {
  if (/^https?:\/\//i.test(from)) return { url: from, context: ctx, leftOut: [] };
  const { source, leftOut, open } = await readLocalContent(from);
  const url = pathToFileURL(resolve(from)).href;
  const fetch: Context['fetch'] = async (asked, options) => {
    if (asked !== url) return ctx.fetch(asked, options);
    const answer = { url, status: 200, contentType: null, headers: {} };
    if (options?.saveTo === undefined) return { ...answer, body: await buffer(open()) };
    await pipeline(open(), createWriteStream(options.saveTo));
    return { ...answer, body: Buffer.alloc(0) };
  };
  return { url, context: { ...ctx, fetch }, source, leftOut };
}
