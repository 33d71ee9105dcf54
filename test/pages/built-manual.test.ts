import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildManual, digestOf, readBuiltManual } from '../../src/app/pages/built-manual.ts';
import { manualSource } from '../../src/app/pages/manual-source.ts';
import { compileManual } from '../../src/domain/operations/manual/manual.ts';

let folder: string;
let file: URL;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'octavo-manual-'));
  file = pathToFileURL(join(folder, 'manual.json'));
  await writeFile(file, await buildManual());
});
afterAll(() => rm(folder, { recursive: true }));

describe('the manual that the build compiled', () => {
  it('is the one that a request would have compiled', async () => {
    const source = await manualSource();
    expect(readBuiltManual(digestOf(source), file)).toEqual(JSON.parse(JSON.stringify(await compileManual(source))));
  });

  it('is not used after a change of a document, nor where there is none', async () => {
    const [first, ...others] = await manualSource();
    const changed = [{ ...first!, body: Buffer.concat([first!.body, Buffer.from('x')]) }, ...others];
    expect(readBuiltManual(digestOf(changed), file)).toBeNull();
    expect(readBuiltManual(digestOf(await manualSource()), pathToFileURL(join(folder, 'none.json')))).toBeNull();
  });
});
