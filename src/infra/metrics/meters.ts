import type { Pool } from 'pg';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Mailer } from '../mail/mailer.ts';
import type { Storage } from '../storage/storage.ts';
import { measureMailer } from './measured-mailer.ts';
import { measureStorage } from './measured-storage.ts';

/** Upper bounds of the buckets of duration histograms, in seconds. */
export const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** As `durationBuckets`, for work that waits for other hosts. */
const syncBuckets = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 600];

/** Maximum number of GraphQL operation names used as labels, because callers choose them. */
const maxOperationNames = 200;

/** Metrics of the process besides those of HTTP requests, registered in `registry`. */
export interface Meters {
  readonly registry: Registry;
  /** Wraps a storage to measure it. */
  readonly storage: (storage: Storage) => Storage;
  /** Wraps a mailer to count what becomes of mails. */
  readonly mailer: (mailer: Mailer) => Mailer;
  /** Measures how long connections of the pool are in use. */
  readonly pool: (pool: Pool) => void;
  /** Shows the lag of a standby in milliseconds, and returns what counts by which server a read was answered. */
  readonly standby: (lagMs: () => number) => (server: 'primary' | 'standby') => void;
  readonly jobEnded: (kind: string, outcome: string) => void;
  /** Notes how a sync of a space with its repository has ended: its state, or the type of its error. */
  readonly syncEnded: (outcome: string, seconds: number) => void;
  readonly graphqlAnswered: (operation: string | null, hasErrors: boolean, seconds: number) => void;
}

export function createMeters(labels: Readonly<Record<'version' | 'commit' | 'database', string>>): Meters {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'octavo_build_info',
    help: 'Always 1. The labels name the program, its Node and its database.',
    labelNames: ['version', 'commit', 'node', 'database'],
    registers: [registry],
  }).set({ ...labels, node: process.version }, 1);
  const jobs = new Counter({
    name: 'octavo_jobs_ended_total',
    help: 'Runs of background jobs that ended in this process, by kind and outcome.',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
  });
  const syncs = new Histogram({
    name: 'octavo_git_sync_duration_seconds',
    help: 'Syncs of spaces with their Git repositories that ended in this process, by outcome, which is the type of the error of one that has failed.',
    labelNames: ['outcome'],
    buckets: syncBuckets,
    registers: [registry],
  });
  const operations = new Histogram({
    name: 'octavo_graphql_operation_duration_seconds',
    help: `Duration of GraphQL operations by name; names after the first ${maxOperationNames} are "other".`,
    labelNames: ['operation', 'outcome'],
    buckets: durationBuckets,
    registers: [registry],
  });
  const names = new Set<string>();
  return {
    registry,
    storage: (storage) => measureStorage(storage, registry),
    mailer: (mailer) => measureMailer(mailer, registry),
    pool: (pool) => measurePool(pool, registry),
    standby: (lagMs) => measureStandby(lagMs, registry),
    jobEnded: (kind, outcome) => jobs.inc({ kind, outcome }),
    syncEnded: (outcome, seconds) => syncs.observe({ outcome }, seconds),
    graphqlAnswered: (name, hasErrors, seconds) => {
      const operation = name === null ? 'unnamed' : boundedName(names, name);
      operations.observe({ operation, outcome: hasErrors ? 'error' : 'ok' }, seconds);
    },
  };
}

function boundedName(names: Set<string>, name: string): string {
  if (names.has(name)) return name;
  if (names.size >= maxOperationNames) return 'other';
  names.add(name);
  return name;
}

function measureStandby(lagMs: () => number, registry: Registry): (server: 'primary' | 'standby') => void {
  new Gauge({
    name: 'octavo_standby_lag_seconds',
    help: 'How far the standby of DATABASE_READ_URL is behind; +Inf while it does not answer.',
    registers: [registry],
    collect() {
      this.set(lagMs() / 1000);
    },
  });
  const reads = new Counter({
    name: 'octavo_reads_total',
    help: 'Requests that only read, by the server of the database that answered them.',
    labelNames: ['server'],
    registers: [registry],
  });
  return (server) => reads.inc({ server });
}

function measurePool(pool: Pool, registry: Registry): void {
  const durations = new Histogram({
    name: 'octavo_database_connection_use_seconds',
    help: 'From taking a connection to giving it back: one statement, or one transaction.',
    buckets: durationBuckets,
    registers: [registry],
  });
  const takenAt = new WeakMap<object, number>();
  pool.on('acquire', (client) => void takenAt.set(client, performance.now()));
  pool.on('release', (_error, client) => {
    const since = takenAt.get(client);
    if (since !== undefined) durations.observe((performance.now() - since) / 1_000);
  });
}
