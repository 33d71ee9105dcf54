import type * as z from 'zod';
import type { Context } from '../context.ts';

/** A kind of background job, with the types of its payload and result. */
export interface JobKind<Payload, Result> {
  /** Stored with each job, so it must never be renamed. */
  readonly name: string;
  readonly payload: z.ZodType<Payload>;
  readonly result: z.ZodType<Result>;
  /** How much a job has done, by its result; its latest progress when omitted. */
  countDone?(result: Result): Pick<JobProgress, 'done' | 'total'>;
  /** Number of attempts after which a job of this kind fails; defaults to `maxAttempts`. */
  readonly attempts?: number;
  /** Whether it runs with the permissions of the system, because it has no creator. */
  readonly bySystem?: boolean;
}

/** Progress of a job. Omitted fields keep their value. */
export interface JobProgress {
  readonly done?: number;
  readonly total?: number;
  /** Current step of the job, in a few words. */
  readonly phase?: string;
}

/** One run of a job, as passed to its function. */
export interface JobRun<Result> {
  readonly jobId: string;
  /** Aborted when the job is cancelled, the process shuts down, or another process takes the job over. */
  readonly signal: AbortSignal;
  /** Reports progress. Writes it at most twice a second. */
  progress(progress: JobProgress): void;
  /**
   * Completes the job in the transaction of its effect: both commit or neither does, so a crash repeats nothing. Throws
   * conflict when the job was cancelled or taken over. A function that does not call it completes the job by returning.
   */
  complete(ctx: Context, result: Result): Promise<void>;
}

/** A kind of job with its function, which runs with the permissions of the job's creator. */
export interface JobHandler<Payload = unknown, Result = unknown> {
  readonly kind: JobKind<Payload, Result>;
  readonly run: (ctx: Context, payload: Payload, run: JobRun<Result>) => Promise<Result>;
}

/** Binds a function to a kind and checks their types, which lists of handlers erase. */
export const jobHandler = <Payload, Result>(
  kind: JobKind<Payload, Result>,
  run: JobHandler<Payload, Result>['run'],
): JobHandler => ({ kind, run }) as unknown as JobHandler;
