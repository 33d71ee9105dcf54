import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A version of a package with the digest of its archive, as the registry states it. */
export interface PinnedPackage {
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
}

export const cacheFolder = path.resolve(import.meta.dirname, '../../node_modules/.cache/octavo/search-sets');

/** Returns the folder of a package, which is downloaded once. Throws when its archive is not the pinned one. */
export async function packageFolder({ name, version, integrity }: PinnedPackage): Promise<string> {
  const folder = path.join(cacheFolder, `${name.replaceAll(/\W+/g, '-')}-${version}`);
  if (existsSync(folder)) return path.join(folder, 'package');
  await mkdir(cacheFolder, { recursive: true });
  const unpacked = await mkdtemp(path.join(cacheFolder, 'new-'));
  const { stdout } = await run('npm', ['pack', `${name}@${version}`, '--json', '--pack-destination', unpacked]);
  const [packed] = JSON.parse(stdout) as { integrity: string; filename: string }[];
  if (packed?.integrity !== integrity) throw new Error(`${name}@${version} has another digest than the pinned one`);
  await run('tar', ['-xzf', path.join(unpacked, path.basename(packed.filename)), '-C', unpacked]);
  await rename(unpacked, folder);
  return path.join(folder, 'package');
}
