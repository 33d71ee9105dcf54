import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Operation } from './growth/operation.ts';
import { operations } from './growth/operations.ts';
import { buffersOf, openGrowthPlace, perform, type Cost, type GrowthPlace } from './growth/place.ts';
import type { Figures } from './result.ts';

export const growthName = 'growth';

const requests = 3;

/**
 * Asks each operation in organizations of sizes a factor of ten apart. The data is kept in a database of its own beside that of the
 * benchmark.
 */
export async function measureGrowth(
  databaseUrl: string,
  quick: boolean,
  note: (text: string) => void,
): Promise<Figures> {
  const sizes = quick ? [100, 1_000] : [100, 1_000, 10_000];
  const url = new URL(databaseUrl);
  url.pathname += '_growth';
  await ensureDatabase(databaseUrl, url.pathname.slice(1));
  const dataDir = await mkdtemp(join(tmpdir(), 'octavo-growth-'));
  note(`growth: organizations of ${sizes.join(', ')}`);
  const place = await openGrowthPlace(url.href, sizes, dataDir);
  try {
    const rows: string[][] = [];
    for (const operation of operations()) {
      note(`growth: ${operation.name}`);
      // One after another, because processor time and statements are those of the last request.
      rows.push(await measureOperation(place, operation, sizes));
    }
    return {
      title: `growth: what grows with the organization (${sizes.join(' / ')} of everything)`,
      columns: ['operation', 'status', 'database ms', 'buffers', 'server ms', 'bytes', 'exponent of buffers'],
      rows,
      bars: [],
    };
  } finally {
    await place.close();
    await rm(dataDir, { recursive: true });
  }
}

async function measureOperation(place: GrowthPlace, operation: Operation, sizes: readonly number[]): Promise<string[]> {
  const costs: Cost[] = [];
  for (const size of sizes) {
    let least: Cost | null = null;
    for (let nth = 0; nth <= requests; nth += 1) {
      const cost = await perform(place, operation, size);
      // The first request of a kind prepares more than the others.
      if (nth > 0 && (least === null || databaseMs(cost) < databaseMs(least))) least = cost;
    }
    if (least) costs.push(least);
  }
  const each = (text: (cost: Cost) => string | number) => costs.map(text).join(' / ');
  const [first, last] = [costs[0], costs.at(-1)];
  const steps = Math.log10((sizes.at(-1) ?? 1) / (sizes[0] ?? 1));
  const grown = first && last ? Math.log10(buffersOf(last) / Math.max(1, buffersOf(first))) / steps : 0;
  return [
    operation.name,
    each(({ status }) => status),
    each((cost) => databaseMs(cost).toFixed(1)),
    each(buffersOf),
    each(({ serverMs }) => serverMs.toFixed(1)),
    each(({ text }) => Buffer.byteLength(text)),
    grown.toFixed(2),
  ];
}

/** What PostgreSQL says that the statements took. */
const databaseMs = ({ runs }: Cost) => runs.reduce((sum, { ms }) => sum + ms, 0);

async function ensureDatabase(adminUrl: string, name: string): Promise<void> {
  const url = new URL(adminUrl);
  url.pathname = '/postgres';
  const client = new Client({ connectionString: url.href });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database "${name}"`);
  } finally {
    await client.end();
  }
}
