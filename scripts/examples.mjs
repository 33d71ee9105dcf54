// `npm run examples`: installs, builds and checks the examples as a stranger has them, copied out of this repository. Where their
// packages cannot be installed, they are skipped with a word.
import { fileURLToPath } from 'node:url';
import { ensureCopy } from './installed-copy.mjs';

/** Returns the folder of the built examples, or null when their packages cannot be installed. */
export const ensureExamples = () =>
  ensureCopy({ paths: ['examples', 'schema.graphql'], packages: 'examples', scripts: ['build', 'types'] });

if (process.argv[1] === fileURLToPath(import.meta.url) && (await ensureExamples()) === null)
  console.log('The packages of the examples cannot be installed, so the examples are skipped.');
