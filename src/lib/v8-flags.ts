/** The flag with which V8 optimizes a function after `bytes` of bytecode; none on releases of Node after 20, which lack it. */
export const optimizeAfter = (bytes: number): readonly string[] =>
  process.versions.node.startsWith('20.') ? [`--interrupt-budget=${bytes}`] : [];
