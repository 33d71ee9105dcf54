import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { manifestName, tablePath } from '../../../src/domain/operations/backup/manifest.ts';
import { openArchive } from '../../../src/domain/operations/backup/read-archive.ts';
import { aDirectory } from '../../ops/server-process.ts';

const rows = 500_000;

/**
 * Creates an archive with a table of many rows, whose texts contain characters that some readers treat as line ends.
 */
async function anArchive(path: string): Promise<void> {
  const zip = new ZipFile();
  const line = `${JSON.stringify(['A row of text.\u2028'.repeat(6)])}\n`;
  zip.addReadStream(Readable.from(Array.from({ length: rows / 1_000 }, () => line.repeat(1_000))), tablePath('pages'));
  const manifest = {
    format: 'octavo-dump',
    version: 1,
    program: '0.0.0',
    createdAt: '2026-01-02T03:04:05.000Z',
    migrations: [],
    tables: [],
    files: { count: 0, bytes: 0, missing: [] },
  };
  zip.addBuffer(Buffer.from(JSON.stringify(manifest)), manifestName);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
}

test('a restore reads half a million rows and keeps none of them', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const used = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const directory = await aDirectory();
  const path = join(directory.path, 'octavo.zip');
  await anArchive(path);
  const archive = await openArchive(path);
  const before = used();
  let [read, most] = [0, 0];
  for await (const _row of archive.lines(tablePath('pages'))) {
    read += 1;
    if (read % 100_000 === 0) most = Math.max(most, used() - before);
  }
  archive.close();
  await directory.remove();
  expect(read).toBe(rows);
  expect(most).toBeLessThan(20_000_000);
});
