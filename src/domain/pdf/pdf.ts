import { sql } from '../../db/sql.ts';
import { invalid, notFound } from '../../lib/errors.ts';
import type { Revision } from '../content/revisions.ts';
import { getPage } from '../content/pages.ts';
import type { Context } from '../context.ts';
import { runJob } from '../jobs/enqueue.ts';
import { readSpace } from '../spaces/spaces.ts';
import { findExport, keyOf, pdfUrl, type PdfExport } from './exports.ts';
import { pdfExport } from './job.ts';
import { authorizePdf, type PdfPlace } from './place.ts';

interface PdfRequest {
  /** The page to print, with those below it; all pages without. */
  readonly page?: string | null | undefined;
  /** That page alone. */
  readonly only?: boolean | null | undefined;
}

/**
 * A URL of a PDF of the active revision, good for an hour. What was made before is not made again. Throws not_found,
 * insufficient_scope, validation_failed; payload_too_large; timeout, naming the job that goes on with it.
 */
export async function exportPdf(
  ctx: Context,
  place: PdfPlace,
  { page, only }: PdfRequest,
): Promise<PdfExport & { readonly url: string }> {
  if (only && !page) throw invalid('only', '`only` prints the page that `page` names: give both');
  const { revisionId, changeRequestId } = await authorizePdf(ctx, place);
  const space = await readSpace(ctx, place.spaceId);
  const choice = { revisionId, pageId: page ?? null, only: only === true };
  if (choice.pageId !== null) await assertPage(ctx, revisionId, choice.pageId);
  const key = keyOf(space, choice);
  const made = (await findExport(ctx, key)) ?? (await make());
  return { ...made, url: pdfUrl(ctx, made) };

  async function make(): Promise<PdfExport> {
    const { exportId } = await runJob(
      ctx,
      pdfExport,
      { ...choice, spaceId: space.id, changeRequestId },
      {
        organizationId: space.organizationId,
        spaceId: space.id,
        // Each caller's own: another may lose the right to it midway. The second finds what the first made.
        key: `pdf ${key} ${ctx.actor.userId}`,
        exclusive: `pdf ${space.organizationId}`,
      },
    );
    const found = await ctx.sql.first<PdfExport>(sql`select id, name, pages from pdf_exports where id = ${exportId}`);
    if (found === null) throw notFound('PDF', exportId);
    return found;
  }
}

async function assertPage(ctx: Context, revisionId: string, pageId: string): Promise<void> {
  const revision = await ctx.loaders.revision.load(revisionId);
  if (revision === null) throw notFound('revision', revisionId);
  await getPage(ctx, revision as Revision, pageId);
}
