import * as z from 'zod';
import { exportUrl } from '../../domain/exports/exports.ts';
import { cancelJob } from '../../domain/jobs/cancel.ts';
import { jobStates } from '../../domain/jobs/fields.ts';
import { getJob, resultOf, type Job as JobModel, type JobError as ErrorModel } from '../../domain/jobs/jobs.ts';
import { findSpace } from '../../domain/spaces/spaces.ts';
import { locationUrl } from '../../domain/urls.ts';
import { builder } from '../builder.ts';
import { ownId } from '../plain-fields.ts';
import { contractEnum } from '../enums.ts';
import { payloadType } from '../payload.ts';
import { Space } from '../spaces/space.ts';
import { User } from '../users/user.ts';
import { JobResult } from './job-result.ts';

const JobStateEnum = contractEnum('JobState', 'State of a job.', jobStates);

const JobProgress = builder.objectRef<JobModel>('JobProgress').implement({
  description: 'Progress of a job.',
  fields: (t) => ({
    done: t.exposeInt('progressDone', { description: 'Number of finished steps.' }),
    total: t.exposeInt('progressTotal', {
      nullable: true,
      description: 'Number of steps. Null while it is not known.',
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
  description: 'Background work, such as an import. Visible to its creator and to admins of its space.',
  id: { description: 'Id of the job.', resolve: ownId },
  loadOne: (id, ctx) => getJob(ctx, id),
  fields: (t) => ({
    kind: t.exposeString('kind', { description: 'Kind of work.' }),
    state: t.expose('state', { type: JobStateEnum, description: 'Current state.' }),
    progress: t.field({ type: JobProgress, description: 'Current progress.', resolve: (job) => job }),
    attempts: t.exposeInt('attempts', { description: 'Number of times it was started.' }),
    result: t.field({
      type: JobResult,
      nullable: true,
      description:
        'Result, which depends on the kind. Null until the job is completed, and without access to its space.',
      resolve: async (job, _args, ctx) => {
        const result = await resultOf(ctx, job);
        return result === null ? null : { kind: job.kind, result };
      },
    }),
    downloadUrl: t.string({
      nullable: true,
      extensions: { limits: z.url() },
      description:
        'URL that downloads the archive of an export without a token for one hour. Null for other jobs, and when the archive was deleted, a day after it was made.',
      resolve: (job, _args, ctx) => exportUrl(ctx, job),
    }),
    error: t.expose('error', { type: JobError, nullable: true, description: 'Error, when it failed.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', nullable: true, description: 'When it was first started.' }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime', nullable: true, description: 'When it finished.' }),
    createdById: t.exposeID('createdById', { nullable: true, description: 'Id of the user who created it.' }),
    createdBy: t.field({
      type: User,
      nullable: true,
      description: 'User who created it.',
      resolve: ({ createdById }, _args, ctx) => (createdById === null ? null : ctx.loaders.user.load(createdById)),
    }),
    space: t.field({
      type: Space,
      nullable: true,
      description: 'Space of the job, when the caller may see it.',
      resolve: ({ spaceId }, _args, ctx) => (spaceId === null ? null : findSpace(ctx, spaceId)),
    }),
    location: t.string({
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
    description: 'Gets a background job by id. Fails with `not_found` when the caller may not see it.',
    args: { id: t.arg.id({ required: true, description: 'Id of the job.' }) },
    resolve: (_root, { id }, ctx) => getJob(ctx, id),
  }),
);

builder.mutationField('cancelJob', (t) =>
  t.field({
    type: payloadType('CancelJobPayload', 'job', Job, 'The updated job.'),
    description: 'Cancels a job. A running job stops at its next step.',
    args: { ...jobArg },
    resolve: async (_root, { jobId }, ctx) => ({ job: await cancelJob(ctx, jobId) }),
  }),
);
