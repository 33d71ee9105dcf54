import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ZipFile } from 'yazl';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addEntry, writeZip, type ZipEntry } from '../../src/infra/write-zip.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'octavo-write-zip-'));
});
afterAll(() => rm(folder, { recursive: true }));

const planted = new Error('planted');
const failing: readonly (readonly [what: string, bytes: ZipEntry['bytes']])[] = [
  [
    'bytes fail after the first ones',
    async function* () {
      yield Buffer.from('x');
      throw planted;
    },
  ],
  [
    'bytes cannot be made',
    () => {
      throw planted;
    },
  ],
];

test.each(failing)('an archive whose %s ends with that error', async (_what, bytes) => {
  const zip = new ZipFile();
  for (const path of ['one', 'two']) addEntry(zip, { path, bytes: () => [path] });
  addEntry(zip, { path: 'broken', bytes });
  addEntry(zip, { path: 'never read', bytes: () => expect.fail('read after the error') });
  await expect(writeZip(zip, join(folder, 'failing.zip'))).rejects.toBe(planted);
});

/** Bytes without end, and whether their source was closed. */
function endless() {
  const source = { isClosed: false };
  const bytes = async function* () {
    try {
      for (;;) yield Buffer.alloc(65_536);
    } finally {
      source.isClosed = true;
    }
  };
  return { source, bytes };
}

test('an archive that is called off, and one that grows too large, close what they read', async () => {
  const [called, large] = [endless(), endless()];
  const abort = new AbortController();
  const zips = [called, large].map(({ bytes }) => {
    const zip = new ZipFile();
    addEntry(zip, { path: 'endless', options: { compress: false }, bytes });
    return zip;
  });
  const calledOff = writeZip(zips[0]!, join(folder, 'called-off.zip'), { signal: abort.signal });
  const tooLarge = writeZip(zips[1]!, join(folder, 'large.zip'), { maxBytes: 1_000_000, tooLarge: () => planted });
  await expect(tooLarge).rejects.toBe(planted);
  abort.abort(planted);
  await expect(calledOff).rejects.toThrow();
  await expect.poll(() => [called.source.isClosed, large.source.isClosed]).toEqual([true, true]);
});
