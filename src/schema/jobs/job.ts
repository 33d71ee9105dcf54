import { cancelJob } from '../../domain/jobs/cancel.ts';
import { jobStates } from '../../domain/jobs/fields.ts';
import { getJob, resultOf, type Job as JobModel, type JobError as ErrorModel } from '../../domain/jobs/jobs.ts';
import { findSpace } from '../../domain/spaces/spaces.ts';
import { locationUrl } from '../../domain/urls.ts';
import { builder } from '../builder.ts';
import { contractEnum } from '../enums.ts';
import { payloadType } from '../payload.ts';
import { Space } from '../spaces/space.ts';
import { User } from '../users/user.ts';

const JobStateEnum = contractEnum('JobState', 'Where a job stands.', jobStates);

const JobProgress = builder.objectRef<JobModel>('JobProgress').implement({
  description: 'How far a job is.',
  fields: (t) => ({
    done: t.exposeInt('progressDone', { description: 'Steps that are done.' }),
    total: t.exposeInt('progressTotal', {
      nullable: true,
      description: 'Steps there are; null while nobody knows.',
    }),
    phase: t.exposeString('phase', { description: 'What it is at, in a few words.' }),
  }),
});

const JobError = builder.objectRef<ErrorModel>('JobError').implement({
  description: 'Why a job failed.',
  fields: (t) => ({
    type: t.exposeString('type', { description: 'The type of the error, as a request would have had it.' }),
    message: t.exposeString('message', { description: 'A sentence about it.' }),
  }),
});

export const Job = builder.objectRef<JobModel>('Job');

builder.node(Job, {
  description: 'Work that goes on in the background, such as an import. Its creator sees it, and admins of the space.',
  id: { description: 'Id of the job.', resolve: (job) => job.id },
  loadOne: (id, ctx) => getJob(ctx, id),
  fields: (t) => ({
    kind: t.exposeString('kind', { description: 'What kind of work it is.' }),
    state: t.expose('state', { type: JobStateEnum, description: 'Where it stands.' }),
    progress: t.field({ type: JobProgress, description: 'How far it is.', resolve: (job) => job }),
    attempts: t.exposeInt('attempts', { description: 'How often it was begun.' }),
    result: t.field({
      type: 'JSON',
      nullable: true,
      description: 'What came of it, by kind; null until it is completed, and for who may not see its space any more.',
      resolve: (job, _args, ctx) => resultOf(ctx, job),
    }),
    error: t.expose('error', { type: JobError, nullable: true, description: 'Why it failed.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was asked for.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', nullable: true, description: 'When it first began.' }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime', nullable: true, description: 'When it was over.' }),
    createdBy: t.field({
      type: User,
      nullable: true,
      description: 'Who asked for it.',
      resolve: ({ createdById }, _args, ctx) => (createdById === null ? null : ctx.loaders.user.load(createdById)),
    }),
    space: t.field({
      type: Space,
      nullable: true,
      description: 'The space it is about, where the caller may see it.',
      resolve: ({ spaceId }, _args, ctx) => (spaceId === null ? null : findSpace(ctx, spaceId)),
    }),
    location: t.string({
      description: 'URL of the job in the REST API.',
      resolve: ({ id }, _args, ctx) => locationUrl(ctx.urls, 'jobs', id),
    }),
  }),
});

const jobArg = builder.args((t) => ({ jobId: t.id({ required: true, description: 'Id of the job.' }) }));

builder.queryField('job', (t) =>
  t.field({
    type: Job,
    nullable: true,
    description: 'The background job of an id.',
    args: { id: t.arg.id({ required: true, description: 'Id of the job.' }) },
    resolve: (_root, { id }, ctx) => getJob(ctx, id),
  }),
);

builder.mutationField('cancelJob', (t) =>
  t.field({
    type: payloadType('CancelJobPayload', 'job', Job, 'The job as it is now.'),
    description: 'Calls a job off; one that is at work stops at its next step.',
    args: { ...jobArg },
    resolve: async (_root, { jobId }, ctx) => ({ job: await cancelJob(ctx, jobId) }),
  }),
);
