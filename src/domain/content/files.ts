import { paginate } from '../../db/keyset.ts';
import { raw, sql, type Sql } from '../../db/sql.ts';
import { signPath } from '../../infra/storage/signed-url.ts';
import { safeFileName } from '../../infra/storage/download-headers.ts';
import { notFound } from '../../lib/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../lib/page.ts';
import { entriesAt, fileColumns, type FileRow } from '../../loaders/content.ts';
import { spend } from '../budget.ts';
import type { Context } from '../context.ts';
import type { Revision } from './revisions.ts';

/** A file of one revision. Its bytes never change: other bytes are another file. */
export interface File extends FileRow {
  readonly revision: Revision;
}

/** The files of a revision, by name. */
export async function listFiles(ctx: Context, revision: Revision, page: PageRequest): Promise<Page<File>> {
  const found = await paginate<FileRow>(
    ctx,
    {
      name: 'files',
      // The line, not the revision: paging goes on while the content is edited.
      filters: [revision.line],
      select: fileColumns,
      from: sql`from ${entriesAt(revision, { where: raw("e.kind = 'file'") })} join blobs b on b.hash = e."blobHash"`,
      where: [],
      sort: { by: 'e.title collate "C"', type: 'text', id: 'e."entryId"' },
      direction: 'asc',
    },
    page,
  );
  return mapPage(found, (row) => ({ ...row, revision }));
}

/** All files of a revision, by name. */
export async function readFiles(ctx: Context, revision: Revision): Promise<File[]> {
  const rows = await ctx.loaders.contentFiles.load(revision);
  return spend(ctx, rows).map((row) => ({ ...row, revision }));
}

/** A file of a revision; null when it has none of that id. */
export async function findFile(ctx: Context, revision: Revision, id: string): Promise<File | null> {
  const row = await ctx.loaders.contentFile.load({ state: revision, id });
  return row && { ...row, revision };
}

/** A file of a revision. Throws not_found. */
export async function getFile(ctx: Context, revision: Revision, id: string): Promise<File> {
  const file = await findFile(ctx, revision, id);
  if (file === null) throw notFound('file', id);
  return file;
}

/** What a download sends. */
export interface Download extends Pick<FileRow, 'name' | 'contentType' | 'blobHash' | 'sizeBytes'> {}

/** The bytes of a file of any revision, as whoever has a download URL may fetch them. Throws not_found, for deleted spaces too. */
export async function getDownload(reader: Sql, spaceId: string, fileId: string): Promise<Download> {
  const file = await reader.first<Download>(sql`select ${fileColumns}
    from content_entries e join blobs b on b.hash = e."blobHash"
    join spaces s on s.id = e."spaceId" and s."deletedAt" is null
    where e."spaceId" = ${spaceId} and e."entryId" = ${fileId} and e.kind = 'file' and not e.deleted
    -- What a change request calls it is not for everybody to know.
    order by e.line = e."spaceId" desc, e."fromSeq" desc limit 1`);
  if (file === null) throw notFound('file', fileId);
  return file;
}

/** Seconds that a download URL stays the same, so that clients and ETags can rely on it; it works for twice as long at most. */
const downloadStepSeconds = 1_800;

/** A URL that fetches the bytes without a token, for half an hour to an hour. */
export function downloadUrl(ctx: Pick<Context, 'urls' | 'downloadKey' | 'now'>, file: File): string {
  const step = Math.floor(ctx.now().getTime() / 1_000 / downloadStepSeconds);
  const path = downloadPath(file.revision.spaceId, file.id, file.name);
  return `${ctx.urls.base}${signPath(ctx.downloadKey, path, (step + 2) * downloadStepSeconds)}`;
}

const downloadPath = (spaceId: string, fileId: string, name: string) =>
  `/files/${spaceId}/${fileId}/${encodeURIComponent(safeFileName(name))}`;
