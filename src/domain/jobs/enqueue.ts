import { sql } from '../../db/sql.ts';
import { errorTypes, failure, type DomainError, type ErrorType } from '../../lib/errors.ts';
import { scopes as allScopes } from '../access/scopes.ts';
import type { Context } from '../context.ts';
import { transact } from '../transact.ts';
import { deliver } from './deliver.ts';
import type { JobKind } from './kind.ts';
import type { Job } from './jobs.ts';

/** What a job is about, and how it gets along with others. */
export interface JobPlace {
  readonly organizationId: string;
  readonly spaceId: string | null;
  /** While an unfinished job has this key, that one is given instead of a new one. */
  readonly key?: string;
  /** Jobs with the same word run one after the other, on all processes together. */
  readonly exclusive?: string;
}

/**
 * Makes a job, or finds the unfinished one of the same key; gives its id. It begins once the transaction of the caller
 * is through, and never if that is undone.
 */
export async function enqueueJob<Payload>(
  outer: Context,
  kind: JobKind<Payload, unknown>,
  payload: Payload,
  place: JobPlace,
): Promise<string> {
  return transact(outer, async (ctx) => {
    const { userId, scopes, organizationId: tokenOrganization } = ctx.actor;
    const made = await ctx.sql.first<{ id: string; isNew: boolean }>(sql`
      insert into jobs (id, kind, "organizationId", "spaceId", "createdById", scopes, "tokenOrganization", input, key,
        exclusive, "createdAt")
      values (${ctx.newId('job')}, ${kind.name}, ${place.organizationId}, ${place.spaceId}, ${userId},
        ${scopes === 'all' ? [...allScopes] : [...scopes]}::text[], ${tokenOrganization},
        ${JSON.stringify(payload)}::jsonb, ${place.key ?? null}, ${place.exclusive ?? null},
        ${ctx.now().toISOString()}::timestamptz)
      on conflict (key) where state in ('queued', 'running') do update set key = excluded.key
      returning id, xmax = 0 as "isNew"`);
    if (made === null) throw new Error('A job was neither made nor found');
    if (made.isNew) await deliver(ctx, made.id);
    return made.id;
  });
}

/** Longest pause between two looks at a job that another process may be doing, in milliseconds. */
const longestPauseMs = 1_000;
const shortestPauseMs = 50;

/** The job as it is when it is over, or after so many milliseconds. Not inside a transaction, and not for showing: no right is asked. */
export async function waitForJob(ctx: Context, id: string, ms: number): Promise<Job> {
  if (ctx.inTransaction) throw new Error('A transaction must not wait for a job: it may hold what the job needs');
  const deadline = performance.now() + ms;
  for (let pauseMs = shortestPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    const job = await ctx.sql.first<Job>(sql`select * from jobs where id = ${id}`);
    if (job === null) throw failure('conflict', 'What the job was about is gone');
    const leftMs = deadline - performance.now();
    if (job.finishedAt !== null || leftMs <= 0) return job;
    await ctx.queue.signals.untilChanged(id, Math.ceil(Math.min(pauseMs, leftMs)));
  }
}

/** Left of the time of a request for saying that it was not enough, in milliseconds. */
const answerMs = 1_000;

/**
 * Has a job done and gives its result, for requests that answer when it is done. Throws what the job failed with;
 * conflict when it was cancelled; timeout, naming the job, when it takes longer than a request may.
 */
export async function runJob<Payload, Result>(
  ctx: Context,
  kind: JobKind<Payload, Result>,
  payload: Payload,
  place: JobPlace,
): Promise<Result> {
  const waitMs = Math.max(answerMs, ctx.config.IMPORT_TIMEOUT_MS - answerMs);
  const job = await waitForJob(ctx, await enqueueJob(ctx, kind, payload, place), waitMs);
  if (job.state === 'completed') return kind.result.parse(job.result);
  if (job.state === 'cancelled') throw failure('conflict', `The job ${job.id} was cancelled`);
  if (job.state === 'failed') throw failureOf(job);
  throw failure('timeout', `This takes longer than a request may; it goes on as the job ${job.id}`, {
    details: [{ path: 'job', rule: 'timeout', message: job.id }],
  });
}

function failureOf({ id, error }: Job): DomainError {
  const type = error?.type ?? 'internal';
  return Object.hasOwn(errorTypes, type)
    ? failure(type as ErrorType, error?.message ?? `The job ${id} failed`)
    : failure('internal', `The job ${id} failed`);
}
