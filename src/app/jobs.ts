import { asOperator } from '../domain/acting.ts';
import type { JobHandler } from '../domain/jobs/kind.ts';
import { handlers } from '../jobs/handlers.ts';
import { startRunner, type Runner } from '../jobs/runner.ts';
import { contextOf, stoppedBy } from './context.ts';
import type { Platform } from './platform.ts';

interface JobsOptions {
  /** Whether this process looks for jobs that it did not make, such as those of dead processes. */
  readonly looksAround?: boolean;
  /** Besides the program's own. */
  readonly more?: readonly JobHandler[];
}

/** Jobs that one process does at once. */
const slots = 4;

/** Does background jobs in this process. */
export function startJobs(
  { config, db, services }: Pick<Platform, 'config' | 'db' | 'services'>,
  { looksAround = true, more = [] }: JobsOptions = {},
): Runner {
  return startRunner({
    handlers: new Map([...handlers, ...more].map((handler) => [handler.kind.name, handler])),
    contextFor: (actor, requestId, signal) => stoppedBy(signal, contextOf(services, db, actor, requestId)),
    system: contextOf(services, db, asOperator('nobody'), 'jobs'),
    leaseMs: config.JOB_LEASE_MS,
    pollMs: looksAround ? config.JOB_POLL_MS : null,
    slots,
    isAlone: config.DATABASE_URL === undefined,
  });
}
