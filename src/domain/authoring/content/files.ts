import type { FileRow } from '../../../db/content/files.ts';
import { paginate } from '../../../db/keyset.ts';
import { safeFileName } from '../../../lib/file-names.ts';
import { signPath } from '../../../infra/storage/signed-url.ts';
import { notFound } from '../../../lib/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../../lib/page.ts';
import { chargeItems } from '../../core/budget.ts';
import type { Context } from '../../core/context.ts';
import { entryIdIn } from './entry-ids.ts';
import { filesList, findDownload, type Download } from './queries/files.ts';
import type { Revision } from './revisions.ts';

/** A file of one revision. Its bytes are immutable: a replacement is another file. */
export interface File extends FileRow {
  readonly revision: Revision;
}

/** Lists the files of a revision by name. */
export async function listFiles(ctx: Context, revision: Revision, page: PageRequest): Promise<Page<File>> {
  const found = await paginate<FileRow>(ctx, filesList(revision), page);
  return mapPage(found, (row) => ({ ...row, revision }));
}

/** Lists all files of a revision by name, unpaged. Throws query_too_complex. */
export async function listAllFiles(ctx: Context, revision: Revision): Promise<File[]> {
  const rows = await ctx.loaders.contentFiles.load(revision);
  return chargeItems(ctx, rows).map((row) => ({ ...row, revision }));
}

/** Finds a file of a revision by id. */
export async function findFile(ctx: Context, revision: Revision, id: string): Promise<File | null> {
  const row = await ctx.loaders.contentFile.load({ state: revision, id: entryIdIn(revision, id) });
  return row && { ...row, revision };
}

/** Gets a file of a revision. Throws not_found. */
export async function getFile(ctx: Context, revision: Revision, id: string): Promise<File> {
  const file = await findFile(ctx, revision, id);
  if (file === null) throw notFound('file', id);
  return file;
}

/**
 * Gets the file of a download URL, from any revision: the signed URL is the authorization. Throws not_found, also for a
 * deleted space.
 */
export async function getDownload(reader: Context['sql'], spaceId: string, fileId: string): Promise<Download> {
  const file = await findDownload(reader, spaceId, fileId);
  if (file === null) throw notFound('file', fileId);
  return file;
}

/**
 * Seconds during which a download URL stays the same, so that caches and ETags work. It is valid for at most twice as
 * long.
 */
const downloadStepSeconds = 1_800;

/** Creates a URL that serves the bytes without a token. It is valid for 30 to 60 minutes. */
export function downloadUrl(ctx: Pick<Context, 'urls' | 'downloadKey' | 'now'>, file: File): string {
  const step = Math.floor(ctx.now().getTime() / 1_000 / downloadStepSeconds);
  const path = downloadPath(file.revision.spaceId, file.id, file.name);
  return `${ctx.urls.base}${signPath(ctx.downloadKey, path, (step + 2) * downloadStepSeconds)}`;
}

const downloadPath = (spaceId: string, fileId: string, name: string) =>
  `/files/${spaceId}/${fileId}/${encodeURIComponent(safeFileName(name))}`;
