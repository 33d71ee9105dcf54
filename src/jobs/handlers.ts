import { importHandler } from '../domain/imports/import-job.ts';
import { jobHandler, type JobHandler } from '../domain/jobs/kind.ts';
import { makePdf, pdfExport } from '../domain/pdf/job.ts';

/** Every kind of job with the function that does it. */
export const handlers: readonly JobHandler[] = [importHandler, jobHandler(pdfExport, makePdf)];
