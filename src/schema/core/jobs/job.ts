import * as z from 'zod';
import { exportUrl } from '../../../domain/exchange/exports/exports.ts';
import { cancelJob } from '../../../domain/core/jobs/cancel.ts';
import { jobStates } from '../../../domain/core/jobs/fields.ts';
import { getJob, resultOf, type Job as JobModel, type JobError as ErrorModel } from '../../../domain/core/jobs/jobs.ts';
import { findSpace } from '../../../domain/authoring/spaces/spaces.ts';
import { locationUrl } from '../../../domain/core/urls.ts';
import { builder } from '../../builder.ts';
import { ownId } from '../../plain-fields.ts';
import { contractEnum } from '../../enums.ts';
import { mutation } from '../../mutation.ts';
import { shows } from '../../payload.ts';
import { Space } from '../../authoring/spaces/space.ts';
import { User } from '../../people/users/user.ts';
import { JobResult } from './job-result.ts';

const JobStateEnum = contractEnum('JobState', 'The state of a job.', jobStates);

const JobProgress = builder.objectRef<JobModel>('JobProgress').implement({
  description: 'Progress of a job.',
  fields: (t) => ({
    done: t.exposeInt('progressDone', { description: 'Number of finished steps.' }),
    total: t.exposeInt('progressTotal', {
      nullable: true,
      description: 'Number of steps; null while it is unknown.',
    }),
    phase: t.exposeString('phase', { description: 'Current phase, for display.' }),
  }),
});

const JobError = builder.objectRef<ErrorModel>('JobError').implement({
  description: 'Error of a failed job.',
  fields: (t) => ({
    type: t.exposeString('type', { description: 'Type of the error, as in error responses.' }),
    message: t.exposeString('message', { description: 'Error message.' }),
  }),
});

export const Job = builder.objectRef<JobModel>('Job');

builder.node(Job, {
  description: 'A background job, such as an import. Visible to its creator and to admins of its space.',
  id: { description: 'Id of the job.', resolve: ownId },
  loadOne: (id, ctx) => getJob(ctx, id),
  fields: (t) => ({
    kind: t.exposeString('kind', { description: 'Kind of the job, such as `import`.' }),
    state: t.expose('state', { type: JobStateEnum, description: 'Current state.' }),
    progress: t.field({ type: JobProgress, description: 'Current progress.', resolve: (job) => job }),
    attempts: t.exposeInt('attempts', { description: 'Number of times that the job was started.' }),
    result: t.field({
      type: JobResult,
      nullable: true,
      description:
        'Result, which depends on the kind. Null until the job is completed, and for callers without access to its space.',
      resolve: async (job, _args, ctx) => {
        const result = await resultOf(ctx, job);
        return result === null ? null : { kind: job.kind, result };
      },
    }),
    downloadUrl: t.field({
      type: 'URL',
      nullable: true,
      extensions: { limits: z.url() },
      description:
        'URL that downloads the archive of an export without a token, valid for one hour. Null for other jobs, and after the archive was deleted, a day after its creation.',
      resolve: (job, _args, ctx) => exportUrl(ctx, job),
    }),
    error: t.expose('error', {
      type: JobError,
      nullable: true,
      description: 'Error of a failed job; null for others.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the job was created.' }),
    startedAt: t.expose('startedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the job was first started; null until then.',
    }),
    finishedAt: t.expose('finishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the job completed, failed or was cancelled; null until then.',
    }),
    createdById: t.exposeID('createdById', { nullable: true, description: 'Id of the user who created the job.' }),
    createdBy: t.field({
      type: User,
      nullable: true,
      description: 'The user who created the job.',
      resolve: ({ createdById }, _args, ctx) => (createdById === null ? null : ctx.loaders.user.load(createdById)),
    }),
    space: t.field({
      type: Space,
      nullable: true,
      description: 'The space of the job; null for other jobs, and for callers who may not see the space.',
      resolve: ({ spaceId }, _args, ctx) => (spaceId === null ? null : findSpace(ctx, spaceId)),
    }),
    apiUrl: t.field({
      type: 'URL',
      description: 'URL of the job in the REST API.',
      resolve: ({ id }, _args, ctx) => locationUrl(ctx.urls, 'jobs', id),
    }),
  }),
});

const jobArg = builder.args((t) => ({ jobId: t.id({ required: true }) }));

builder.queryField('job', (t) =>
  t.field({
    type: Job,
    nullable: true,
    description: 'A background job by id. Null with an error when it does not exist or is hidden from the caller.',
    args: { id: t.arg.id({ required: true, description: 'Id of the job.' }) },
    resolve: (_root, { id }, ctx) => getJob(ctx, id),
  }),
);

mutation('cancelJob', {
  description: 'Cancels a job. A running job stops at its next step.',
  args: jobArg,
  payload: shows('job', Job, 'The updated job.'),
  resolve: (ctx, { jobId }) => cancelJob(ctx, jobId),
});
