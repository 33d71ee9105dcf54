import type * as z from 'zod';
import type { Context } from '../context.ts';

/** A kind of background job: its input and its result. */
export interface JobKind<Payload, Result> {
  /** Stored with each job; never to be renamed. */
  readonly name: string;
  readonly payload: z.ZodType<Payload>;
  readonly result: z.ZodType<Result>;
  /** Attempts after which a job of this kind fails; those of jobs/fields.ts when omitted. */
  readonly attempts?: number;
  /** Runs with the permissions of the system, because nobody asked for it. */
  readonly bySystem?: boolean;
}

/** Progress of a job. Omitted fields keep their value. */
export interface JobProgress {
  readonly done?: number;
  readonly total?: number;
  /** What the job is doing, in a few words. */
  readonly phase?: string;
}

/** One run of a job, as its function sees it. */
export interface JobRun<Result> {
  readonly jobId: string;
  /** Aborted when the job is cancelled, the process shuts down, or another process takes the job over. */
  readonly signal: AbortSignal;
  /** Reports progress. Written twice a second at most. */
  progress(progress: JobProgress): void;
  /**
   * Completes the job in the transaction of its effect: both commit or neither, so a crash repeats nothing. Throws
   * conflict when the job was cancelled or taken over. A function that does not call it completes the job by returning.
   */
  complete(ctx: Context, result: Result): Promise<void>;
}

/** A kind of job with the function that runs it, with the permissions of the job's creator. */
export interface JobHandler<Payload = unknown, Result = unknown> {
  readonly kind: JobKind<Payload, Result>;
  readonly run: (ctx: Context, payload: Payload, run: JobRun<Result>) => Promise<Result>;
}

/** Binds a kind to its function, so that their types agree. Lists of handlers do not keep the types. */
export const jobHandler = <Payload, Result>(
  kind: JobKind<Payload, Result>,
  run: JobHandler<Payload, Result>['run'],
): JobHandler => ({ kind, run }) as unknown as JobHandler;
