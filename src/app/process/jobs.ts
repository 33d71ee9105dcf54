import { asOperator } from '../../domain/core/acting.ts';
import type { JobHandler } from '../../domain/core/jobs/kind.ts';
import { gitSync } from '../../domain/exchange/git/sync/job.ts';
import { handlers } from '../../jobs/handlers.ts';
import { startJobsRunner } from '../../jobs/jobs-runner.ts';
import { startGitSyncs } from '../../jobs/git-syncs.ts';
import { bothRunners, type Runner } from '../../jobs/runner.ts';
import { startWebhooksRunner } from '../../jobs/webhooks-runner.ts';
import type { EventReader } from '../../domain/exchange/webhooks/compose.ts';
import type { Meters } from '../../infra/metrics/meters.ts';
import type { Tracing } from '../../infra/tracing/tracing.ts';
import { createBackgroundSteps, processorMs } from '../../lib/background-steps.ts';
import { DomainError } from '../../lib/errors.ts';
import { contextOf, originOf, stoppedBy } from './context.ts';
import type { Platform } from './platform.ts';

interface JobsOptions {
  /** Whether this process polls for jobs of other processes, including processes that have ended. */
  readonly looksAround?: boolean;
  /** Whether requests want the processor, beside which webhooks are sent their events slowly. */
  readonly isBusy?: () => boolean;
  /** Additional handlers. */
  readonly more?: readonly JobHandler[];
}

/** Maximum number of jobs that one process runs at once. */
const slots = 4;

/** Loads the REST API with the first event: a process that sends none does without it. */
const loadReader = async () => (await import('../../rest/exchange/webhooks/event-reader.ts')).eventReader;
const reader: EventReader = {
  readEvent: async (ctx, event) => (await loadReader()).readEvent(ctx, event),
  readResource: async (ctx, event) => (await loadReader()).readResource(ctx, event),
};

/** Runs background jobs, and gives events to webhooks, in this process. */
export function startJobs(
  { config, db, services, meters, tracing }: Pick<Platform, 'config' | 'db' | 'services' | 'meters' | 'tracing'>,
  { looksAround = true, isBusy = () => false, more = [] }: JobsOptions = {},
): Runner {
  const origin = originOf('service');
  const system = contextOf(services, db, asOperator('nobody'), { requestId: 'jobs', origin });
  const common = {
    system,
    leaseMs: config.JOB_LEASE_MS,
    pollMs: looksAround ? config.JOB_POLL_MS : null,
    isAlone: config.DATABASE_URL === undefined,
  };
  const jobs = startJobsRunner({
    ...common,
    pool: db.pool,
    handlers: new Map(
      [...handlers, ...more].map((handler) => [handler.kind.name, traced(measured(handler, meters), tracing)]),
    ),
    contextFor: (actor, requestId, signal) =>
      stoppedBy(signal, contextOf(services, db, actor, { requestId, origin: originOf('job') })),
    onEnd: meters.jobEnded,
    slots,
    most: { [gitSync.name]: config.GIT_SYNCS },
  });
  const webhooks = startWebhooksRunner({
    ...common,
    contextFor: (requestId, signal) =>
      stoppedBy(signal, contextOf(services, db, asOperator('nobody'), { requestId, origin })),
    reader,
    slots: config.WEBHOOK_SLOTS,
    takeStep: createBackgroundSteps({ isBusy, processorMs }),
    // Shorter than the lease, with the attempts that are under way then.
    budgetMs: config.JOB_LEASE_MS / 3,
  });
  const gitSyncs = startGitSyncs({
    system,
    contextFor: (signal) => stoppedBy(signal, system),
    pollMs: common.pollMs,
  });
  return bothRunners(bothRunners(jobs, gitSyncs), webhooks);
}

/** Returns a handler that notes how long syncs take, and how they end. */
function measured(handler: JobHandler, { syncEnded }: Pick<Meters, 'syncEnded'>): JobHandler {
  if (handler.kind.name !== gitSync.name) return handler;
  return {
    ...handler,
    run: async (ctx, payload, run) => {
      const startMs = performance.now();
      const ended = (outcome: string) => syncEnded(outcome, (performance.now() - startMs) / 1_000);
      try {
        const result = await handler.run(ctx, payload, run);
        ended(gitSync.result.parse(result).state);
        return result;
      } catch (error) {
        // One that was stopped goes on elsewhere.
        if (!run.signal.aborted) ended(error instanceof DomainError ? error.type : 'internal');
        throw error;
      }
    },
  };
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
