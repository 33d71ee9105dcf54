import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { growthId } from '../../bench/growth/data.ts';
import { growing } from '../../bench/growth/growing.ts';
import { operations } from '../../bench/growth/operations.ts';
import { buffersOf, openGrowthPlace, perform, type GrowthPlace } from '../../bench/growth/place.ts';
import { allOr } from '../setup/size.ts';
import { createThrowawayDatabase } from './throwaway-database.ts';

const database = await createThrowawayDatabase();
const sizes = [100, 1_000, ...allOr([10_000], [])];

/** An exact count reads the index of what it counts, which has more entries than this on a page. */
const countedPerPage = 40;

/** Now and then a request looks at its token once more. */
const perToken = 20;

const mergedPages = 50;

/** Half of it is for the fifteen entries that a changed page gets in indexes of its states, a third for those of the search. */
const perMergedPage = 145;

let place: GrowthPlace;
let dataDir: string;

/** Writes new texts of some pages of the large space in a change request, and merges it. Returns the cost of the merge. */
async function mergeOf(size: number) {
  const requests = `/v1/spaces/${growthId('spc', size)}/change-requests`;
  const post = async (path: string, body: object) => {
    const cost = await place.ask({ method: 'POST', path, body });
    expect(cost.status, cost.text).toBeLessThan(300);
    return cost;
  };
  const { id } = JSON.parse((await post(requests, { subject: 'Texts' })).text) as { id: string };
  const changes = Array.from({ length: mergedPages }, (_, nth) => ({
    operation: 'update_page',
    page: growthId('pg', size, nth),
    document: { markdown: `# Intro ${nth}\n\nText of ${id}.\n\n## Limits\n` },
  }));
  await post(`${requests}/${id}/content`, { changes });
  return post(`${requests}/${id}/merge`, {});
}

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

  const all = operations();
  const flat = all.filter(({ name }) => !(name in growing)).map((operation) => [operation.name, operation] as const);
  it.each(flat)('"%s" reads hardly more pages of the database', async (_name, operation) => {
    const { spread = 0, isUncounted = false } = operation;
    const read: number[] = [];
    // One after another, because the statements of the place are those of the last request.
    for (const size of sizes) {
      // The first request of a kind looks for more than the others.
      await perform(place, operation, size);
      const cost = await perform(place, operation, size);
      expect(cost.status, cost.text).toBeLessThan(300);
      read.push(buffersOf(cost));
    }
    for (const [index, size] of sizes.slice(1).entries()) {
      const counted = isUncounted ? 0 : size / countedPerPage;
      expect(read[index + 1], read.join(', ')).toBeLessThan(1.3 * (read[index] ?? 0) + spread + counted + perToken);
    }
  });

  it('a merge reads as many pages of the database for each page that it changes', async () => {
    const read: number[] = [];
    for (const size of sizes) {
      // The first request of a kind looks for more than the others.
      await mergeOf(size);
      read.push(buffersOf(await mergeOf(size)) / mergedPages);
    }
    for (const [index, each] of read.entries()) {
      expect(each, read.join(', ')).toBeLessThan(perMergedPage);
      if (index > 0) expect(each, read.join(', ')).toBeLessThan(1.3 * (read[index - 1] ?? 0));
    }
  });

  it('what is said to grow is an operation', () => {
    expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(growing)));
  });
});
