/**
 * Flags of Node for processes of a test run. The WebAssembly of the embedded database is not optimized, and functions are
 * optimized late: most processes end before they gain back the processor time of the compilers. Later releases of Node
 * lack the second flag.
 */
export const v8Flags: readonly string[] = [
  '--liftoff-only',
  ...(process.versions.node.startsWith('20.') ? ['--interrupt-budget=400000'] : []),
];
