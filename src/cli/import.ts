import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findFirstAdminOfSpace } from '../domain/members/queries.ts';
import type { Context } from '../domain/context.ts';
import type { ImportSource } from '../domain/imports/fields.ts';
import {
  importContent,
  previewImport,
  type ImportCounts,
  type ImportPreview,
} from '../domain/imports/import-content.ts';
import { walkPages, type ImportedPage } from '../domain/imports/import-tree.ts';
import { notFound } from '../lib/errors.ts';
import { findUser } from './find-user.ts';
import { startSpinner } from './spinner.ts';
import { withSession, type Session } from './session.ts';

export interface ImportOptions {
  readonly space: string;
  readonly source: ImportSource;
  readonly user?: string;
  /** Id or number of the change request. */
  readonly changeRequest?: string;
  readonly dryRun?: boolean;
}

/** Imports a URL or a file into a space. */
export async function importInto(
  from: string,
  { space, source, user, changeRequest, dryRun }: ImportOptions,
): Promise<void> {
  await withSession(async (session) => {
    const ctx = session.contextOf(await userFor(session, space, user));
    const spinner = startSpinner(`Importing ${basename(from)}`);
    try {
      const { url, context } = await sourceOf(ctx, from);
      const request = { spaceId: space, changeRequestId: changeRequest, url, source };
      if (dryRun) return report(await previewImport(context, request), () => spinner.stop());
      const result = await importContent(context, request, { progress: (progress) => spinner.progress(progress) });
      spinner.stop();
      console.log(
        `${result.importedResources} of ${result.totalResources} pages and files, revision ${result.revision.id}`,
      );
      printNotes(result);
    } finally {
      spinner.stop();
    }
  });
}

/** Prints the pages that would be imported as a tree, and what would be left out. */
function report(preview: ImportPreview, stop: () => void): void {
  stop();
  const print = (pages: readonly ImportedPage[], indent: string) => {
    for (const { title, children } of pages) {
      console.log(`${indent}${title}`);
      print(children, `${indent}  `);
    }
  };
  print(preview.pages, '');
  const { importedResources, totalResources } = preview;
  const pages = [...walkPages(preview.pages)].length;
  console.log(
    `${importedResources} of ${totalResources} would come: ${pages} pages, ${preview.files.length} files. Nothing was written.`,
  );
  printNotes(preview);
}

function printNotes({ skipped, warnings }: ImportCounts): void {
  for (const { key, reason } of [...skipped, ...warnings]) console.error(`  ${key}: ${reason}`);
}

/** Returns the named user, or the first admin of the organization of the space. */
async function userFor(session: Session, spaceId: string, named: string | undefined): Promise<string> {
  const ctx = session.contextOf();
  if (named !== undefined) return (await findUser(ctx, named)).id;
  const admin = await findFirstAdminOfSpace(ctx.sql, spaceId);
  if (admin === null) throw notFound('space', spaceId);
  return admin.userId;
}

/** Reads a local file and passes it on as the response to a URL. */
async function sourceOf(ctx: Context, from: string): Promise<{ url: string; context: Context }> {
  if (/^https?:\/\//i.test(from)) return { url: from, context: ctx };
  const body = await readFile(from);
  const url = pathToFileURL(resolve(from)).href;
  const answer = { url, status: 200, contentType: null, headers: {}, body };
  const fetch: Context['fetch'] = (asked, options) =>
    asked === url ? Promise.resolve(answer) : ctx.fetch(asked, options);
  return { url, context: { ...ctx, fetch } };
}
