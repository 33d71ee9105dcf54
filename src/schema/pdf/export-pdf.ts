import { exportPdf } from '../../domain/pdf/pdf.ts';
import type { PdfExport } from '../../domain/pdf/exports.ts';
import { builder } from '../builder.ts';

const ExportPdfPayload = builder.objectRef<PdfExport & { readonly url: string }>('ExportPdfPayload').implement({
  description: 'What `exportPdf` answers.',
  fields: (t) => ({
    url: t.exposeString('url', { description: 'Where the PDF can be fetched without a token, for an hour.' }),
    pages: t.exposeInt('pages', { description: 'Sheets it has.' }),
  }),
});

builder.mutationField('exportPdf', (t) =>
  t.field({
    type: ExportPdfPayload,
    extensions: { longRunning: true },
    description:
      'Makes a PDF of a space, or of a change request on it, and answers when it is there. What takes longer than a request may goes on as a job, which the error names; asking again finds what it made.',
    args: {
      spaceId: t.arg.id({ required: true, description: 'Id of the space.' }),
      changeRequestId: t.arg.id({ description: 'Id or number of a change request; main content when omitted.' }),
      page: t.arg.id({
        description: 'Id of the page to print, with those below it; all pages when omitted.',
      }),
      only: t.arg.boolean({ description: 'Whether that page is printed alone.' }),
    },
    resolve: (_root, { spaceId, changeRequestId = null, page, only }, ctx) =>
      exportPdf(ctx, { spaceId, changeRequestId }, { page, only }),
  }),
);
