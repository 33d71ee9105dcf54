import { optimizeAfter } from '../../src/lib/v8-flags.ts';

/**
 * Flags of Node for processes of a test run. The WebAssembly of the embedded database is not optimized, and functions are
 * optimized late: most processes end before they gain back the processor time of the compilers.
 */
export const v8Flags: readonly string[] = ['--liftoff-only', ...optimizeAfter(400_000)];
