import { exportOrganization, exportSpace } from '../../domain/exports/exports.ts';
import { organizationExport, spaceExport } from '../../domain/exports/job.ts';
import type { ExportResult as ResultModel } from '../../domain/exports/make-archive.ts';
import { builder } from '../builder.ts';
import { Job } from '../jobs/job.ts';
import { jobResultField } from '../jobs/job-result.ts';
import { payloadType } from '../payload.ts';

const jobField = 'The background job. Read its progress and `downloadUrl` with `job` or `node`.';

builder.mutationField('exportSpace', (t) =>
  t.field({
    type: payloadType('ExportSpacePayload', 'job', Job, jobField),
    description:
      'Exports a space in a background job as a ZIP archive of Markdown, files and JSON, which can be imported again. It contains what the caller may read.',
    args: { spaceId: t.arg.id({ required: true }) },
    resolve: async (_root, { spaceId }, ctx) => ({ job: await exportSpace(ctx, spaceId) }),
  }),
);

builder.mutationField('exportOrganization', (t) =>
  t.field({
    type: payloadType('ExportOrganizationPayload', 'job', Job, jobField),
    description:
      'Exports all spaces of an organization in a background job as a ZIP archive, with a folder for each space and JSON for collections, members and teams. Organization admins only.',
    args: { organizationId: t.arg.id({ required: true }) },
    resolve: async (_root, { organizationId }, ctx) => ({ job: await exportOrganization(ctx, organizationId) }),
  }),
);

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
