import { sql, type Sql } from '../../../db/sql.ts';
import type { Download } from '../../authoring/content/queries/files.ts';

/** A stored PDF. */
export interface PdfExport {
  readonly id: string;
  readonly name: string;
  readonly pages: number;
}

/** Finds the PDF with a key and extends the retention of its bytes by a day. */
export const findExportByKey = (reader: Sql, key: string, now: Date): Promise<PdfExport | null> =>
  reader.first<PdfExport>(sql`
    with touched as (
      update blobs set "createdAt" = ${now.toISOString()}::timestamptz
      where hash = (select "blobHash" from pdf_exports where key = ${key}) and "sweptAt" is null
      returning hash)
    select id, name, pages from pdf_exports join touched on touched.hash = "blobHash" where key = ${key}`);

export const findExportById = (reader: Sql, id: string): Promise<PdfExport | null> =>
  reader.first<PdfExport>(sql`select id, name, pages from pdf_exports where id = ${id}`);

/** Finds the bytes of a PDF; null also when its space is deleted. */
export const findPdfDownload = (reader: Sql, id: string): Promise<Download | null> =>
  reader.first<Download>(sql`
    select p.name, b."contentType", p."blobHash", b."sizeBytes"
    from pdf_exports p join blobs b on b.hash = p."blobHash" join spaces s on s.id = p."spaceId"
    where p.id = ${id} and s."deletedAt" is null`);

/** Stores a PDF and returns its id. A PDF with the same key keeps its id and gets the new bytes. */
export const upsertExport = (
  reader: Sql,
  input: PdfExport & { readonly spaceId: string; readonly key: string; readonly blobHash: string; readonly now: Date },
): Promise<{ id: string } | null> =>
  reader.first<{ id: string }>(sql`
    insert into pdf_exports (id, "spaceId", key, name, pages, "blobHash", "createdAt")
    values (${input.id}, ${input.spaceId}, ${input.key}, ${input.name}, ${input.pages}::int, ${input.blobHash},
      ${input.now.toISOString()}::timestamptz)
    on conflict (key) do update set "blobHash" = excluded."blobHash", pages = excluded.pages
    returning id`);
