import { readFileSync } from 'node:fs';
import { packageRoot } from '../../lib/program-files.ts';

/** The version of this program. */
export const { version } = JSON.parse(readFileSync(new URL('package.json', packageRoot), 'utf8')) as {
  version: string;
};
