import { followJob } from '../../../domain/core/jobs/follow.ts';
import { builder } from '../../builder.ts';
import { subscription } from '../../subscription.ts';
import { Job } from './job.ts';

subscription('jobProgress', {
  type: Job,
  description:
    'A background job as it is now, and again whenever its state or progress changes. Completes when the job is finished.',
  args: builder.args((t) => ({ jobId: t.id({ required: true, description: 'Id of the job that is followed.' }) })),
  follow: (ctx, { jobId }) => followJob(ctx, jobId),
  resolve: (_ctx, job) => job,
});
