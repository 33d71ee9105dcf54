import * as z from 'zod';
import { errorTypes, failure, type DomainError, type ErrorType } from '../../lib/errors.ts';
import { scopes as allScopes } from '../../access/scopes.ts';
import type { Context } from '../context.ts';
import { transact } from '../transact.ts';
import { ownerOf } from './fields.ts';
import type { JobKind } from './kind.ts';
import type { Job } from './jobs.ts';
import { addToQueue, findJob, insertJob, insertSystemJobs } from './queries/jobs.ts';

/** The stored effect of a request with an Idempotency-Key: the job that it created. */
const JobEffect = z.object({ jobId: z.string() });

/** What a job is about, and how it relates to other jobs. */
export interface JobSubject {
  readonly organizationId: string;
  readonly spaceId: string | null;
  /** While an unfinished job has this key, no new one is created. */
  readonly key?: string;
  /** Jobs with the same word run one after the other, across all processes. */
  readonly exclusive?: string;
}

/**
 * Creates a job, or finds the unfinished one with the same key; returns its id. The job starts after the caller's
 * transaction commits, and never when that is rolled back.
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
      await addToQueue(ctx.sql, id, ownerOf({ createdById: ctx.actor.visitor ? null : ctx.actor.userId }), exclusive);
      ctx.afterCommit(() => ctx.jobSignals.wake());
    }
    await ctx.once?.record(ctx, { jobId: id } satisfies z.infer<typeof JobEffect>);
    return id;
  });
}

/** A job that follows from a change and that nobody asked for. */
export interface SystemJob<Payload> {
  readonly organizationId: string;
  readonly payload: Payload;
  /** As in JobSubject. */
  readonly exclusive: string;
}

/** Creates jobs of a kind that runs `bySystem`, in the caller's transaction. Returns their ids in order. */
export async function enqueueSystemJobs<Payload>(
  ctx: Context,
  kind: JobKind<Payload, unknown>,
  jobs: readonly SystemJob<Payload>[],
): Promise<string[]> {
  if (!ctx.inTransaction) throw new Error('A job of the system belongs into the transaction of its cause');
  const rows = jobs.map((job) => ({ ...job, id: ctx.newId('job'), kind: kind.name }));
  await insertSystemJobs(ctx, rows);
  ctx.afterCommit(() => ctx.jobSignals.wake());
  return rows.map(({ id }) => id);
}

/** Longest pause between two reads of a job that another process may be running, in milliseconds. */
const longestPauseMs = 1_000;
const shortestPauseMs = 50;

/**
 * Waits until a job is finished, for at most `ms` milliseconds, and returns it. Checks no permission, so the job must
 * not be shown to a caller.
 */
export async function waitForJob(ctx: Context, id: string, ms: number): Promise<Job> {
  if (ctx.inTransaction) throw new Error('A transaction must not wait for a job: it may hold what the job needs');
  const deadline = performance.now() + ms;
  for (let pauseMs = shortestPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    const job = await findJob(ctx.sql, id);
    if (job === null) throw failure('conflict', 'The job was deleted together with its space');
    const leftMs = deadline - performance.now();
    if (job.finishedAt !== null || leftMs <= 0) return job;
    await ctx.jobSignals.untilChanged(id, Math.ceil(Math.min(pauseMs, leftMs)));
  }
}

/** Time reserved for the answer that a job takes longer than the request, in milliseconds. */
const answerMs = 1_000;

/**
 * Runs a job and returns its result, for requests that answer when it is finished. Throws the error the job failed with;
 * conflict when it was cancelled; timeout, naming the job, when it takes longer than a request may.
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
