import { organizationExportHandler, spaceExportHandler } from '../domain/exports/job.ts';
import { importHandler } from '../domain/imports/import-job.ts';
import { organizationImportHandler } from '../domain/imports/organization-import-job.ts';
import { previewHandler } from '../domain/imports/preview-job.ts';
import { jobHandler, type JobHandler } from '../domain/jobs/kind.ts';
import { pagesHandler, processingHandler } from '../domain/openapi-sources/process-spec.ts';
import { makePdf, pdfExport } from '../domain/pdf/job.ts';
import { revalidationHandler } from '../domain/renderers/revalidate.ts';

/** All kinds of jobs with their functions. */
export const handlers: readonly JobHandler[] = [
  importHandler,
  previewHandler,
  processingHandler,
  pagesHandler,
  revalidationHandler,
  jobHandler(pdfExport, makePdf),
  spaceExportHandler,
  organizationExportHandler,
  organizationImportHandler,
];
