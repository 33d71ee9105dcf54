import { createHash } from 'node:crypto';
import { sql, type Sql } from '../../db/sql.ts';
import { templateVersion } from '../../infra/pdf/render.ts';
import { safeFileName } from '../../infra/storage/download-headers.ts';
import { signPath } from '../../infra/storage/signed-url.ts';
import { notFound } from '../../lib/errors.ts';
import type { Download } from '../content/files.ts';
import type { Context } from '../context.ts';
import type { Space } from '../spaces/spaces.ts';
import type { PdfChoice } from './select.ts';

/** A PDF that was made. */
export interface PdfExport {
  readonly id: string;
  readonly name: string;
  readonly pages: number;
}

/** What a PDF is known by: the same key, the same PDF. */
export const keyOf = (
  { id, title, emoji }: Pick<Space, 'id' | 'title' | 'emoji'>,
  { revisionId, pageId, only }: PdfChoice & { readonly revisionId: string },
) => hashOf([templateVersion, id, title, emoji, revisionId, pageId, only]);

/** The PDF of a key, whose bytes will stay for another day; null when there is none. */
export async function findExport(ctx: Context, key: string): Promise<PdfExport | null> {
  return ctx.sql.first<PdfExport>(sql`
    with touched as (
      update blobs set "createdAt" = ${ctx.now().toISOString()}::timestamptz
      where hash = (select "blobHash" from pdf_exports where key = ${key}) and "sweptAt" is null
      returning hash)
    select id, name, pages from pdf_exports join touched on touched.hash = "blobHash" where key = ${key}`);
}

/** How long the address of a PDF is good, in seconds. Decisions, "PDF". */
const urlSeconds = 3_600;

/** A URL that fetches the PDF without a token, for an hour. */
export function pdfUrl({ urls, downloadKey, now }: Pick<Context, 'urls' | 'downloadKey' | 'now'>, made: PdfExport) {
  const path = `/pdfs/${made.id}/${encodeURIComponent(safeFileName(made.name))}`;
  return `${urls.base}${signPath(downloadKey, path, Math.floor(now().getTime() / 1_000) + urlSeconds)}`;
}

/** A PDF as whoever has its URL may fetch it. Throws not_found, for deleted spaces too. */
export async function getPdfDownload(reader: Sql, id: string): Promise<Download> {
  const file = await reader.first<Download>(sql`
    select p.name, b."contentType", p."blobHash", b."sizeBytes"
    from pdf_exports p join blobs b on b.hash = p."blobHash" join spaces s on s.id = p."spaceId"
    where p.id = ${id} and s."deletedAt" is null`);
  if (file === null) throw notFound('PDF', id);
  return file;
}

/** A hash of what makes a PDF look as it does. */
const hashOf = (parts: readonly unknown[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex');
