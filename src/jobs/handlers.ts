import { organizationExportHandler, spaceExportHandler } from '../domain/exchange/exports/job.ts';
import { gitExportHandler } from '../domain/exchange/git/export-git.ts';
import { gitImportHandler } from '../domain/exchange/git/import-git.ts';
import { gitSyncHandler } from '../domain/exchange/git/sync/job.ts';
import { gitPreviewHandler } from '../domain/exchange/git/sync/preview-job.ts';
import { importHandler } from '../domain/exchange/imports/import-job.ts';
import { organizationImportHandler } from '../domain/exchange/imports/organization-import-job.ts';
import { previewHandler } from '../domain/exchange/imports/preview-job.ts';
import { jobHandler, type JobHandler } from '../domain/core/jobs/kind.ts';
import { pagesHandler, processingHandler } from '../domain/exchange/openapi-sources/process-spec.ts';
import { makePdf, pdfExport } from '../domain/exchange/pdf/job.ts';
import { digestHandler } from '../domain/authoring/digests/send.ts';
import { recoveryHandler } from '../domain/people/sign-in-links/mail-links.ts';
import { invitationHandler } from '../domain/people/invites/mail-invitations.ts';
import { revalidationHandler } from '../domain/publishing/renderers/revalidate.ts';

/** All kinds of jobs with their functions. */
export const handlers: readonly JobHandler[] = [
  importHandler,
  gitImportHandler,
  gitExportHandler,
  gitSyncHandler,
  gitPreviewHandler,
  previewHandler,
  processingHandler,
  pagesHandler,
  revalidationHandler,
  jobHandler(pdfExport, makePdf),
  spaceExportHandler,
  organizationExportHandler,
  organizationImportHandler,
  invitationHandler,
  digestHandler,
  recoveryHandler,
];
