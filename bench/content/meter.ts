import type { Client } from 'pg';
import { cpuMicroseconds, residentMegabytes } from '../machine.ts';
import { median } from '../measure.ts';
import { quantile } from './figures.ts';

/** What one piece of work took. */
interface Sample {
  readonly ms: number;
  /** Processor time of this process, its threads included. */
  readonly cpuMs: number;
  /** The same of the database's processes. */
  readonly databaseMs: number;
  readonly statements: number;
  /** Written to the log of the database. */
  readonly bytes: number;
}

/** What pieces of work of one kind took: times by rank, processor time as means, bytes as the lower quartile. */
export interface Summary {
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly cpuMs: number;
  readonly databaseMs: number;
  readonly statements: number;
  readonly bytes: number;
}

/** Measures work on a platform; one piece at a time. */
export class Meter {
  readonly #client: Client;
  readonly #statements: string[];

  constructor(client: Client, statements: string[]) {
    this.#client = client;
    this.#statements = statements;
  }

  async sample(work: () => Promise<unknown>): Promise<Sample> {
    const pids = await this.#backends();
    const written = await this.#written();
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
      bytes: (await this.#written()) - written,
    };
  }

  async #written(): Promise<number> {
    const { rows } = await this.#client.query<{ at: string }>(`select pg_current_wal_insert_lsn() - '0/0' as at`);
    return Number(rows[0]?.at);
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
    // The first write to a block after a checkpoint logs all of it; such samples are not what is asked about.
    bytes: quantile(
      values(({ bytes }) => bytes),
      0.25,
    ),
  };
};

/** How the work is repeated. */
interface Rounds {
  readonly rounds: number;
  readonly warmUps: number;
}

/** Measures several works by turns, so that slow minutes of the machine hit all of them. */
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

/** Gives by how many megabytes this process grew at most while it worked. */
export async function peakGrowth(work: () => Promise<unknown>): Promise<number> {
  globalThis.gc?.();
  const before = residentMegabytes(process.pid);
  let peak = before;
  const timer = setInterval(() => void (peak = Math.max(peak, residentMegabytes(process.pid))), 20);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return Math.max(peak, residentMegabytes(process.pid)) - before;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]) => sum(values) / Math.max(1, values.length);
