import { exportSpace } from '../../domain/exports/exports.ts';
import { builder } from '../builder.ts';
import { Job } from '../jobs/job.ts';
import { payloadType } from '../payload.ts';

const jobField = 'The job. Query its progress and its `downloadUrl` with `job` or `node`.';

builder.mutationField('exportSpace', (t) =>
  t.field({
    type: payloadType('ExportSpacePayload', 'job', Job, jobField),
    description:
      'Exports a space in a background job: a ZIP archive of Markdown, files and JSON that can be imported again. It contains what the caller may read.',
    args: { spaceId: t.arg.id({ required: true, description: 'Id of the space.' }) },
    resolve: async (_root, { spaceId }, ctx) => ({ job: await exportSpace(ctx, spaceId) }),
  }),
);
