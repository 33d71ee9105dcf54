import { classifyDatabaseError } from '../db/errors.ts';
import type { Actor } from '../access/actor.ts';
import type { Context } from '../domain/core/context.ts';
import type { QueueRun } from '../domain/core/jobs/queue-runs.ts';
import { maxAttempts } from '../domain/core/jobs/fields.ts';
import type { Job } from '../domain/core/jobs/jobs.ts';
import type { JobHandler, JobProgress, JobRun } from '../domain/core/jobs/kind.ts';
import { recordRunStart, finishRun, isUnfinished, type Outcome } from '../domain/core/jobs/queries/runs.ts';
import { endVisibleStates } from '../domain/core/jobs/queries/visible-states.ts';
import { emitEnds } from '../domain/core/jobs/emit-ends.ts';
import { transact } from '../domain/core/transact.ts';
import { conflict, DomainError } from '../lib/errors.ts';
import { loadCreator } from './actor.ts';
import { startHeartbeat } from './heartbeat.ts';

export interface RunOptions {
  readonly handlers: ReadonlyMap<string, JobHandler>;
  /** Creates a context for a run. */
  readonly contextFor: (actor: Actor, requestId: string, signal: AbortSignal) => Context;
  /** Context for statements without a user. */
  readonly system: Context;
  /** Time without a heartbeat after which a process loses its jobs, in milliseconds. */
  readonly leaseMs: number;
  /** Called for each job that has ended. */
  readonly onEnd: (kind: string, state: Outcome['state']) => void;
}

export interface RunControls {
  readonly abort: AbortController;
  /** Called when the job is known to be runnable; resolves when its function may start. */
  readonly begin: (job: Job) => Promise<void>;
}

/**
 * Runs the job of a run of the queue. Resolves when the job is finished, even if it already was. Rejects when it should be
 * retried, or when another process has taken it over.
 */
export async function runQueued(options: RunOptions, queueRun: QueueRun, controls: RunControls): Promise<void> {
  const { system, leaseMs } = options;
  const job = (await recordRunStart(system.sql, queueRun)) as Job | null;
  if (job === null) return;
  const heartbeat = startHeartbeat(system, queueRun, { everyMs: leaseMs / 3, abort: controls.abort });
  const started = { job, queueRun };
  const fault = await outcomeOf(options, started, { ...controls, progress: heartbeat.progress })
    .then((outcome) => finish(options, system, started, outcome))
    .then(
      () => new Error('Another process took the job over'),
      (error: unknown) => error,
    );
  await heartbeat.stop();
  // Resolving would remove the job from the queue, even while another process holds it.
  if (await isUnfinished(system.sql, job.id)) throw fault;
}

interface Started {
  readonly job: Job;
  readonly queueRun: QueueRun;
}

const finish = ({ onEnd, handlers }: RunOptions, outer: Context, { job, queueRun }: Started, outcome: Outcome) =>
  transact(outer, async (ctx) => {
    const counted =
      outcome.state === 'completed' ? handlers.get(job.kind)?.kind.countDone?.(outcome.result) : undefined;
    const finished = await finishRun(ctx.sql, queueRun, outcome, counted);
    if (finished && outcome.state === 'failed') await endVisibleStates(ctx.sql, [job.id]);
    if (finished) await emitEnds(ctx, [job.id]);
    if (finished)
      ctx.afterCommit(() => {
        ctx.jobSignals.changed(job.id);
        onEnd(job.kind, outcome.state);
      });
    return finished;
  });

async function outcomeOf(
  options: RunOptions,
  started: Started,
  { abort, begin, progress }: RunControls & { readonly progress: (progress: JobProgress) => void },
): Promise<Outcome> {
  const { handlers, system, contextFor } = options;
  const { job, queueRun } = started;
  const handler = handlers.get(job.kind);
  const attempts = handler?.kind.attempts ?? maxAttempts;
  try {
    await begin(job);
    if (!handler) throw new Error(`No handler is registered for job kind "${job.kind}"`);
    const payload = handler.kind.payload.parse(job.input);
    const actor = handler.kind.bySystem ? system.actor : await loadCreator(system.sql, job);
    const ctx = contextFor(actor, job.id, abort.signal);
    const run: JobRun<unknown> = {
      jobId: job.id,
      signal: abort.signal,
      progress,
      complete: async (inner, result) => {
        const done = await finish(options, inner, started, { state: 'completed', result });
        if (!done) throw conflict('The job was cancelled, or another process has taken it over');
      },
    };
    return { state: 'completed', result: await handler.run(ctx, payload, run) };
  } catch (error) {
    // A stopped run does not count as an attempt. The code that stopped it decides what happens to the job.
    if (abort.signal.aborted) throw error;
    return outcomeOfError(error, { job, log: system.log, mayRetry: queueRun.attempt < attempts });
  }
}

/** The outcome of a job that threw an error. Rethrows the error when the job is to be retried. */
function outcomeOfError(
  error: unknown,
  { job, log, mayRetry }: { readonly job: Job; readonly log: Context['log']; readonly mayRetry: boolean },
): Outcome {
  const meaning = classifyDatabaseError(error);
  const known = meaning instanceof DomainError ? meaning : null;
  const isFinal = known !== null && known.status < 500;
  if (known?.type === 'delivery_failed')
    log.warn({ jobId: job.id, reason: job.kind, problem: known.message }, 'a delivery failed');
  else if (!isFinal) log.error({ err: error, jobId: job.id, reason: job.kind }, 'a job failed');
  if (!isFinal && mayRetry) throw error;
  return {
    state: 'failed',
    error: known ? { type: known.type, message: known.message } : { type: 'internal', message: 'Internal error' },
  };
}
