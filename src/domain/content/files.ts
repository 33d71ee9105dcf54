import type { FileRow } from '../../db/content/files.ts';
import { paginate } from '../../db/keyset.ts';
import { safeFileName } from '../../infra/storage/download-headers.ts';
import { signPath } from '../../infra/storage/signed-url.ts';
import { notFound } from '../../lib/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../lib/page.ts';
import { chargeItems } from '../budget.ts';
import type { Context } from '../context.ts';
import { entryIdIn } from './entry-ids.ts';
import { filesList, findDownload, type Download } from './queries/files.ts';
import type { Revision } from './revisions.ts';

/** A file of one revision. Its bytes never change: other bytes make another file. */
export interface File extends FileRow {
  readonly revision: Revision;
}

/** The files of a revision, by name. */
export async function listFiles(ctx: Context, revision: Revision, page: PageRequest): Promise<Page<File>> {
  const found = await paginate<FileRow>(ctx, filesList(revision), page);
  return mapPage(found, (row) => ({ ...row, revision }));
}

/** All files of a revision, by name. Throws query_too_complex. */
export async function listAllFiles(ctx: Context, revision: Revision): Promise<File[]> {
  const rows = await ctx.loaders.contentFiles.load(revision);
  return chargeItems(ctx, rows).map((row) => ({ ...row, revision }));
}

/** A file of a revision; null when it has none of that id. */
export async function findFile(ctx: Context, revision: Revision, id: string): Promise<File | null> {
  const row = await ctx.loaders.contentFile.load({ state: revision, id: entryIdIn(revision, id) });
  return row && { ...row, revision };
}

/** A file of a revision. Throws not_found. */
export async function getFile(ctx: Context, revision: Revision, id: string): Promise<File> {
  const file = await findFile(ctx, revision, id);
  if (file === null) throw notFound('file', id);
  return file;
}

/**
 * The file behind a download URL, of any revision: possession of the signed URL is the authorization. Throws not_found,
 * also when the space is deleted.
 */
export async function getDownload(reader: Context['sql'], spaceId: string, fileId: string): Promise<Download> {
  const file = await findDownload(reader, spaceId, fileId);
  if (file === null) throw notFound('file', fileId);
  return file;
}

/** Seconds in which a download URL stays the same, so that caches and ETags work; it is valid for at most twice as long. */
const downloadStepSeconds = 1_800;

/** A URL that serves the bytes without a token, valid for half an hour to an hour. */
export function downloadUrl(ctx: Pick<Context, 'urls' | 'downloadKey' | 'now'>, file: File): string {
  const step = Math.floor(ctx.now().getTime() / 1_000 / downloadStepSeconds);
  const path = downloadPath(file.revision.spaceId, file.id, file.name);
  return `${ctx.urls.base}${signPath(ctx.downloadKey, path, (step + 2) * downloadStepSeconds)}`;
}

const downloadPath = (spaceId: string, fileId: string, name: string) =>
  `/files/${spaceId}/${fileId}/${encodeURIComponent(safeFileName(name))}`;
