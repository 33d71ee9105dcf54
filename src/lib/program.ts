import { existsSync, readFileSync } from 'node:fs';
import { packageRoot, programFile } from './program-files.ts';

const read = (file: URL): unknown => JSON.parse(readFileSync(file, 'utf8'));

/** The version of this program. */
export const { version } = read(new URL('package.json', packageRoot)) as { version: string };

const built = programFile('build.json');

/** The commit that this program was built from, or `sources` for a program that was not built. */
export const commit: string = existsSync(built) ? (read(built) as { commit: string }).commit : 'sources';

/** The version and the commit, which say of two builds with one version that they are different. */
export const programName = `${version} (${commit})`;
