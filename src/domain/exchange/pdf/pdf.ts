import { invalid, notFound } from '../../../lib/errors.ts';
import type { Page } from '../../authoring/content/page.ts';
import type { Revision } from '../../authoring/content/revisions.ts';
import { revisionForCaller } from '../../authoring/content/audience.ts';
import { getPage } from '../../authoring/content/pages.ts';
import type { Context } from '../../core/context.ts';
import { runJob } from '../../core/jobs/enqueue.ts';
import { loadSpace } from '../../authoring/spaces/spaces.ts';
import { findExport, pdfKey, pdfUrl } from './exports.ts';
import { pdfExport } from './job.ts';
import { authorizePdf, type PdfSource } from './source.ts';
import { findExportById, type PdfExport } from './queries.ts';

interface PdfRequest {
  /** Id of the root of the pages to print; all pages when omitted. */
  readonly page?: string | null | undefined;
  /** Whether to omit the descendants of `page`. */
  readonly only?: boolean | null | undefined;
}

/**
 * Exports the active revision as PDF and returns a URL valid for one hour. Reuses a stored PDF. Throws not_found,
 * insufficient_scope, validation_failed, payload_too_large, and timeout with the id of the job that continues.
 */
export async function exportPdf(
  ctx: Context,
  source: PdfSource,
  { page, only }: PdfRequest,
): Promise<PdfExport & { readonly url: string }> {
  if (only && !page) throw invalid('only', 'only requires page');
  const { revisionId, changeRequestId } = await authorizePdf(ctx, source);
  const space = await loadSpace(ctx, source.spaceId);
  const line = changeRequestId ?? space.id;
  const pageId = page ? (await pageOfState(ctx, { revisionId, line, page })).id : null;
  const choice = { revisionId, pageId, only: only === true };
  const key = pdfKey(ctx, space, choice);
  const pdf = (await findExport(ctx, key)) ?? (await createExport());
  return { ...pdf, url: pdfUrl(ctx, pdf) };

  async function createExport(): Promise<PdfExport> {
    const { exportId } = await runJob(
      ctx,
      pdfExport,
      { ...choice, spaceId: space.id, changeRequestId },
      {
        organizationId: space.organizationId,
        spaceId: space.id,
        // One job per caller, because another caller may lose access. Its job then reuses the PDF of the first.
        key: `pdf ${key} ${ctx.actor.userId}`,
        exclusive: `pdf ${space.organizationId}`,
      },
    );
    const row = await findExportById(ctx.sql, exportId);
    if (row === null) throw notFound('PDF', exportId);
    return row;
  }
}

interface PageOfState {
  readonly revisionId: string;
  /** Id of the space or change request. */
  readonly line: string;
  readonly page: string;
}

async function pageOfState(ctx: Context, { revisionId, line, page }: PageOfState): Promise<Page> {
  const revision = await ctx.loaders.revision.load(revisionId);
  if (revision === null) throw notFound('revision', revisionId);
  return getPage(ctx, await revisionForCaller(ctx, { ...(revision as Revision), activeOf: line }), page);
}
