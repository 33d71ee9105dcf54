import { Client } from 'pg';
import { loadCore, cpuMicroseconds, movePids } from './machine.ts';
import { putLoad, type Generator, type LoadRequest, type LoadResult } from './load.ts';
import type { RunningServer } from './server.ts';

/** One line of a table: a server and its requests. */
export interface Target {
  readonly name: string;
  readonly server: RunningServer;
  readonly requests: readonly LoadRequest[];
  /** Bearer token of the requests; null for requests without one. */
  readonly secret: string | null;
  /** `Accept-Encoding` of the requests. */
  readonly encoding?: string;
  /** `Host` of the requests; that of the server by default. */
  readonly host?: string;
}

/** Medians over the rounds. */
export interface Measured {
  readonly name: string;
  /** Requests per second: median, minimum, maximum. */
  readonly throughput: readonly [median: number, least: number, most: number];
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time of the server per request, in microseconds. */
  readonly serverMicros: number;
  /** Processor time of the database processes per request, in microseconds. */
  readonly databaseMicros: number;
  /** Bytes of one response, headers included. */
  readonly bytes: number;
}

export interface Conditions {
  readonly connections: number;
  readonly seconds: number;
  readonly rounds: number;
  readonly generator: Generator;
  readonly databaseUrl: string;
}

interface Sample extends LoadResult {
  readonly serverMicros: number;
  readonly databaseMicros: number;
}

/** V8 needs a few thousand requests until all code is compiled. */
const warmUpFactor = 2;

/** Measures all targets in turns, A B C then C B A, so that slow phases of the machine affect all of them. */
export async function measure(
  targets: readonly Target[],
  conditions: Conditions,
): Promise<{ measured: Measured[]; databasePinned: boolean }> {
  const database = new Client({ connectionString: conditions.databaseUrl });
  await database.connect();
  try {
    const warmUp = { ...conditions, seconds: conditions.seconds * warmUpFactor };
    for (const { server, requests, secret, encoding, host } of targets)
      await putLoad({ ...warmUp, origin: server.origin, requests, secret, encoding, host });
    const backends = await backendsOf(database);
    const databasePinned = movePids(loadCore, backends);
    const samples = new Map<string, Sample[]>();
    for (let round = 0; round < conditions.rounds; round += 1) {
      const order = round % 2 === 0 ? targets : targets.toReversed();
      for (const target of order) {
        const sample = await sampleOf(target, conditions, backends);
        samples.set(target.name, [...(samples.get(target.name) ?? []), sample]);
      }
    }
    return { measured: targets.map(({ name }) => summary(name, samples.get(name) ?? [])), databasePinned };
  } finally {
    await database.end();
  }
}

async function sampleOf(
  { name, server, requests, secret, encoding, host }: Target,
  conditions: Conditions,
  backends: readonly number[],
): Promise<Sample> {
  const serverBefore = cpuMicroseconds(server.pid);
  const databaseBefore = sum(backends.map(cpuMicroseconds));
  const result = await putLoad({ ...conditions, origin: server.origin, requests, secret, encoding, host });
  if (result.bad > 0) throw new Error(`${name}: ${result.bad} of ${result.requests} requests were not answered by 2xx`);
  const perRequest = (micros: number) => micros / Math.max(1, result.requests);
  return {
    ...result,
    serverMicros: perRequest(cpuMicroseconds(server.pid) - serverBefore),
    databaseMicros: perRequest(sum(backends.map(cpuMicroseconds)) - databaseBefore),
  };
}

async function backendsOf(database: Client): Promise<number[]> {
  const { rows } = await database.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  return rows.map(({ pid }) => pid);
}

function summary(name: string, samples: readonly Sample[]): Measured {
  const medianOf = (of: (sample: Sample) => number) => median(samples.map(of));
  const rates = samples.map(({ requests, seconds }) => requests / seconds);
  return {
    name,
    throughput: [median(rates), Math.min(...rates), Math.max(...rates)],
    p50Ms: medianOf(({ p50Ms }) => p50Ms),
    p99Ms: medianOf(({ p99Ms }) => p99Ms),
    serverMicros: medianOf(({ serverMicros }) => serverMicros),
    databaseMicros: medianOf(({ databaseMicros }) => databaseMicros),
    bytes: medianOf(({ bytes, requests }) => bytes / Math.max(1, requests)),
  };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** The median: the middle value, or the mean of the two middle ones. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}
