import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  adoptStorage,
  assertStorageMarker,
  hasStorageMarker,
} from '../../../src/domain/operations/installation/storage-marker.ts';
import { createStorage } from '../../../src/infra/storage/create-storage.ts';
import { startServer, type Harness } from '../../harness.ts';

let server: Harness;
let directory: string;
beforeAll(async () => {
  server = await startServer();
  directory = await mkdtemp(join(tmpdir(), 'octavo-marker-'));
});
afterAll(async () => {
  await server.platform.db.pool.query(`delete from settings where key = 'storage_marker'`);
  await rm(directory, { recursive: true });
});

const refusal = { type: 'invalid_state', message: expect.stringContaining('lacks the file') as string };

test('a database accepts only the file storage of its first start, whichever of two processes came first', async () => {
  const { sql } = server.platform.db;
  const of = async (name: string) => ({
    sql,
    storage: await createStorage({ kind: 'local', directory: join(directory, name) }),
  });
  const [first, second] = await Promise.all([of('first'), of('second')]);
  expect(await hasStorageMarker(first)).toBe(true);

  const starts = await Promise.allSettled([assertStorageMarker(first), assertStorageMarker(second)]);
  expect(starts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const [own, other] = starts[0].status === 'fulfilled' ? [first, second] : [second, first];
  await assertStorageMarker(own);
  await expect(assertStorageMarker(other)).rejects.toMatchObject(refusal);
  expect([await hasStorageMarker(own), await hasStorageMarker(other)]).toEqual([true, false]);

  await adoptStorage(other);
  await assertStorageMarker(other);
  await expect(assertStorageMarker(own)).rejects.toMatchObject(refusal);
});
