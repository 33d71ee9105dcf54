import type * as z from 'zod';
import type { Context } from '../context.ts';

/** A kind of background work: what it is told, and what it answers. */
export interface JobKind<Payload, Result> {
  /** Stored with each job: a name that stays. */
  readonly name: string;
  readonly payload: z.ZodType<Payload>;
  readonly result: z.ZodType<Result>;
}

/** How far a job is. What is left out stays as it is. */
export interface JobProgress {
  readonly done?: number;
  readonly total?: number;
  /** What it is at, in a few words. */
  readonly phase?: string;
}

/** One run of a job, as its function sees it. */
export interface JobRun<Result> {
  readonly jobId: string;
  /** Aborted when the job was cancelled, or the process ends, or another process took the job over. */
  readonly signal: AbortSignal;
  /** Kept now and then, not each time. */
  progress(progress: JobProgress): void;
  /**
   * Completes the job in the transaction of what it does: both happen or neither, so a crash repeats nothing. Throws
   * conflict when the job is no longer this run's. Without it the job completes after its function.
   */
  complete(ctx: Context, result: Result): Promise<void>;
}

/** A kind of job with the function that does it; it has the rights of whoever made the job. */
export interface JobHandler<Payload = unknown, Result = unknown> {
  readonly kind: JobKind<Payload, Result>;
  readonly run: (ctx: Context, payload: Payload, run: JobRun<Result>) => Promise<Result>;
}

/** Binds a kind to its function, so that their types agree; lists of handlers forget them. */
export const jobHandler = <Payload, Result>(
  kind: JobKind<Payload, Result>,
  run: JobHandler<Payload, Result>['run'],
): JobHandler => ({ kind, run }) as unknown as JobHandler;
