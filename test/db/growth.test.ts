import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { growing } from '../../bench/growth/growing.ts';
import { listOperations, operations } from '../../bench/growth/operations.ts';
import { buffersOf, openGrowthPlace, type GrowthPlace } from '../../bench/growth/place.ts';
import { allOr } from '../setup/size.ts';
import { createThrowawayDatabase } from './throwaway-database.ts';

const database = await createThrowawayDatabase();
const sizes = [100, 1_000, ...allOr([10_000], [])];

/** An exact count reads the index of what it counts, which has more entries than this on a page. */
const countedPerPage = 40;

let place: GrowthPlace;
let dataDir: string;

describe.skipIf(database === null)('in organizations of which each is ten times as large as the one before', () => {
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'octavo-growth-'));
    place = await openGrowthPlace(database?.url ?? '', sizes, dataDir);
  });
  afterAll(async () => {
    await place.close();
    await database?.drop();
    await rm(dataDir, { recursive: true });
  });

  const all = [...listOperations(), ...operations];
  const flat = all.filter(({ name }) => !(name in growing)).map((operation) => [operation.name, operation] as const);
  it.each(flat)('"%s" reads hardly more pages of the database', async (_name, { call, before, spread = 0 }) => {
    const read: number[] = [];
    // One after another, because the statements of the place are those of the last request.
    for (const size of sizes) {
      // The first request of a kind looks for more than the others.
      await place.ask(call(size));
      if (before) expect((await place.ask(before(size))).status).toBe(200);
      const cost = await place.ask(call(size));
      expect(cost.status, cost.text).toBe(200);
      read.push(buffersOf(cost));
    }
    for (const [index, size] of sizes.slice(1).entries())
      expect(read[index + 1], read.join(', ')).toBeLessThan(1.3 * (read[index] ?? 0) + spread + size / countedPerPage);
  });

  it('what is said to grow is an operation', () => {
    expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(growing)));
  });
});
