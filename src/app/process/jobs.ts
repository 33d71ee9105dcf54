import { asOperator } from '../../domain/core/acting.ts';
import type { JobHandler } from '../../domain/core/jobs/kind.ts';
import { handlers } from '../../jobs/handlers.ts';
import { startRunner, type Runner } from '../../jobs/runner.ts';
import type { Tracing } from '../../infra/tracing/tracing.ts';
import { contextOf, originOf, stoppedBy } from './context.ts';
import type { Platform } from './platform.ts';

interface JobsOptions {
  /** Whether this process polls for jobs of other processes, including processes that have ended. */
  readonly looksAround?: boolean;
  /** Additional handlers. */
  readonly more?: readonly JobHandler[];
}

/** Maximum number of jobs that one process runs at once. */
const slots = 4;

/** Runs background jobs in this process. */
export function startJobs(
  { config, db, services, meters, tracing }: Pick<Platform, 'config' | 'db' | 'services' | 'meters' | 'tracing'>,
  { looksAround = true, more = [] }: JobsOptions = {},
): Runner {
  return startRunner({
    handlers: new Map([...handlers, ...more].map((handler) => [handler.kind.name, traced(handler, tracing)])),
    contextFor: (actor, requestId, signal) =>
      stoppedBy(signal, contextOf(services, db, actor, { requestId, origin: originOf('job') })),
    pool: db.pool,
    system: contextOf(services, db, asOperator('nobody'), { requestId: 'jobs', origin: originOf('service') }),
    leaseMs: config.JOB_LEASE_MS,
    onEnd: meters.jobEnded,
    pollMs: looksAround ? config.JOB_POLL_MS : null,
    slots,
    isAlone: config.DATABASE_URL === undefined,
  });
}

/** Returns a handler that traces each job as a span. */
function traced(handler: JobHandler, tracing: Tracing | null): JobHandler {
  if (tracing === null) return handler;
  const { name } = handler.kind;
  return {
    ...handler,
    run: (ctx, payload, run) =>
      tracing.trace(`job ${name}`, { 'octavo.job.kind': name, 'octavo.job.id': run.jobId }, () =>
        handler.run(ctx, payload, run),
      ),
  };
}
