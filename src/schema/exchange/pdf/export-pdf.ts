import * as z from 'zod';
import { pdfExport, type PdfResult as ResultModel } from '../../../domain/exchange/pdf/job.ts';
import { exportPdf } from '../../../domain/exchange/pdf/pdf.ts';
import type { PdfExport } from '../../../domain/exchange/pdf/queries.ts';
import { builder } from '../../builder.ts';
import { asParameter } from '../../member-names.ts';
import { jobResultField } from '../../core/jobs/job-result.ts';
import { mutation } from '../../mutation.ts';

const ExportPdfPayload = builder.objectRef<PdfExport & { readonly url: string }>('ExportPdfPayload').implement({
  description: 'The result of `exportPdf`.',
  fields: (t) => ({
    url: t.expose('url', {
      type: 'URL',
      extensions: { limits: z.url() },
      description: 'URL that downloads the PDF without a token, valid for one hour.',
    }),
    pageCount: t.exposeInt('pages', { description: 'Number of pages in the PDF.' }),
  }),
});

mutation('exportPdf', {
  description:
    'Exports a space or a change request as PDF. If the export takes longer than the request may, it fails with `timeout` and the id of the job that continues the export. Repeat the request to get the finished PDF.',
  extensions: { longRunning: true },
  args: builder.args((t) => ({
    spaceId: t.id({ required: true }),
    changeRequestId: t.id({ description: 'Id or number of a change request. Defaults to the main content.' }),
    pageId: t.id({
      ...asParameter('page'),
      description: 'Id of the page to export, with the pages below it. Defaults to all pages.',
    }),
    only: t.boolean({ description: 'Whether to export the page without the pages below it.' }),
  })),
  payload: ExportPdfPayload,
  resolve: (ctx, { spaceId, changeRequestId = null, pageId: page, only }) =>
    exportPdf(ctx, { spaceId, changeRequestId }, { page, only }),
});

const PdfResult = builder.objectRef<ResultModel>('PdfResult').implement({
  description: 'The PDF that a job has created.',
  fields: (t) => ({
    exportId: t.exposeID('exportId', { description: 'Id of the PDF.' }),
    pageCount: t.exposeInt('pages', { description: 'Number of pages in the PDF.' }),
  }),
});

jobResultField('pdf', [pdfExport], {
  type: PdfResult,
  description: 'Result of the job that `exportPdf` starts; null for other jobs.',
});
