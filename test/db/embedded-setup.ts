import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { openEmbedded, type EmbeddedEngine } from '../../src/db/embedded/engine.ts';
import { patienceMs } from '../setup/patience.ts';

/** Warnings of the engines of this file. */
export const warnings: string[] = [];

export const log = {
  info: () => {},
  warn: (_fields: unknown, message: string) => void warnings.push(message),
  error: (_fields: unknown, message: string) => void warnings.push(message),
};

/** Folder of the databases on disk. */
export let place: string;
/** An engine in memory, with `useMemory`. */
export let memory: EmbeddedEngine;
const pools: pg.Pool[] = [];
export const engines: EmbeddedEngine[] = [];

/** A pool that is closed after the test. */
export function poolOf(engine: EmbeddedEngine): pg.Pool {
  const pool = new pg.Pool({ ...engine.clientConfig, max: 1, idleTimeoutMillis: 0 });
  pool.on('error', () => {});
  pools.push(pool);
  return pool;
}

/** An engine on disk that is closed after the test. */
export async function openOnDisk(name: string): Promise<EmbeddedEngine> {
  const engine = await openEmbedded({
    dataDir: join(place, name),
    statementTimeoutMs: patienceMs,
    log,
  });
  engines.push(engine);
  return engine;
}

/** Sets up the engines on disk of a test file. Call it once per file. */
export function useEngines(): void {
  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), 'octavo-embedded-'));
  });

  afterEach(async () => {
    await Promise.all(pools.splice(0).map((pool) => pool.end()));
    await Promise.all(engines.splice(0).map((engine) => engine.close()));
  });

  afterAll(() => rm(place, { recursive: true, force: true }));
}

/** Sets up an engine in memory, after those on disk. */
export function useMemory(): void {
  beforeAll(async () => {
    memory = await openEmbedded({ dataDir: null, statementTimeoutMs: patienceMs, log });
  });
  afterAll(() => memory.close());
}
