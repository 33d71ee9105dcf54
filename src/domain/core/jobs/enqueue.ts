import * as z from 'zod';
import { errorTypes, failure, type DomainError, type ErrorType } from '../../../lib/errors.ts';
import { scopes as allScopes } from '../../../access/scopes.ts';
import type { Context } from '../context.ts';
import { transact } from '../transact.ts';
import { readOwner } from './fields.ts';
import type { JobKind } from './kind.ts';
import type { Job } from './jobs.ts';
import { addToQueue, findJob, insertJob, insertSystemJobs } from './queries/jobs.ts';

/** Effect stored with an Idempotency-Key: the job that the request created. */
const JobEffect = z.object({ jobId: z.string() });

/** The resource of a job, and its relation to other jobs. */
export interface JobSubject {
  readonly organizationId: string;
  readonly spaceId: string | null;
  /** Deduplication key: no new job is created while an unfinished job has this key. */
  readonly key?: string;
  /** Jobs with the same value run one at a time, across all processes. */
  readonly exclusive?: string;
}

/**
 * Creates a job, or finds the unfinished one with the same key; returns its id. The job starts after the transaction of
 * the caller commits, and never when it rolls back.
 */
export async function enqueueJob<Payload>(
  outer: Context,
  kind: JobKind<Payload, unknown>,
  payload: Payload,
  subject: JobSubject,
): Promise<string> {
  const earlier = JobEffect.safeParse(outer.once?.earlier);
  if (earlier.success) return earlier.data.jobId;
  return transact(outer, async (ctx) => {
    const { scopes } = ctx.actor;
    const { organizationId, spaceId, key = null, exclusive = null } = subject;
    const { id, isNew } = await insertJob(ctx, {
      id: ctx.newId('job'),
      kind: kind.name,
      organizationId,
      spaceId,
      scopes: scopes === 'all' ? allScopes : [...scopes],
      input: payload,
      key,
    });
    if (isNew) {
      const owner = readOwner({ createdById: ctx.actor.visitor ? null : ctx.actor.userId });
      await addToQueue(ctx.sql, { id, kind: kind.name, owner, exclusive });
      ctx.afterCommit(() => ctx.jobSignals.wake());
    }
    await ctx.once?.record(ctx, { jobId: id } satisfies z.infer<typeof JobEffect>);
    return id;
  });
}

/** A job that follows from a change and has no creator. */
export interface SystemJob<Payload> {
  /** Null for a mail to somebody that no organization sends. */
  readonly organizationId: string | null;
  /** The space that it is about. */
  readonly spaceId?: string;
  readonly payload: Payload;
  /** See `JobSubject`. */
  readonly exclusive: string;
  readonly key?: string;
}

/**
 * Creates jobs of a kind that runs `bySystem`, in the transaction of the caller. Returns their ids in order, also of those that were not
 * created because of their key.
 */
export async function enqueueSystemJobs<Payload>(
  ctx: Context,
  kind: JobKind<Payload, unknown>,
  jobs: readonly SystemJob<Payload>[],
): Promise<string[]> {
  if (!ctx.inTransaction) throw new Error('A job of the system belongs into the transaction of its cause');
  const rows = jobs.map((job) => ({ key: null, spaceId: null, ...job, id: ctx.newId('job'), kind: kind.name }));
  await insertSystemJobs(ctx, rows);
  ctx.afterCommit(() => ctx.jobSignals.wake());
  return rows.map(({ id }) => id);
}

/** Maximum interval between two reads of a job that another process may be running, in milliseconds. */
const maxPauseMs = 1_000;
const shortestPauseMs = 50;

/**
 * Waits at most `ms` milliseconds until a job is finished, and returns it. Performs no authorization, so the job must
 * not be shown to a caller.
 */
export async function waitForJob(ctx: Context, id: string, ms: number): Promise<Job> {
  if (ctx.inTransaction) throw new Error('A transaction must not wait for a job: it may hold what the job needs');
  const deadline = performance.now() + ms;
  for (let pauseMs = shortestPauseMs; ; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
    const job = await findJob(ctx.sql, id);
    if (job === null) throw failure('conflict', 'The job was deleted together with its space');
    const leftMs = deadline - performance.now();
    if (job.finishedAt !== null || leftMs <= 0) return job;
    await ctx.jobSignals.untilChanged(id, Math.ceil(Math.min(pauseMs, leftMs)));
  }
}

/** Time reserved to respond that a job takes longer than the request, in milliseconds. */
const answerMs = 1_000;

/**
 * Runs a job and waits for its result, for requests that answer when it is finished. Throws the error with which the
 * job failed; conflict when it was cancelled; timeout, with the job id, when it outlasts the request.
 */
export async function runJob<Payload, Result>(
  ctx: Context,
  kind: JobKind<Payload, Result>,
  payload: Payload,
  subject: JobSubject,
): Promise<Result> {
  const waitMs = Math.max(answerMs, ctx.config.IMPORT_TIMEOUT_MS - answerMs);
  const job = await waitForJob(ctx, await enqueueJob(ctx, kind, payload, subject), waitMs);
  if (job.state === 'completed') return kind.result.parse(job.result);
  if (job.state === 'cancelled') throw failure('conflict', `The job ${job.id} was cancelled`);
  if (job.state === 'failed') throw failureOf(job);
  throw failure('timeout', `The work takes longer than a request may take. It continues as the job ${job.id}.`, {
    details: [{ path: 'job', rule: 'timeout', message: job.id }],
  });
}

function failureOf({ id, error }: Job): DomainError {
  const type = error?.type ?? 'internal';
  return Object.hasOwn(errorTypes, type)
    ? failure(type as ErrorType, error?.message ?? `The job ${id} failed`)
    : failure('internal', `The job ${id} failed`);
}
