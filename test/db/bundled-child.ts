import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleSource } from '../../scripts/bundle.mjs';
import { once } from '../setup/once.mjs';
import { runDirectory } from '../setup/run-directory.ts';

/** Returns the path of the bundle of a program of this folder, which starts in a fifth of the time. */
export async function bundledChild(name: string): Promise<string> {
  const folder = join(runDirectory(), 'children', name);
  const url = await once(join(runDirectory(), `${name}-url`), () => bundleSource(`test/db/${name}.ts`, folder));
  return fileURLToPath(url);
}
