import { sql } from '../db/sql.ts';
import type { Actor, Context } from '../domain/context.ts';
import { maxAttempts, maxPhase, pauseAfterMs } from '../domain/jobs/fields.ts';
import type { JobHandler, JobProgress, JobRun } from '../domain/jobs/kind.ts';
import { meaningOf } from '../db/errors.ts';
import { conflict, DomainError } from '../lib/errors.ts';
import { creatorOf } from './actor.ts';
import { endLease, settle, type ClaimedJob, type Outcome } from './claim.ts';

export interface RunOptions {
  readonly handlers: ReadonlyMap<string, JobHandler>;
  /** A context of its own for each run. */
  readonly contextFor: (actor: Actor, requestId: string, signal: AbortSignal) => Context;
  /** For what is nobody's. */
  readonly system: Context;
  /** A process that gives no sign for so long has lost its jobs, in milliseconds. */
  readonly leaseMs: number;
}

/** Progress is written at most this often, in milliseconds. */
const progressMs = 500;

/** Does a claimed job and writes how it ended. Never throws: what goes wrong is the job's end, or the next sweep's. */
export async function runClaimed(options: RunOptions, job: ClaimedJob, abort: AbortController): Promise<void> {
  const { system, leaseMs } = options;
  const sign = signOfLife(options, job, abort);
  const heartbeat = setInterval(() => void sign.give(), leaseMs / 3).unref();
  const off = system.queue.signals.onChanged((id) => {
    if (id === job.id) void sign.give();
  });
  try {
    const outcome = await outcomeOf(options, job, { abort, progress: sign.progress });
    // What was completed with its effect, cancelled or lost is no longer ours to settle.
    await settle(system, job, outcome);
  } catch (error) {
    system.log.error({ err: error, jobId: job.id }, 'a job could not be settled');
  } finally {
    clearInterval(heartbeat);
    off();
    await sign.end();
    await endLease(system, job).catch((error: unknown) =>
      system.log.error({ err: error, jobId: job.id }, 'the lease of a job could not be ended'),
    );
  }
}

interface Controls {
  readonly abort: AbortController;
  readonly progress: (progress: JobProgress) => void;
}

async function outcomeOf(options: RunOptions, job: ClaimedJob, { abort, progress }: Controls): Promise<Outcome> {
  const { handlers, system, contextFor } = options;
  try {
    const handler = handlers.get(job.kind);
    if (!handler) throw new Error(`Nobody does jobs of kind ${job.kind}`);
    const payload = handler.kind.payload.parse(job.input);
    const ctx = contextFor(await creatorOf(system.sql, job), job.id, abort.signal);
    const run: JobRun<unknown> = {
      jobId: job.id,
      signal: abort.signal,
      progress,
      complete: async (inner, result) => {
        const done = await settle(inner, job, { state: 'completed', result });
        if (!done) throw conflict('The job was cancelled, or another process took it over');
      },
    };
    return { state: 'completed', result: await handler.run(ctx, payload, run) };
  } catch (error) {
    return endOf(error, job, { log: system.log, stopped: abort.signal.aborted });
  }
}

function endOf(error: unknown, job: ClaimedJob, { log, stopped }: { log: Context['log']; stopped: boolean }): Outcome {
  if (stopped) return { state: 'queued', attempts: job.attempts - 1, afterMs: 0 };
  const meaning = meaningOf(error);
  const isFinal = meaning instanceof DomainError && meaning.status < 500;
  if (!isFinal) log.error({ err: error, jobId: job.id, reason: job.kind }, 'a job failed');
  if (!isFinal && job.attempts < maxAttempts)
    return { state: 'queued', attempts: job.attempts, afterMs: pauseAfterMs(job.attempts) };
  const known = meaning instanceof DomainError ? meaning : null;
  return {
    state: 'failed',
    error: known ? { type: known.type, message: known.message } : { type: 'internal', message: 'Internal error' },
  };
}

/** Says that the job is at work and how far it is; finds out when it is no longer this run's. */
function signOfLife({ system }: RunOptions, job: ClaimedJob, abort: AbortController) {
  let latest: JobProgress = {};
  let writtenAt = 0;
  let writing: Promise<void> = Promise.resolve();
  const write = async () => {
    const { done, total, phase } = latest;
    const mine = await system.sql.first<{ state: string }>(sql`update jobs set "heartbeatAt" = now(),
        "progressDone" = coalesce(${done ?? null}::int, "progressDone"),
        "progressTotal" = coalesce(${total ?? null}::int, "progressTotal"),
        phase = coalesce(${phase?.slice(0, maxPhase).toWellFormed() ?? null}, phase)
      where id = ${job.id} and lease = ${job.lease} returning state`);
    if (mine?.state !== 'running') abort.abort(new Error('The job is over, or another process took it over'));
  };
  const give = () => {
    writtenAt = performance.now();
    // The database may be away for a moment; the lease outlives three signs.
    writing = writing.then(write).catch(() => undefined);
    return writing;
  };
  return {
    give,
    progress: (progress: JobProgress) => {
      latest = { ...latest, ...progress };
      if (performance.now() - writtenAt > progressMs) void give();
    },
    end: () => writing,
  };
}
