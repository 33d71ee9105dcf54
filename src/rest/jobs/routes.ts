import * as z from 'zod';
import { jobStates, type JobState } from '../../domain/jobs/fields.ts';
import { CancelJobDocument, GetJobDocument, type JobFragment } from '../__generated__/operations.ts';
import { ok, route, type Resource } from '../route.ts';
import { given, Timestamp, urls } from '../shared/schemas.ts';

const Job = z
  .strictObject({
    object: z.literal('job'),
    id: z.string(),
    kind: z.string(),
    state: z.enum(Object.keys(jobStates) as JobState[]),
    progress: z.strictObject({ done: z.int(), total: z.int().optional(), phase: z.string() }),
    attempts: z.int(),
    result: z.unknown().optional(),
    error: z.strictObject({ type: z.string(), message: z.string() }).optional(),
    createdAt: Timestamp,
    startedAt: Timestamp.optional(),
    finishedAt: Timestamp.optional(),
    createdBy: z.string().optional(),
    urls: urls('location'),
  })
  .meta({ id: 'Job' });

const job: Resource<JobFragment, z.infer<typeof Job>> = {
  schema: Job,
  present: (node) => ({
    object: 'job',
    id: node.id,
    kind: node.kind,
    state: node.state as unknown as JobState,
    progress: { done: node.progress.done, total: given(node.progress.total), phase: node.progress.phase },
    attempts: node.attempts,
    result: given(node.result),
    error: given(node.error),
    createdAt: node.createdAt,
    startedAt: given(node.startedAt),
    finishedAt: given(node.finishedAt),
    createdBy: node.createdBy?.id,
    urls: { location: node.location },
  }),
};

/** Beyond the contract: what requests that take long name when they give up waiting. */
export const jobRoutes = [
  route(
    'GET /v1/jobs/{jobId}',
    GetJobDocument,
    ok(job, (d) => d.job),
  ),
  route(
    'POST /v1/jobs/{jobId}/cancel',
    CancelJobDocument,
    ok(job, (d) => d.cancelJob.job),
  ),
];
