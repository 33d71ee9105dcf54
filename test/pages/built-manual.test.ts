import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildManual, readBuiltManual } from '../../src/app/pages/built-manual.ts';
import { manualSource } from '../../src/app/pages/manual-source.ts';
import { renderManual } from '../../src/domain/operations/manual/manual.ts';

let folder: string;
let file: URL;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'octavo-manual-'));
  file = pathToFileURL(join(folder, 'manual.json'));
  await writeFile(file, await buildManual());
});
afterAll(() => rm(folder, { recursive: true }));

describe('the manual that the build rendered', () => {
  it('is the one that a request would render, below any base', async () => {
    const source = await manualSource();
    const { files, ...read } = readBuiltManual(source, '/a/manual', file)!;
    const { files: expected, ...rendered } = await renderManual(source, '/a/manual');
    expect(read).toEqual(JSON.parse(JSON.stringify(rendered)));
    expect(files.map(({ body }) => Buffer.from(body))).toEqual(expected.map(({ body }) => Buffer.from(body)));
  });

  it('is not used after a change of a document, nor where there is none', async () => {
    const [first, ...others] = await manualSource();
    const changed = [{ ...first!, body: Buffer.concat([first!.body, Buffer.from('x')]) }, ...others];
    expect(readBuiltManual(changed, '/manual', file)).toBeNull();
    expect(readBuiltManual(await manualSource(), '/manual', pathToFileURL(join(folder, 'none.json')))).toBeNull();
  });
});
