import type { Client } from 'pg';
import { childrenOf, cpuMicroseconds, mainThreadMs, residentMegabytes } from '../machine.ts';
import { median } from '../measure.ts';
import { quantile } from './figures.ts';

/** Measurement of one operation. */
interface Sample {
  readonly ms: number;
  /** Processor time of this process, including its threads. */
  readonly cpuMs: number;
  /** Processor time of the database processes. */
  readonly databaseMs: number;
  readonly statements: number;
  /** Bytes of records in the write-ahead log, without full-page images. */
  readonly bytes: number;
  /** Bytes of full-page images: the first write to a block after a checkpoint logs the whole block. */
  readonly wholeBlockBytes: number;
}

/** Summary of several measurements: times by rank, bytes as medians, the rest as means. */
export interface Summary {
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly cpuMs: number;
  readonly databaseMs: number;
  readonly statements: number;
  readonly bytes: number;
  readonly wholeBlockBytes: number;
}

/** Measures operations on a platform, one at a time. */
export class Meter {
  readonly #client: Client;
  readonly #statements: string[];

  constructor(client: Client, statements: string[]) {
    this.#client = client;
    this.#statements = statements;
  }

  async sample(work: () => Promise<unknown>): Promise<Sample> {
    const pids = await this.#backends();
    const before = await this.#flushed();
    this.#statements.length = 0;
    const database = sum(pids.map(cpuMicroseconds));
    const own = process.cpuUsage();
    const start = performance.now();
    await work();
    const ms = performance.now() - start;
    const { user, system } = process.cpuUsage(own);
    return {
      ms,
      cpuMs: (user + system) / 1_000,
      databaseMs: (sum(pids.map(cpuMicroseconds)) - database) / 1_000,
      statements: this.#statements.length,
      ...(await this.#writtenSince(before)),
    };
  }

  async #flushed(): Promise<string> {
    const { rows } = await this.#client.query<{ at: string }>('select pg_current_wal_flush_lsn() as at');
    return rows[0]?.at ?? '';
  }

  async #writtenSince(before: string): Promise<{ bytes: number; wholeBlockBytes: number }> {
    if (before === (await this.#flushed())) return { bytes: 0, wholeBlockBytes: 0 };
    const { rows } = await this.#client.query<{ records: number; blocks: number }>(
      `select sum(record_size)::float8 as records, sum(fpi_size)::float8 as blocks
       from pg_get_wal_stats($1, pg_current_wal_flush_lsn())`,
      [before],
    );
    return { bytes: rows[0]?.records ?? 0, wholeBlockBytes: rows[0]?.blocks ?? 0 };
  }

  async #backends(): Promise<number[]> {
    const { rows } = await this.#client.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    return rows.map(({ pid }) => pid);
  }
}

export const summaryOf = (samples: readonly Sample[]): Summary => {
  const values = (of: (sample: Sample) => number) => samples.map(of);
  return {
    p50Ms: quantile(
      values(({ ms }) => ms),
      0.5,
    ),
    p95Ms: quantile(
      values(({ ms }) => ms),
      0.95,
    ),
    cpuMs: mean(values(({ cpuMs }) => cpuMs)),
    databaseMs: mean(values(({ databaseMs }) => databaseMs)),
    statements: median(values(({ statements }) => statements)),
    bytes: median(values(({ bytes }) => bytes)),
    wholeBlockBytes: mean(values(({ wholeBlockBytes }) => wholeBlockBytes)),
  };
};

/** How operations are repeated. */
interface Rounds {
  readonly rounds: number;
  readonly warmUps: number;
}

/** Measures several operations in turns, so that slow phases of the machine affect all of them. */
export async function byTurns(
  meter: Meter,
  works: readonly ((round: number) => Promise<unknown>)[],
  { rounds, warmUps }: Rounds,
): Promise<Summary[]> {
  const samples: Sample[][] = works.map(() => []);
  for (let round = 0; round < warmUps + rounds; round += 1)
    for (const [index, work] of works.entries()) {
      const sample = await meter.sample(() => work(round));
      if (round >= warmUps) samples[index]?.push(sample);
    }
  return samples.map(summaryOf);
}

/** Returns the peak growth of this process and of its workers in megabytes during an operation. */
export async function peakGrowth(work: () => Promise<unknown>): Promise<number> {
  globalThis.gc?.();
  const before = residentMegabytes(process.pid);
  const now = () => sum([process.pid, ...childrenOf(process.pid)].map(residentMegabytes));
  let peak = before;
  const timer = setInterval(() => void (peak = Math.max(peak, now())), 20);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return Math.max(peak, now()) - before;
}

/**
 * Returns the longest processor time of the main thread between two ticks of a timer during an operation, in milliseconds.
 * On an idle machine, other requests wait as long.
 */
export async function longestHold(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let busy = mainThreadMs();
  const timer = setInterval(() => {
    const now = mainThreadMs();
    longest = Math.max(longest, now - busy);
    busy = now;
  }, 5);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return longest;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]) => sum(values) / Math.max(1, values.length);
