import fc from 'fast-check';
import { onPropertySeed } from './seed.ts';

// Files that use no properties do not pay for loading fast-check, so the seed is set here and not before each test file.
onPropertySeed((seed) => fc.configureGlobal({ seed }));

/** fast-check, whose values come from the seed of the test file. */
export { fc };
