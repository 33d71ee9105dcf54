import { exportOrganization, exportSpace } from '../../../domain/exchange/exports/exports.ts';
import { organizationExport, spaceExport } from '../../../domain/exchange/exports/job.ts';
import type { ExportResult as ResultModel } from '../../../domain/exchange/exports/make-archive.ts';
import { builder } from '../../builder.ts';
import { Job } from '../../core/jobs/job.ts';
import { jobResultField } from '../../core/jobs/job-result.ts';
import { mutation } from '../../mutation.ts';
import { shows } from '../../payload.ts';

const jobField = 'The background job. Read its progress and `downloadUrl` with `job` or `node`.';

mutation('exportSpace', {
  description:
    'Exports a space in a background job as a ZIP archive of Markdown, files and JSON, which can be imported again. It contains what the caller may read.',
  args: builder.args((t) => ({ spaceId: t.id({ required: true }) })),
  payload: shows('job', Job, jobField),
  resolve: (ctx, { spaceId }) => exportSpace(ctx, spaceId),
});

mutation('exportOrganization', {
  description:
    'Exports all spaces of an organization in a background job as a ZIP archive, with a folder for each space and JSON for collections, members and teams. Organization admins only.',
  args: builder.args((t) => ({ organizationId: t.id({ required: true }) })),
  payload: shows('job', Job, jobField),
  resolve: (ctx, { organizationId }) => exportOrganization(ctx, organizationId),
});

const ExportResult = builder.objectRef<ResultModel>('ExportResult').implement({
  description: 'The archive that a job has created. Download it from `downloadUrl` of the job.',
  fields: (t) => ({
    exportId: t.exposeID('export', { description: 'Id of the archive.' }),
    name: t.exposeString('name', { description: 'File name of the archive.' }),
    sizeBytes: t.exposeInt('size', { description: 'Size of the archive in bytes.' }),
  }),
});

jobResultField('export', [spaceExport, organizationExport], {
  type: ExportResult,
  description: 'Result of `exportSpace` and `exportOrganization`; null for other jobs.',
});
