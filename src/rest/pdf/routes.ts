import * as z from 'zod';
import {
  GetChangeRequestPdfDocument,
  GetSpacePdfDocument,
  type GetChangeRequestPdfMutation,
} from '../__generated__/operations.ts';
import { answer, route } from '../route.ts';

const PDF = z.strictObject({ url: z.url() }).meta({ id: 'PDF' });

const printed = answer(PDF, ({ exportPdf }: GetChangeRequestPdfMutation) => ({ url: exportPdf.url }));

/** Contract 4.6; the one of a space is beyond it. */
export const pdfRoutes = [
  route('GET /v1/spaces/{spaceId}/pdf', GetSpacePdfDocument, printed, { longRunning: true }),
  route('GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/pdf', GetChangeRequestPdfDocument, printed, {
    longRunning: true,
  }),
];
