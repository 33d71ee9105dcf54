import { createHash } from 'node:crypto';
import type { Sql } from '../../../db/sql.ts';
import { templateVersion } from '../../../infra/pdf/render.ts';
import { safeFileName } from '../../../lib/file-names.ts';
import { notFound } from '../../../lib/errors.ts';
import type { Download } from '../../authoring/content/queries/files.ts';
import type { Context } from '../../core/context.ts';
import { signedUrl } from '../../core/urls.ts';
import type { Space } from '../../authoring/spaces/spaces.ts';
import { findExportByKey, findPdfDownload, type PdfExport } from './queries.ts';
import type { PdfChoice } from './select.ts';

/** Key of a PDF: its content, its appearance and the view of its reader. Equal keys mean equal PDFs. */
export const pdfKey = (
  { actor }: Pick<Context, 'actor'>,
  { id, title, emoji }: Pick<Space, 'id' | 'title' | 'emoji'>,
  { revisionId, pageId, only }: PdfChoice & { readonly revisionId: string },
) => {
  const parts = [templateVersion, id, title, emoji, revisionId, pageId, only];
  return hashOf(actor.visitor ? [...parts, 'visitor', actor.visitor.claims] : parts);
};

/** Finds the stored PDF with a key and extends its retention by a day. */
export const findExport = (ctx: Pick<Context, 'sql' | 'now'>, key: string): Promise<PdfExport | null> =>
  findExportByKey(ctx.sql, key, ctx.now());

/** Lifetime of the URL of a PDF, in seconds. */
const urlSeconds = 3_600;

/** Creates a signed URL that downloads the PDF without a token for one hour. */
export const pdfUrl = (ctx: Pick<Context, 'urls' | 'downloadKey' | 'now'>, made: PdfExport): string =>
  signedUrl(ctx, `/pdfs/${made.id}/${encodeURIComponent(safeFileName(made.name))}`, urlSeconds);

/** Gets the bytes of a PDF after its URL was verified. Throws not_found, also when the space is deleted. */
export async function getPdfDownload(reader: Sql, id: string): Promise<Download> {
  const file = await findPdfDownload(reader, id);
  if (file === null) throw notFound('PDF', id);
  return file;
}

const hashOf = (parts: readonly unknown[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex');
