import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ArchiveEntry } from '../../src/text/imports/unpack/zip.ts';
import { readZip } from '../../src/text/imports/unpack/zip.ts';
import { packageFolder } from '../search/packages.ts';
import { searchSets } from '../search/sets.ts';

/** Documentation that sites are built of. */
export interface GeneratedSet {
  readonly name: string;
  readonly entries: readonly ArchiveEntry[];
}

/** The archive that is named, or that of the project and the sets of the search. */
export async function generatedSets(archive: string | undefined): Promise<GeneratedSet[]> {
  const own = archive ?? path.join(import.meta.dirname, '../../test/data/fastify-docs.zip');
  const { entries } = await readZip(await readFile(own));
  const first = { name: path.basename(own), entries };
  if (archive !== undefined) return [first];
  const packaged = searchSets.filter(({ name }) => name !== 'Fastify');
  const others = packaged.map(async ({ name, language, from, folder }): Promise<GeneratedSet> => {
    const root = path.join(await packageFolder(from), folder);
    const files = (await readdir(root, { recursive: true, withFileTypes: true })).filter((file) => file.isFile());
    const read = files.map(async (file) => {
      const whole = path.join(file.parentPath, file.name);
      return { path: path.relative(root, whole), body: await readFile(whole) };
    });
    return { name: `${name} (${language})`, entries: await Promise.all(read) };
  });
  return [first, ...(await Promise.all(others))];
}
