import { followJob } from '../../../domain/core/jobs/follow.ts';
import { builder } from '../../builder.ts';
import { Job } from './job.ts';

builder.subscriptionField('jobProgress', (t) =>
  t.field({
    type: Job,
    description:
      'A background job as it is now, and again whenever its state or progress changes. Completes when the job is finished.',
    args: { jobId: t.arg.id({ required: true, description: 'Id of the job that is followed.' }) },
    subscribe: (_root, { jobId }, ctx) => followJob(ctx, jobId),
    resolve: (job) => job,
  }),
);
